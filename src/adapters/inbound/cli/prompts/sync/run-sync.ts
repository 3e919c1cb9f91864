import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import { EXIT } from '../../host/exit-codes.ts';
import { checkMessage, readLabel, readMovableLabel } from '../../host/read-options.ts';
import { visible } from '../../terminal/safe-output.ts';
import { PromptApi } from '../api/prompt-api.ts';
import { callService } from '../commands/api-command.ts';
import { FolderRefused, LOCK_FILE, PromptFilesFolder } from '../files/prompt-files-folder.ts';
import { pull } from './prompt-pull.ts';
import { push } from './prompt-push.ts';
import type { PromptTools } from './sync-report.ts';

/** The options of `prompt push`. */
export interface PushCommand extends JsonOption {
  readonly dryRun?: boolean;
  readonly label?: readonly string[];
  readonly message?: string;
  readonly force?: boolean;
}

export async function runPush(host: CommandHost, options: PushCommand, dir: string): Promise<number> {
  const { dryRun = false, label = [], message, force = false, json = false } = options;
  const labels = [...new Set(label.map(readMovableLabel))];
  checkMessage(message);
  return withTools(host, dir, json, (tools) => push(tools, { dryRun, labels, message, force, json }));
}

/** The options of `prompt pull`. */
export interface PullCommand extends JsonOption {
  readonly label?: string;
  readonly prune?: boolean;
  readonly force?: boolean;
}

export async function runPull(host: CommandHost, options: PullCommand, dir: string): Promise<number> {
  const { prune = false, force = false, json = false } = options;
  const label = options.label === undefined ? undefined : readLabel(options.label);
  return withTools(host, dir, json, (tools) => pull(tools, { label, prune, force, json }));
}

const withTools = (
  host: CommandHost,
  dir: string,
  json: boolean,
  work: (tools: PromptTools) => Promise<number>,
): Promise<number> =>
  callService(host, { json }, async ({ terminal, access }) => {
    try {
      return await work({ terminal, api: new PromptApi(access), folder: new PromptFilesFolder(dir) });
    } catch (error) {
      if (!(error instanceof FolderRefused)) throw error;
      const { path, message } = error;
      terminal.report(visible(message));
      const code = path === LOCK_FILE ? 'lock_invalid' : 'folder_unusable';
      if (json) terminal.print(JSON.stringify({ error: message, code }));
      return EXIT.failed;
    }
  });
