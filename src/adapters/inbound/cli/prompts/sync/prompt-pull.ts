import { visible } from '../../terminal/safe-output.ts';
import type { RemotePrompt } from '../api/prompt-responses.ts';
import { printPromptFile } from '../files/prompt-file.ts';
import { pathOf } from '../files/prompt-file-path.ts';
import { FolderRefused, type FoundFile } from '../files/prompt-files-folder.ts';
import { LockFile, readLock } from '../lock/lock-file.ts';
import type { LockEntry } from '../lock/prompt-lock.ts';
import { decidePull, isEdited } from './pull-decision.ts';
import { FOREIGN_LOCK, failureOf, type PromptTools, tally } from './sync-report.ts';

export interface PullOptions {
  readonly label: string | undefined;
  /** Removes the files of prompts that were not pulled. */
  readonly prune: boolean;
  /** Overwrites and removes edited files. */
  readonly force: boolean;
  readonly json: boolean;
}

const OUTCOMES = ['created', 'changed', 'unchanged', 'edited', 'removed', 'conflict', 'failed'] as const;

/** Result of pulling one file. */
interface PullResult {
  readonly name: string;
  readonly file: string;
  readonly outcome: (typeof OUTCOMES)[number];
  readonly problem?: string;
}

type PullTools = PromptTools & { readonly lock: LockFile; readonly options: PullOptions };

/** Writes one file per prompt of the account. Returns the exit code. */
export async function pull(tools: PromptTools, options: PullOptions): Promise<number> {
  const { terminal, api, folder } = tools;
  const stored = await readLock(folder);
  // Read all prompts before writing a file: a service that goes away half-way leaves the folder as it was.
  const remotes = await Array.fromAsync(api.prompts(options.label));
  const lock = new LockFile(folder, await api.account(), stored);
  if (lock.isForeign) terminal.report(FOREIGN_LOCK);
  await folder.create();
  const results = await pullAll({ ...tools, lock, options }, remotes);

  const failure = failureOf(results);
  if (options.json) terminal.print(JSON.stringify({ ...failure, prompts: results }));
  else for (const { outcome, file } of results) terminal.print(`${outcome.padEnd(9)}  ${file}`);
  for (const { file, problem } of results) if (problem !== undefined) terminal.report(visible(`${file}: ${problem}`));
  const outcomes = results.map(({ outcome }) => outcome);
  terminal.report(remotes.length === 0 ? 'There are no prompts to pull.' : tally(OUTCOMES, outcomes));
  return failure ? 1 : 0;
}

async function pullAll(tools: PullTools, remotes: readonly RemotePrompt[]): Promise<readonly PullResult[]> {
  const { lock, folder } = tools;
  const found = await folder.find();
  const present = new Set(found.map(({ path }) => path));
  const plans: PlannedPull[] = [];
  for (const remote of remotes) plans.push(await plan(tools, remote, present.has(pathOf(remote.prompt.name))));

  // Should the pull be interrupted, a file without an entry is compared with all versions of its prompt. With the entry
  // of the version that it had before, it would be taken for an edit, and the next push would publish it.
  for (const { kind, remote } of plans) if (kind === 'write') lock.delete(remote.prompt.name);
  await lock.save();
  try {
    const results: PullResult[] = [];
    for (const planned of plans) {
      results.push(planned.kind === 'write' ? await write(tools, planned) : planned.result);
    }
    const pulled = new Set<string>(remotes.map(({ prompt }) => prompt.name));
    const others = found.filter(({ name }) => name !== undefined && !pulled.has(name));
    for (const file of others) results.push(...(await prune(tools, file, remotes.length > 0)));
    const removed = new Set(results.flatMap(({ name, outcome }) => (outcome === 'removed' ? [name] : [])));
    const remaining = others.flatMap(({ name }) => (name === undefined || removed.has(name) ? [] : [name]));
    lock.keepOnly(new Set([...pulled, ...remaining]));
    return results;
  } finally {
    await lock.save();
  }
}

type PlannedPull =
  | {
      readonly kind: 'write';
      readonly remote: RemotePrompt;
      readonly text: string;
      readonly entry?: LockEntry | undefined;
    }
  | { readonly kind: 'leave'; readonly remote: RemotePrompt; readonly result: PullResult };

async function plan(
  { api, folder, lock, options }: PullTools,
  remote: RemotePrompt,
  isPresent: boolean,
): Promise<PlannedPull> {
  const { name } = remote.prompt;
  const file = pathOf(name);
  const entry = lock.get(name);
  const text = printPromptFile(remote.prompt);
  const leave = (result: Omit<PullResult, 'name' | 'file'>): PlannedPull => {
    return { kind: 'leave', remote, result: { name, file, ...result } };
  };
  if (!isPresent) return { kind: 'write', remote, text, entry };
  try {
    const local = await folder.read(file);
    if (local === text) {
      lock.set(name, entryOf(remote));
      return leave({ outcome: 'unchanged' });
    }
    if (options.force) return { kind: 'write', remote, text, entry };
    const decision = await decidePull(local, entry, remote, api);
    if (decision.kind === 'overwrite') return { kind: 'write', remote, text, entry };
    if (decision.kind === 'edited') return leave({ outcome: 'edited' });
    return leave({ outcome: 'conflict', problem: decision.problem });
  } catch (error) {
    if (!(error instanceof FolderRefused)) throw error;
    return leave({ outcome: 'failed', problem: error.problem });
  }
}

async function write(
  { folder, lock }: PullTools,
  { remote, text, entry }: Extract<PlannedPull, { readonly kind: 'write' }>,
): Promise<PullResult> {
  const { name } = remote.prompt;
  const file = pathOf(name);
  try {
    const outcome = await folder.write(remote.prompt.name, text);
    lock.set(name, entryOf(remote));
    return { name, file, outcome };
  } catch (error) {
    if (!(error instanceof FolderRefused)) throw error;
    if (entry) lock.set(name, entry);
    return { name, file, outcome: 'failed', problem: error.problem };
  }
}

const entryOf = ({ id, version, hash, latestVersion, prompt: { description, tags } }: RemotePrompt): LockEntry => ({
  id,
  version,
  hash,
  latestVersion,
  description,
  tags,
});

/** Files of prompts that the service does not have, or not with the label: unpublished work, or leftovers. */
async function prune(
  { terminal, folder, lock, options }: PullTools,
  { path, name, isRegular }: FoundFile,
  isAnyPulled: boolean,
): Promise<readonly PullResult[]> {
  // An account without prompts is more likely the wrong one than a wish to lose every file.
  if (name === undefined || !options.prune || !isRegular || !isAnyPulled) {
    terminal.report(visible(`${path} was not pulled and is left as it is.`));
    return [];
  }
  const entry = lock.get(name);
  if (entry && !options.force && isEdited(await folder.read(path), entry, name)) {
    return [{ name, file: path, outcome: 'conflict', problem: 'was edited. Use --force to remove it nevertheless.' }];
  }
  await folder.remove(path);
  return [{ name, file: path, outcome: 'removed' }];
}
