import { visible } from '../terminal/safe-output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import type { RemotePrompt } from './api-responses.ts';
import { printPromptFile } from './files/prompt-file.ts';
import { pathOf } from './files/prompt-file-path.ts';
import { FolderRefused, type PromptFilesFolder } from './files/prompt-files-folder.ts';
import type { PromptTools } from './prompt-push.ts';
import { tally } from './prompt-report.ts';

export interface PullOptions {
  readonly label: string | undefined;
  /** Removes the files of prompts that were not pulled. */
  readonly prune: boolean;
  readonly json: boolean;
}

const OUTCOMES = ['created', 'changed', 'unchanged', 'removed', 'failed'] as const;

/** What became of one file. */
interface PullResult {
  readonly name: string;
  readonly file: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly problem?: string;
}

/** Writes one file per prompt of the account. Returns the exit code. */
export async function pull({ terminal, api, folder }: PromptTools, options: PullOptions): Promise<number> {
  // All of them before the first is written: a service that goes away half-way leaves the folder as it was.
  const remotes = await Array.fromAsync(api.prompts({ label: options.label }));
  await folder.create();
  const results: PullResult[] = [];
  for (const remote of remotes) results.push(await writeOne(folder, remote));
  results.push(...(await pruneOrReport(terminal, folder, remotes, options)));

  if (options.json) terminal.print(JSON.stringify({ prompts: results }));
  else for (const { outcome, file } of results) terminal.print(`${outcome.padEnd(9)}  ${file}`);
  for (const { file, problem } of results) if (problem !== undefined) terminal.report(`${file}: ${problem}`);
  const outcomes = results.map(({ outcome }) => outcome);
  terminal.report(remotes.length === 0 ? 'There are no prompts to pull.' : tally(OUTCOMES, outcomes));
  return outcomes.includes('failed') ? 1 : 0;
}

async function writeOne(folder: PromptFilesFolder, { prompt }: RemotePrompt): Promise<PullResult> {
  const { name } = prompt;
  const file = pathOf(name);
  try {
    return { name, file, outcome: await folder.write(name, printPromptFile(prompt)) };
  } catch (error) {
    if (!(error instanceof FolderRefused)) throw error;
    return { name, file, outcome: 'failed', problem: error.problem };
  }
}

/** Files of prompts that the service does not have, or not with the label: unpublished work, or leftovers. */
async function pruneOrReport(
  terminal: Terminal,
  folder: PromptFilesFolder,
  remotes: readonly RemotePrompt[],
  { prune }: PullOptions,
): Promise<readonly PullResult[]> {
  const pulled = new Set<string>(remotes.map(({ prompt }) => prompt.name));
  const results: PullResult[] = [];
  for (const { path, name, isRegular } of await folder.find()) {
    if (name === undefined || pulled.has(name)) continue;
    // An account without prompts is more likely the wrong one than a wish to lose every file.
    if (!prune || !isRegular || remotes.length === 0) {
      terminal.report(visible(`${path} was not pulled and is left as it is.`));
      continue;
    }
    await folder.remove(path);
    results.push({ name, file: path, outcome: 'removed' });
  }
  return results;
}
