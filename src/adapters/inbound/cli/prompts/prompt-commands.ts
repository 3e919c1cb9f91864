import type { Command } from 'commander';
import { parseLabel, parseLabelOrLatest } from '../../../../domain/prompts/naming/label.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';
import { FolderRefused, PromptFilesFolder } from './files/prompt-files-folder.ts';
import { ApiFailure, PromptApi } from './prompt-api.ts';
import { pull } from './prompt-pull.ts';
import { type PromptTools, push } from './prompt-push.ts';
import { hiding, visible } from './prompt-report.ts';

const MESSAGE_CHARACTERS_MAX = 500;
const FOLDER = ['<dir>', 'a folder of .prompt.md files'] as const;
const WHERE = `
PROMPTHOLD_URL says where the service is (default: http://127.0.0.1:3000);
PROMPTHOLD_KEY, or the file that PROMPTHOLD_KEY_FILE names, holds the account's key.`;

/** `prompthold prompt …`: prompts as files, over the HTTP API. */
export function addPromptCommands(program: Command, host: CommandHost): void {
  const prompt = program.command('prompt').description('keep prompts as files');

  prompt
    .command('push')
    .description('publish every prompt whose file differs from its newest version')
    .argument(...FOLDER)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--label <label>', 'set this label on every prompt of the folder (may be repeated)', collect)
    .option('--message <message>', 'why the new versions exist')
    .option('--json', 'print JSON')
    .addHelpText('after', WHERE)
    .action(host.toAction((options: PushCommand, dir) => runPush(host, options, dir)));

  prompt
    .command('pull')
    .description('write one file per prompt; files of other prompts are left alone')
    .argument(...FOLDER)
    .option('--label <label>', 'only prompts with this label, at that version (default: production, else the newest)')
    .option('--prune', 'remove the files of prompts that were not pulled')
    .option('--json', 'print JSON')
    .addHelpText('after', WHERE)
    .action(host.toAction((options: PullCommand, dir) => runPull(host, options, dir)));
}

const collect = (label: string, labels: readonly string[] = []): readonly string[] => [...labels, label];

interface PushCommand extends JsonOption {
  readonly dryRun?: boolean;
  readonly label?: readonly string[];
  readonly message?: string;
}

async function runPush(host: CommandHost, options: PushCommand, dir: string): Promise<number> {
  const { dryRun = false, label = [], message, json = false } = options;
  for (const text of label) {
    if (!parseLabel(text)) throw new WrongUsage(`--label ${text}: a label is a-z, then a-z, 0-9 or . _ -, not latest`);
  }
  if (message !== undefined && [...message].length > MESSAGE_CHARACTERS_MAX) {
    throw new WrongUsage(`--message has more than ${MESSAGE_CHARACTERS_MAX} characters`);
  }
  return withTools(host, dir, (tools) => push(tools, { dryRun, labels: [...new Set(label)], message, json }));
}

interface PullCommand extends JsonOption {
  readonly label?: string;
  readonly prune?: boolean;
}

async function runPull(host: CommandHost, options: PullCommand, dir: string): Promise<number> {
  const { label, prune = false, json = false } = options;
  if (label !== undefined && !parseLabelOrLatest(label)) {
    throw new WrongUsage(`--label ${label}: a label is a-z, then a-z, 0-9 or . _ -`);
  }
  return withTools(host, dir, (tools) => pull(tools, { label, prune, json }));
}

async function withTools(
  { services, terminal: open }: CommandHost,
  dir: string,
  work: (tools: PromptTools) => Promise<number>,
): Promise<number> {
  const access = services.api();
  const terminal = hiding(access.key.reveal(), open);
  try {
    return await work({ terminal, api: new PromptApi(access), folder: new PromptFilesFolder(dir) });
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof FolderRefused)) throw error;
    terminal.report(visible(error.message));
    return error instanceof ApiFailure ? error.exitCode : 1;
  }
}
