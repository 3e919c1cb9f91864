import { type ContentWarning, findWarnings } from '../../../../../domain/templates/content-warnings.ts';
import { ApiFailure, type ApiRefusal } from '../api/api-failure.ts';
import type { NotWritten, PromptApi, PublishedVersion } from '../api/prompt-api.ts';
import { hashOfFile } from '../files/file-hash.ts';
import { FolderRefused } from '../files/prompt-files-folder.ts';
import type { SoundFile } from '../files/read-prompt-files.ts';
import type { LockFile } from '../lock/lock-file.ts';
import { NO_CHANGE } from '../lock/metadata-change.ts';
import type { LockEntry } from '../lock/prompt-lock.ts';
import type { Decision } from './push-decision.ts';
import type { Change, PlannedPush, PushPlanner } from './push-plan.ts';
import { LockNotWritten, type PushOptions } from './sync-report.ts';

/** Result of pushing one prompt. */
export interface PushResult {
  readonly name: string;
  readonly outcome: Change | 'failed';
  /** The version that the file is now; absent for a conflict and a failure. */
  readonly version?: number;
  readonly refusal?: ApiRefusal;
  /** Why there is a conflict. */
  readonly problem?: string;
  /** Absent if nothing was published. */
  readonly warnings?: readonly ContentWarning[];
}

interface PublishTools {
  readonly api: PromptApi;
  readonly planner: PushPlanner;
  readonly lock: LockFile;
  readonly options: Pick<PushOptions, 'labels' | 'message' | 'force'>;
  readonly onResult: (result: PushResult) => void;
}

/** How often a prompt may change between being read and being published before that counts as a failure. */
const ATTEMPTS = 5;
const KEEPS_CHANGING: ApiRefusal = { error: 'The prompt keeps changing. Try again later.', code: 'conflict' };

/**
 * Carries out the plans, one after the other. The lock is saved after each publication, so that it is right whenever the
 * push ends. Returns the failure that made it stop.
 */
export async function publishAll(
  tools: PublishTools,
  plans: readonly PlannedPush[],
): Promise<ApiFailure | LockNotWritten | undefined> {
  const { lock, onResult } = tools;
  try {
    for (const plan of plans) {
      const { result, entry, isWritten } = await publishOne(tools, plan);
      if (entry) lock.set(plan.file.name, entry);
      onResult(result);
      if (isWritten) await saveLock(lock);
    }
    await saveLock(lock);
    return undefined;
  } catch (error) {
    if (error instanceof ApiFailure || error instanceof LockNotWritten) return error;
    throw error;
  }
}

async function saveLock(lock: LockFile): Promise<void> {
  try {
    await lock.save();
  } catch (error) {
    if (error instanceof FolderRefused) throw new LockNotWritten(error.message);
    throw error;
  }
}

/** The result, and what the lock then records; undefined to leave its entry as it is. */
interface Published {
  readonly result: PushResult;
  readonly entry?: LockEntry;
  readonly isWritten: boolean;
}

async function publishOne(tools: PublishTools, first: PlannedPush): Promise<Published> {
  const { file } = first;
  let plan = first;
  for (let attempt = 1; attempt <= ATTEMPTS; attempt += 1) {
    const published = await carryOut(tools, plan);
    if (published !== 'stale') return published;
    plan = await tools.planner.planAgain(file);
  }
  return failed(file, KEEPS_CHANGING);
}

async function carryOut(tools: PublishTools, plan: PlannedPush): Promise<Published | 'stale'> {
  const { file, decision } = plan;
  switch (decision.kind) {
    case 'conflict':
      return { result: { name: file.name, outcome: 'conflict', problem: decision.problem }, isWritten: false };
    case 'keep':
      return keepVersion(tools, plan, decision);
    case 'publish':
      return publishVersion(tools, plan, decision);
  }
}

async function keepVersion(
  { api, options }: PublishTools,
  { file, remote, change, moves }: PlannedPush,
  { entry, metadata }: Extract<Decision, { readonly kind: 'keep' }>,
): Promise<Published | 'stale'> {
  if (remote && metadata !== NO_CHANGE) {
    const problem = await api.changeMetadata(remote, metadata, options.force ? undefined : remote);
    if (problem) return notWritten(file, problem);
  }
  for (const { label } of moves) {
    const { message, force } = options;
    const problem = await api.moveLabel(entry.id, label, { version: entry.version, message, force });
    if (problem) return notWritten(file, problem);
  }
  const { version } = entry;
  const result: PushResult = { name: file.name, outcome: change, version };
  return { result, entry: withMetadata(entry, file), isWritten: change === 'updated' };
}

async function publishVersion(
  { api, options }: PublishTools,
  { file, remote }: PlannedPush,
  { metadata, condition }: Extract<Decision, { readonly kind: 'publish' }>,
): Promise<Published | 'stale'> {
  const { name, prompt } = file;
  const { labels, message, force } = options;
  const { description, tags } = metadata;
  const request = { labels, message, force, condition };
  const outcome = await api.publish(name, { ...prompt, description, tags }, request);
  if (outcome.kind !== 'published') return notWritten(file, outcome);
  const { version } = outcome;
  const isOld = version === remote?.latestVersion;
  const change = outcome.isNew ? 'created' : outcome.unchanged ? 'unchanged' : isOld ? 'updated' : 'new-version';
  const warnings = findWarnings(prompt.content);
  return { result: { name, outcome: change, version, warnings }, entry: entryOf(file, outcome), isWritten: true };
}

const notWritten = (file: SoundFile, problem: NotWritten): Published | 'stale' =>
  problem.kind === 'stale' ? 'stale' : failed(file, problem.refusal);

const failed = ({ name }: SoundFile, refusal: ApiRefusal): Published => ({
  result: { name, outcome: 'failed', refusal },
  isWritten: false,
});

function entryOf(file: SoundFile, { id, version, hash, description, tags }: PublishedVersion): LockEntry {
  const fileHash = hashOfFile(file.prompt);
  const entry = { id, version, hash, latestVersion: version, description, tags };
  return withMetadata({ ...entry, file: fileHash === hash ? undefined : fileHash }, file);
}

/** Takes the metadata of the file, because a later edit of the file is compared with it. */
const withMetadata = (entry: LockEntry, { prompt: { description, tags } }: SoundFile): LockEntry => ({
  ...entry,
  description: description ?? entry.description,
  tags: tags ?? entry.tags,
});
