import type { Command } from 'commander';
import { DEFAULT_LABEL } from '../../../../domain/prompts/prompt.ts';
import { examples } from '../host/command-help.ts';
import type { CommandHost } from '../host/command-host.ts';
import { WHERE } from '../prompts/commands/add-service-commands.ts';
import type { SnapshotOptions } from './snapshot-command.ts';
import type { TypesOptions } from './types-command.ts';

const TAG = ['--tag <tag>', 'only prompts with this tag (may be repeated; all must match)', collect] as const;

/** `prompthold types` and `prompthold snapshot`, which prepare applications. Each loads its code when it runs. */
export function addClientCommands(program: Command, host: CommandHost): void {
  program
    .command('types')
    .description('write the TypeScript types of prompts, so that a wrong name or variable is a compile error')
    .option(
      '--label <label>',
      'the versions with this label, or latest; prompts without it are left out',
      DEFAULT_LABEL,
    )
    .option(...TAG)
    .option('--out <file>', 'the file to write, if it differs (default: standard output)')
    .option('--check', 'write nothing, and exit with 1 if the file differs')
    .addHelpText(
      'after',
      examples(
        'prompthold types --out src/prompts.gen.ts',
        'prompthold types --out src/prompts.gen.ts --check',
        'prompthold types --label staging --tag checkout',
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: TypesOptions) => (await import('./types-command.ts')).runTypes(host, options)),
    );

  program
    .command('snapshot')
    .description('save prompts with everything they include, for applications that start without a network')
    .argument('<file>', 'the file to write')
    .option('--label <label>', 'the versions with this label, or latest (default: production, else the newest)')
    .option(...TAG)
    .addHelpText(
      'after',
      examples(
        'prompthold snapshot .prompthold/snapshot.json --label production',
        'prompthold snapshot snapshot.json --tag checkout',
      ) + WHERE,
    )
    .action(
      host.toAction(async (options: SnapshotOptions, file) =>
        (await import('./snapshot-command.ts')).runSnapshot(host, options, file),
      ),
    );
}

function collect(text: string, texts: readonly string[] = []): readonly string[] {
  return [...texts, text];
}
