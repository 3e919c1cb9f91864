import { z } from 'zod';
import { parseJson } from '../../../../../domain/text/parse-json.ts';
import { FolderRefused, LOCK_FILE } from '../files/prompt-files-folder.ts';

/** State of a prompt and its file when they were last pulled or pushed. */
export interface LockEntry {
  /** A prompt that was deleted and created again has another id. */
  readonly id: string;
  readonly version: number;
  /** The hash of that version, as the API reports it. */
  readonly hash: string;
  /** The newest version that was known then. If there is a newer one, the prompt has changed since. */
  readonly latestVersion: number;
  readonly description: string;
  readonly tags: readonly string[];
  /** The hash of the file, if it differs from `hash` because the file leaves variables or the config out. */
  readonly file?: string | undefined;
}

/** Content of a lock file, for one account. */
export interface PromptLock {
  readonly account: string;
  readonly entries: ReadonlyMap<string, LockEntry>;
}

/** Raised with every change of the format that this program could not read. */
const FORMAT = 1;

const CURE = 'Restore it from version control, or delete it: files are then compared with all versions on the service.';
const MERGE_MARKER = /^(?:<{7}|\|{7}|={7}|>{7})(?: |\r?$)/m;

const version = z.int().min(1);
const hash = z.string().regex(/^sha256:[0-9a-f]{64}$/, 'is not a hash');
const entry = z.object({
  description: z.string().default(''),
  file: hash.optional(),
  hash,
  id: z.string(),
  latestVersion: version,
  tags: z.array(z.string()).default([]),
  version,
});
const head = z.object({ lockVersion: z.int().min(1) });
const body = z.object({ account: z.string(), prompts: z.record(z.string(), entry) });

/** Throws FolderRefused, which names the cure. */
export function parsePromptLock(text: string): PromptLock {
  const marker = MERGE_MARKER.exec(text);
  if (marker) {
    const line = text.slice(0, marker.index).split('\n').length;
    const cure = 'Resolve it, keeping either side of each conflict; push and pull will notice what is missing.';
    throw refuse(`has an unresolved merge conflict in line ${line}. ${cure}`);
  }
  const json = readJson(text);
  const format = head.safeParse(json);
  if (format.success && format.data.lockVersion > FORMAT) {
    const { lockVersion } = format.data;
    throw refuse(`has format ${lockVersion}, but this program knows only format ${FORMAT}. Update prompthold.`);
  }
  const parsed = body.safeParse(json);
  const [issue] = [...(format.error?.issues ?? []), ...(parsed.error?.issues ?? [])];
  if (issue || !parsed.success) throw refuse(`is damaged at ${issue?.path.join('.') || 'its top level'}. ${CURE}`);
  const { account, prompts } = parsed.data;
  return { account, entries: new Map(Object.entries(prompts)) };
}

const refuse = (problem: string): FolderRefused => new FolderRefused(LOCK_FILE, problem);

function readJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    throw refuse(`is not valid JSON. ${CURE}`);
  }
}

/** A file from entries that are already printed: a large lock is written after each of many publications. */
export function printPromptLock(account: string, entries: ReadonlyMap<string, string>): string {
  // One JSON.stringify does not work: an object would have names such as `10` and `9` in front of all others.
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const prompts = sorted.map(([name, printed]) => `    ${JSON.stringify(name)}: ${printed}`).join(',\n');
  const members = prompts === '' ? '{}' : `{\n${prompts}\n  }`;
  return `{\n  "account": ${JSON.stringify(account)},\n  "lockVersion": ${FORMAT},\n  "prompts": ${members}\n}\n`;
}

/** Prints sorted keys, one per line, so that version control can merge changes of different prompts. */
export function printLockEntry({ id, version, hash, latestVersion, description, tags, file }: LockEntry): string {
  const fields = {
    ...(description !== '' && { description }),
    ...(file !== undefined && { file }),
    hash,
    id,
    latestVersion,
    ...(tags.length > 0 && { tags: tags.toSorted() }),
    version,
  };
  return JSON.stringify(fields, null, 2).replaceAll('\n', '\n    ');
}
