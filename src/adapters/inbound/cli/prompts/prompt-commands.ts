import type { Command } from 'commander';
import { parseLabel, parseLabelOrLatest } from '../../../../domain/prompts/naming/label.ts';
import { examples } from '../host/command-help.ts';
import type { CommandHost, JsonOption } from '../host/command-host.ts';
import { hiding, visible } from '../terminal/safe-output.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';
import { ApiFailure } from './api/api-failure.ts';
import { addServiceCommands, WHERE } from './commands/add-service-commands.ts';
import { FolderRefused, PromptFilesFolder } from './files/prompt-files-folder.ts';
import { PromptApi } from './prompt-api.ts';
import { pull } from './prompt-pull.ts';
import { type PromptTools, push } from './prompt-push.ts';

const MESSAGE_CHARACTERS_MAX = 500;
const GROUP_EXAMPLES = examples(
  'prompthold prompt list',
  'prompthold prompt render support/reply --var name=Ada',
  'prompthold prompt push prompts --label staging',
  'prompthold prompt promote support/reply staging --label production',
);
const PUSH_EXAMPLES = examples(
  'prompthold prompt push prompts --dry-run',
  "prompthold prompt push prompts --label staging --message 'a kinder greeting'",
);
const PULL_EXAMPLES = examples(
  'prompthold prompt pull prompts',
  'prompthold prompt pull prompts --label staging --prune',
);
const FOLDER = ['<dir>', 'a folder of .prompt.md files'] as const;

/** `prompthold prompt …`: everything about prompts, over the HTTP API. */
export function addPromptCommands(program: Command, host: CommandHost): void {
  const prompt = program
    .command('prompt')
    .description('read, render, compare and promote the prompts of an account; keep them as files')
    .addHelpText('after', GROUP_EXAMPLES + WHERE);
  addServiceCommands(prompt, host);

  prompt
    .command('push')
    .description('publish every prompt whose file differs from its newest version')
    .argument(...FOLDER)
    .option('--dry-run', 'show what would change, and change nothing')
    .option('--label <label>', 'set this label on every prompt of the folder (may be repeated)', collect)
    .option('--message <message>', 'why the new versions exist')
    .option('--json', 'print JSON')
    .addHelpText('after', PUSH_EXAMPLES + WHERE)
    .action(host.toAction((options: PushCommand, dir) => runPush(host, options, dir)));

  prompt
    .command('pull')
    .description('write one file per prompt; files of other prompts are left alone')
    .argument(...FOLDER)
    .option('--label <label>', 'only prompts with this label, at that version (default: production, else the newest)')
    .option('--prune', 'remove the files of prompts that were not pulled')
    .option('--json', 'print JSON')
    .addHelpText('after', PULL_EXAMPLES + WHERE)
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
  return withTools(host, dir, json, (tools) => push(tools, { dryRun, labels: [...new Set(label)], message, json }));
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
  return withTools(host, dir, json, (tools) => pull(tools, { label, prune, json }));
}

async function withTools(
  { services, terminal: open }: CommandHost,
  dir: string,
  json: boolean,
  work: (tools: PromptTools) => Promise<number>,
): Promise<number> {
  const access = await services.api();
  const terminal = hiding(access.key.reveal(), open);
  try {
    return await work({ terminal, api: new PromptApi(access), folder: new PromptFilesFolder(dir) });
  } catch (error) {
    if (!(error instanceof ApiFailure || error instanceof FolderRefused)) throw error;
    terminal.report(visible(error.message));
    if (error instanceof FolderRefused) return 1;
    if (json) terminal.print(JSON.stringify(error.toReport()));
    return error.exitCode;
  }
}
