import type { Command } from 'commander';
import { examples } from '../../host/command-help.ts';
import type { CommandHost } from '../../host/command-host.ts';
import { WHERE } from '../commands/add-service-commands.ts';
import type { PullCommand, PushCommand } from './run-sync.ts';

const FOLDER = ['<dir>', 'a folder of .prompt.md files'] as const;
const JSON_OUTPUT = ['--json', 'print JSON, also about a failure'] as const;

const PUSH_EXAMPLES = examples(
  'prompthold prompt push prompts --dry-run',
  "prompthold prompt push prompts --label staging --message 'a kinder greeting'",
  'prompthold prompt push prompts --label production --force',
);
const PULL_EXAMPLES = examples(
  'prompthold prompt pull prompts',
  'prompthold prompt pull prompts --label staging --prune',
);

/** Adds the commands for prompts as files. Their code is loaded when they run. */
export function addSyncCommands(prompt: Command, host: CommandHost): void {
  prompt
    .command('push')
    .description('publish the files that were edited since they were pulled or pushed')
    .argument(...FOLDER)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--label <label>', 'move this label to the version of every file (may be repeated)', collect)
    .option('--message <message>', 'why the new versions exist')
    .option('--force', 'publish despite conflicts, and move labels even if that breaks callers')
    .option(...JSON_OUTPUT)
    .addHelpText('after', PUSH_EXAMPLES + WHERE)
    .action(
      host.toAction(async (options: PushCommand, dir) => (await import('./run-sync.ts')).runPush(host, options, dir)),
    );

  prompt
    .command('pull')
    .description('write one file per prompt; edited files and files of other prompts are left alone')
    .argument(...FOLDER)
    .option('--label <label>', 'only prompts with this label, at that version (default: production, else the newest)')
    .option('--prune', 'remove the files of prompts that were not pulled')
    .option('--force', 'overwrite and remove edited files, too')
    .option(...JSON_OUTPUT)
    .addHelpText('after', PULL_EXAMPLES + WHERE)
    .action(
      host.toAction(async (options: PullCommand, dir) => (await import('./run-sync.ts')).runPull(host, options, dir)),
    );
}

const collect = (label: string, labels: readonly string[] = []): readonly string[] => [...labels, label];
