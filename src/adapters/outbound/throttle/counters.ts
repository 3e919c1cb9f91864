import type { SharedRecords } from '../records/shared-records.ts';

/** A record in terms of the domain, as of now. */
export interface Count {
  readonly record: unknown;
  /** A time in milliseconds since 1970. */
  readonly expiresAt: number;
  /** The time until something more may be counted, 0 when it may be now. */
  readonly waitMs: number;
  /** Nothing more may be counted, and the next attempt starts a block. */
  readonly isFull?: boolean;
  add(): Count;
  takeBack(): Count;
}

/** The key that a count is stored under, and how it is read. */
export interface Counter<Kind extends Count = Count> {
  readonly key: string;
  readonly parse: (text: string | undefined) => Kind;
}

/** A decision about a count: another one, nothing, or no change but a time to wait. */
type Decision = Count | 'delete' | { readonly waitMs: number };

/**
 * Replaces a count by what `decide` makes of it, and decides again if another instance was faster. Returns the time to
 * wait, 0 when the count was changed. `seen` is the record as read before, if it was.
 */
export async function changeCount<Kind extends Count>(
  records: SharedRecords,
  { key, parse }: Counter<Kind>,
  at: Date,
  decide: (count: Kind) => Decision,
  seen?: { readonly text: string | undefined },
): Promise<number> {
  for (let current = seen; ; current = undefined) {
    const replaced = current ? current.text : (await records.read([key]))[0];
    const decision = decide(parse(replaced));
    if (decision !== 'delete' && !('record' in decision)) return decision.waitMs;

    const [text, expiresAt] =
      decision === 'delete' ? [undefined, at] : [JSON.stringify(decision.record), new Date(decision.expiresAt)];
    if (text === replaced || (await records.replace({ key, replaced, text, at, expiresAt }))) return 0;
  }
}

export async function readCounters(records: SharedRecords, counters: readonly Counter[]): Promise<ReadCounter[]> {
  const texts = await records.read(counters.map(({ key }) => key));
  return counters.map((counter, index) => ({ ...counter, text: texts[index] }));
}

/** The wait of a count that is full: as long as it takes. */
export const FULL_MS = Number.POSITIVE_INFINITY;

/** A counter with its record as it was read. */
export interface ReadCounter extends Counter {
  readonly text: string | undefined;
}

/**
 * Adds one to every count, or to none. Deletes expired records for every attempt, not for those that add one: an e-mail
 * with an account may have a record already, and the time of a response must not show that.
 *
 * Returns the first that did not permit it with its wait, undefined if all did.
 */
export async function addToAll(
  records: SharedRecords,
  counters: readonly ReadCounter[],
  at: Date,
): Promise<{ readonly counter: Counter; readonly waitMs: number } | undefined> {
  await records.deleteExpired(at);
  for (const [index, counter] of counters.entries()) {
    const waitMs = await changeCount(records, counter, at, addOrWait, counter);
    if (waitMs > 0) {
      await takeBackFromAll(records, counters.slice(0, index), at);
      return { counter, waitMs };
    }
  }
  return undefined;
}

function addOrWait(count: Count): Decision {
  const waitMs = count.isFull ? FULL_MS : count.waitMs;
  return waitMs > 0 ? { waitMs } : count.add();
}

export async function takeBackFromAll(records: SharedRecords, counters: readonly Counter[], at: Date): Promise<void> {
  await Promise.all(counters.map((counter) => changeCount(records, counter, at, (count) => count.takeBack())));
}
