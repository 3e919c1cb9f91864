import { type Command, Option } from 'commander';
import { SOURCE_NAMES } from '../../../converters/conversion.ts';
import { examples } from '../host/command-help.ts';
import type { CommandHost } from '../host/command-host.ts';
import { WHERE } from '../prompts/commands/add-service-commands.ts';
import type { ImportCommand } from './run-import.ts';

const EXAMPLES = examples(
  'prompthold import langfuse-prompts.json --dry-run',
  'prompthold import prompts --from dotprompt --folder assistant --label production',
  'prompthold import openai/*.json --strict',
  'prompthold import --from langfuse --url https://cloud.langfuse.com',
);

const LANGFUSE = `

With --url, LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY hold the keys of the Langfuse project.`;

/** `prompthold import`. Its code is loaded when it runs. */
export function addImportCommand(program: Command, host: CommandHost): void {
  program
    .command('import')
    .description('bring the prompts of other tools over, with their versions and labels')
    .argument('[file...]', 'files, or folders with them')
    .addOption(new Option('--from <source>', 'where they come from').choices(['auto', ...SOURCE_NAMES]).default('auto'))
    .option('--url <url>', 'read them from a running Langfuse instead (with --from langfuse)')
    .option('--folder <folder>', 'put all prompts below this folder')
    .option('--label <label>', 'set this label, where the source has no labels')
    .addOption(
      new Option('--mode <mode>', 'what to do about names that are taken: skip them, or merge what is missing')
        .choices(['skip', 'merge'])
        .default('skip'),
    )
    .option('--dry-run', 'show what would be imported and lost, and import nothing')
    .option('--strict', 'import nothing if anything would be lost')
    .option('--raw', 'import what cannot be converted as plain text, with every tag escaped')
    .option('--json', 'print JSON, also about a failure')
    .addHelpText('after', EXAMPLES + WHERE + LANGFUSE)
    .action(async (files: readonly string[], options: ImportCommand) => {
      host.exitCode = await (await import('./run-import.ts')).runImport(host, options, files);
    });
}
