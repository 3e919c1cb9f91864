import { type PromptDocument, targetsOf } from '../prompts/prompt-document.ts';
import type { PromptTarget } from '../prompts/prompt-target.ts';
import type { Entry } from './entry.ts';
import type { EntryLoader } from './entry-loader.ts';

/** A change of one prompt. */
export interface PromptChange {
  /** The names it has and had. */
  readonly names: readonly string[];
  readonly promptId: string | undefined;
  /** Whether its name may now lead to another prompt, or to none: otherwise versions stay what they are. */
  readonly concernsVersions: boolean;
  /** Whether labels of any prompt may have been locked or unlocked: the includes of what was read by them may change. */
  readonly concernsLocks: boolean;
}

const HOUR_MS = 60 * 60 * 1000;

/** Marks all entries that the change concerns. Returns those that are worth reading again immediately. */
export function markStale(loader: EntryLoader, change: PromptChange, now: number): readonly Entry[] {
  const { names, promptId, concernsVersions, concernsLocks } = change;
  const isChanged = (target: PromptTarget, document?: PromptDocument): boolean =>
    names.includes(target.reference) ||
    target.reference === promptId ||
    (document !== undefined && document.id === promptId) ||
    // A prompt that is still being read may include others.
    (concernsLocks && (document === undefined || targetsOf(document).length > 0));
  loader.outdateFlights((target) => isChanged(target));
  const marked = new Set<Entry>();
  const mark = (entry: Entry): void => {
    if (entry.isPinned && !concernsVersions) return;
    entry.isStale = true;
    marked.add(entry);
  };
  for (const entry of loader.entries) {
    const parts = entry.composed?.parts ?? [entry];
    for (const part of parts) {
      // An include is marked itself, even if it is no longer in memory, and so is what includes it.
      const included = 'entry' in part ? part.entry : part;
      // An include that is pinned to a version, by number or by a lock, stays the same when labels of its prompt move.
      if (!isChanged(included.target, included.document) || (included.isPinned && !concernsVersions)) continue;
      mark(included);
      mark(entry);
    }
    if (isChanged(entry.target, entry.document)) mark(entry);
  }
  const recent = usedRecently([...marked], now);
  // A change is a reason to try again, whatever happened before.
  for (const entry of recent) entry.retryAt = 0;
  return recent;
}

/** Entries that were not used for an hour are read again when they are next used. */
export const usedRecently = (entries: readonly Entry[], now: number): readonly Entry[] =>
  entries.filter(({ usedAt }) => now - usedAt <= HOUR_MS);

/** The change that an event of the feed describes; undefined for events without a prompt. */
export function toPromptChange(type: string, data: Readonly<Record<string, unknown>>): PromptChange | undefined {
  const { name, previousName, promptId } = data;
  const names = [name, previousName].filter((each) => typeof each === 'string');
  const concernsLocks = type === 'protection.changed';
  if (names.length === 0 && !concernsLocks) return undefined;
  return {
    names,
    concernsLocks,
    promptId: typeof promptId === 'string' ? promptId : undefined,
    concernsVersions: type === 'prompt.deleted' || type === 'prompt.created' || names.length > 1,
  };
}
