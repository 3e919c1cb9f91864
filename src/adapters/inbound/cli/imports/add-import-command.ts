import type { Command } from 'commander';
import { SOURCE_NAMES } from '../../../converters/conversion.ts';
import { addApiCommand, oneOf } from '../host/add-command.ts';
import type { CommandHost } from '../host/command-host.ts';
import type { ImportCommand } from './run-import.ts';

const LANGFUSE = `

With --url, LANGFUSE_PUBLIC_KEY and LANGFUSE_SECRET_KEY hold the keys of the Langfuse project.`;

/** `prompthold import`. Its code is loaded when it runs. */
export function addImportCommand(program: Command, host: CommandHost): void {
  addApiCommand<ImportCommand, [files: readonly string[]]>(program, host, {
    name: 'import',
    description: 'bring the prompts of other tools over, with their versions and labels',
    operands: [['[file...]', 'files, or folders with them']],
    options: [
      oneOf('--from <source>', 'where they come from', ['auto', ...SOURCE_NAMES], 'auto'),
      ['--url <url>', 'read them from a running Langfuse instead (with --from langfuse)'],
      ['--folder <folder>', 'put all prompts below this folder'],
      ['--label <label>', 'set this label, where the source has no labels'],
      oneOf(
        '--mode <mode>',
        'what to do about names that are taken: skip them, or merge what is missing',
        ['skip', 'merge'],
        'skip',
      ),
      ['--dry-run', 'show what would be imported and lost, and import nothing'],
      ['--force', 'import even what breaks prompts that include it'],
      ['--strict', 'import nothing if anything would be lost'],
      ['--raw', 'import what cannot be converted as plain text, with every tag escaped'],
    ],
    examples: [
      'prompthold import langfuse-prompts.json --dry-run',
      'prompthold import prompts --from dotprompt --folder assistant --label production',
      'prompthold import openai/*.json --strict',
      'prompthold import --from langfuse --url https://cloud.langfuse.com',
    ],
    note: LANGFUSE,
    run: async (options, files) => (await import('./run-import.ts')).runImport(host, options, files),
  });
}
