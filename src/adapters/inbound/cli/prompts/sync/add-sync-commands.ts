import type { Command } from 'commander';
import { addApiCommand, repeatable } from '../../host/add-command.ts';
import type { CommandHost } from '../../host/command-host.ts';
import type { PullCommand, PushCommand } from './run-sync.ts';

const FOLDER = ['<dir>', 'a folder of .prompt.md files'] as const;

/** Adds the commands for prompts as files. Their code is loaded when they run. */
export function addSyncCommands(prompt: Command, host: CommandHost): void {
  addApiCommand<PushCommand>(prompt, host, {
    name: 'push',
    description: 'publish the files that were edited since they were pulled or pushed',
    operands: [FOLDER],
    options: [
      ['--dry-run', 'show what would change, and change nothing'],
      repeatable('--label <label>', 'move this label to the version of every file (may be repeated)'),
      ['--message <message>', 'why the new versions exist'],
      ['--force', 'publish despite conflicts, and move labels even if that breaks callers'],
    ],
    examples: [
      'prompthold prompt push prompts --dry-run',
      "prompthold prompt push prompts --label staging --message 'a kinder greeting'",
      'prompthold prompt push prompts --label production --force',
    ],
    run: async (options, dir = '') => (await import('./run-sync.ts')).runPush(host, options, dir),
  });

  addApiCommand<PullCommand>(prompt, host, {
    name: 'pull',
    description: 'write one file per prompt; edited files and files of other prompts are left alone',
    operands: [FOLDER],
    options: [
      ['--label <label>', 'only prompts with this label, at that version (default: production, else the newest)'],
      ['--prune', 'remove the files of prompts that were not pulled'],
      ['--force', 'overwrite and remove edited files, too'],
    ],
    examples: ['prompthold prompt pull prompts', 'prompthold prompt pull prompts --label staging --prune'],
    run: async (options, dir = '') => (await import('./run-sync.ts')).runPull(host, options, dir),
  });
}
