import type { Command } from 'commander';
import { DEFAULT_LABEL } from '../../../../domain/prompts/prompt.ts';
import { addCommand, repeatable, WHERE } from '../host/add-command.ts';
import type { CommandHost } from '../host/command-host.ts';
import type { SnapshotOptions } from './snapshot-command.ts';
import type { TypesOptions } from './types-command.ts';

const TAG = repeatable('--tag <tag>', 'only prompts with this tag (may be repeated; all must match)');

/** `prompthold types` and `prompthold snapshot`, which prepare applications. Each loads its code when it runs. */
export function addClientCommands(program: Command, host: CommandHost): void {
  addCommand<TypesOptions>(program, host, {
    name: 'types',
    description: 'write the types of prompts for TypeScript or Python, so that a wrong name or variable is an error',
    options: [
      ['--label <label>', 'the versions with this label, or latest; prompts without it are left out', DEFAULT_LABEL],
      TAG,
      ['--python', 'write a Python module for mypy and pyright (default: TypeScript)'],
      ['--out <file>', 'the file to write, if it differs (default: standard output)'],
      ['--check', 'write nothing, and exit with 1 if the file differs'],
    ],
    examples: [
      'prompthold types --out src/prompts.gen.ts',
      'prompthold types --out src/prompts.gen.ts --check',
      'prompthold types --python --out prompts_gen.py',
      'prompthold types --label staging --tag checkout',
    ],
    note: WHERE,
    run: async (options) => (await import('./types-command.ts')).runTypes(host, options),
  });

  addCommand<SnapshotOptions>(program, host, {
    name: 'snapshot',
    description: 'save prompts with everything they include, for applications that start without a network',
    operands: [['<file>', 'the file to write']],
    options: [
      ['--label <label>', 'the versions with this label, or latest (default: production, else the newest)'],
      TAG,
    ],
    examples: [
      'prompthold snapshot .prompthold/snapshot.json --label production',
      'prompthold snapshot snapshot.json --tag checkout',
    ],
    note: WHERE,
    run: async (options, file = '') => (await import('./snapshot-command.ts')).runSnapshot(host, options, file),
  });
}
