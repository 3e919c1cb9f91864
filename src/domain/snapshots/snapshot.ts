import { DEFAULT_LABEL } from '../prompts/prompt.ts';
import { isObject, type JsonObject } from '../text/json.ts';
import { parseJson } from '../text/parse-json.ts';

/**
 * Prompts in a file, with which a client starts while the service is away. It never contains a key, but is signed with
 * one: only clients that have the same key use it.
 */
export interface Snapshot {
  /** The service of the prompts: `URL.href` without slashes at its end, so that equal services have equal texts. */
  readonly url: string;
  /** ISO 8601. */
  readonly savedAt: string;
  /** The keys are `name`, `name@label` or `name@version`, as an include names its target. */
  readonly entries: ReadonlyMap<string, SnapshotEntry>;
}

export interface SnapshotEntry {
  /** The ETag of the response, with its quotes; NO_ETAG if it had none. */
  readonly etag: string;
  /** `data` in the response of `GET /api/prompts/{name}`, unchanged. Not checked any further than being an object. */
  readonly prompt: JsonObject;
}

export type SnapshotOutcome =
  | { readonly kind: 'snapshot'; readonly snapshot: Snapshot }
  | { readonly kind: 'damaged' }
  /** Written by a newer client, in a form that is not known here. */
  | { readonly kind: 'newer'; readonly version: number }
  /** The snapshot belongs to another service. */
  | { readonly kind: 'foreign'; readonly url: string };

/** Limits of what a client holds in memory, and so uses of a snapshot. `bytes` counts bytes of content. */
export const CLIENT_LIMITS = { entries: 1000, bytes: 32 * 1024 * 1024 } as const;

export const SNAPSHOT_FORMAT = 'prompthold-snapshot';
export const SNAPSHOT_VERSION = 1;

/** A snapshot is signed with HMAC-SHA-256 and this key: the HMAC-SHA-256 of this text with the API key. */
export const SNAPSHOT_KEY_PURPOSE = 'ph.snapshot.v1';

/** The key of what is read by default, by a label (or `latest`), or by a version. */
export const entryKey = (name: string, selector?: string | number): string =>
  selector === undefined ? name : `${name}@${selector}`;

/** Stands for the ETag of a listed prompt: a list has only its own. A client reads such a prompt without a condition. */
export const NO_ETAG = '';

/**
 * The keys of a prompt that was listed with a label, or by the default rule.
 *
 * The default rule is the label `production` if the prompt has it. Both responses are then the same, so that a client
 * finds the prompt whether or not it names that label.
 */
export function keysOfListed(
  { name, isInProduction }: { readonly name: string; readonly isInProduction: boolean },
  label: string | undefined,
): readonly string[] {
  if (label !== undefined && label !== DEFAULT_LABEL) return [entryKey(name, label)];
  return isInProduction ? [entryKey(name), entryKey(name, DEFAULT_LABEL)] : [entryKey(name)];
}

/** The text that is signed. Entries are sorted by key, so that two snapshots can be compared. */
export function serializeSnapshot({ url, savedAt, entries }: Snapshot): string {
  const sorted = [...entries].sort(([one], [other]) => (one < other ? -1 : 1));
  const document = { format: SNAPSHOT_FORMAT, version: SNAPSHOT_VERSION, url, savedAt };
  // Object.fromEntries instead of a spread: it defines every key as an own property, whatever its name.
  return `${JSON.stringify({ ...document, entries: Object.fromEntries(sorted) })}\n`;
}

/** The content of the file: the signed text with its signature, as hexadecimal digits, as its first field. */
export const withSignature = (text: string, signature: string): string => `{"mac":"${signature}",${text.slice(1)}`;

/** Splits the content of a file. Undefined if it has no signature. */
export function splitSignature(file: string): { readonly signature: string; readonly text: string } | undefined {
  const match = /^\{"mac":"([0-9a-f]{64})",/.exec(file);
  return match?.[1] === undefined ? undefined : { signature: match[1], text: `{${file.slice(match[0].length)}` };
}

/** Parses the content of the file, signed or not, for a client of the service at this URL. Ignores unknown fields. */
export function parseSnapshot(text: string, url: string): SnapshotOutcome {
  const document = toJson(text);
  if (!isObject(document) || document['format'] !== SNAPSHOT_FORMAT) return { kind: 'damaged' };
  const { version, url: origin, savedAt } = document;
  if (typeof version !== 'number') return { kind: 'damaged' };
  if (version > SNAPSHOT_VERSION) return { kind: 'newer', version };
  const entries = parseEntries(document['entries']);
  if (version !== SNAPSHOT_VERSION || typeof origin !== 'string' || typeof savedAt !== 'string' || !entries) {
    return { kind: 'damaged' };
  }
  return origin === url ? { kind: 'snapshot', snapshot: { url, savedAt, entries } } : { kind: 'foreign', url: origin };
}

/** Undefined if any entry is damaged: the others are then not to be trusted either. */
function parseEntries(value: unknown): ReadonlyMap<string, SnapshotEntry> | undefined {
  if (!isObject(value)) return undefined;
  const entries = new Map<string, SnapshotEntry>();
  for (const [key, entry] of Object.entries(value)) {
    if (!isObject(entry)) return undefined;
    const { etag, prompt } = entry;
    if (typeof etag !== 'string' || prompt === undefined || !isObject(prompt)) return undefined;
    entries.set(key, { etag, prompt });
  }
  return entries;
}

function toJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}
