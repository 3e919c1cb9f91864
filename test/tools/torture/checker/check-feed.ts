import { PROMPT } from './history.ts';

/** One event of GET /api/changes, with the fields that the check needs. */
export interface FeedEvent {
  readonly id: string;
  readonly type: string;
  readonly data: {
    readonly name?: string;
    readonly version?: number | null;
    /** Imported prompts are checked by themselves. */
    readonly imported?: boolean;
    readonly hash?: string | null;
    readonly label?: string;
    readonly previous?: number | null;
    readonly by?: string;
    readonly labels?: readonly string[];
    readonly added?: readonly string[];
    readonly removed?: readonly string[];
  };
}

export interface StoredVersion {
  readonly version: number;
  readonly hash: string;
}

export interface StoredMove {
  readonly label: string;
  readonly version: number | null;
  readonly previous: number | null;
  readonly by: string;
}

/** Everything that the feed must agree with, all from the same revision of the account. */
export interface StoredState {
  readonly revision: number;
  readonly versions: readonly StoredVersion[];
  /** Each label's oldest first. */
  readonly moves: readonly StoredMove[];
  readonly protected: readonly string[];
}

/** No change is without its event, and no event without its change. One message for each contradiction. */
export function checkFeed(events: readonly FeedEvent[], stored: StoredState): readonly string[] {
  return [
    ...checkRevisions(events, stored.revision),
    ...compare('versions', versionsIn(events), stored.versions.map(printVersion)),
    ...checkMoves(events, stored.moves),
    ...checkProtection(events, stored.protected),
  ];
}

const revisionOf = ({ id }: FeedEvent): number => Number(id.split('-', 1));
const numberOf = ({ id }: FeedEvent): number => Number(id.split('-', 2)[1]);

/** Every revision of the account has events, and they are in order. */
function checkRevisions(events: readonly FeedEvent[], revision: number): readonly string[] {
  const wrong: string[] = [];
  let last = { revision: 0, n: 0 };
  for (const event of events) {
    const next = { revision: revisionOf(event), n: numberOf(event) };
    const follows = next.revision === last.revision ? next.n > last.n : next.revision === last.revision + 1;
    if (!follows) wrong.push(`the feed has ${event.id} after ${last.revision}-${last.n}`);
    last = next;
  }
  if (last.revision !== revision) wrong.push(`the feed ends at ${last.revision}, but the account is at ${revision}`);
  return wrong;
}

/** The feed has no hash of the first version. */
const printVersion = ({ version, hash }: StoredVersion): string => (version === 1 ? '1' : `${version} ${hash}`);

const isOfOther = ({ data }: FeedEvent): boolean => data.imported || (data.name !== undefined && data.name !== PROMPT);

/** Whether it published a version of the prompt. */
export const isPublication = (event: FeedEvent): boolean =>
  !isOfOther(event) && (event.type === 'prompt.created' || event.type === 'version.published');

const versionsIn = (events: readonly FeedEvent[]): readonly string[] =>
  events.filter(isPublication).map(({ data }) => printVersion({ version: data.version ?? 0, hash: data.hash ?? '' }));

function checkMoves(events: readonly FeedEvent[], moves: readonly StoredMove[]): readonly string[] {
  const recorded = events
    .filter((event) => event.type === 'label.moved' && !isOfOther(event))
    .map(({ data }) => ({
      label: data.label ?? '',
      version: data.version ?? null,
      previous: data.previous ?? null,
      by: data.by ?? '',
    }));
  const labels = new Set([...recorded, ...moves].map(({ label }) => label));
  const ofLabel = (all: readonly StoredMove[], label: string) =>
    all.filter((move) => move.label === label).map(({ previous, version, by }) => `${previous} to ${version} by ${by}`);
  return [...labels].flatMap((label) => compare(`moves of ${label}`, ofLabel(recorded, label), ofLabel(moves, label)));
}

/** Each change of the list follows from the one before, and the last one is what is protected. */
function checkProtection(events: readonly FeedEvent[], stored: readonly string[]): readonly string[] {
  const wrong: string[] = [];
  let held: readonly string[] = [];
  for (const { id, type, data } of events) {
    if (type !== 'protection.changed') continue;
    const { labels = [], added = [], removed = [] } = data;
    const expected = [...held.filter((label) => !removed.includes(label)), ...added].toSorted().join();
    const isNew = added.every((label) => !held.includes(label)) && removed.every((label) => held.includes(label));
    if (expected !== labels.join() || !isNew || added.length + removed.length === 0) {
      wrong.push(`${id} does not follow from protected labels [${held}]: ${JSON.stringify(data)}`);
    }
    held = labels;
  }
  if (held.join() !== stored.toSorted().join()) {
    wrong.push(`by the feed [${held}] are protected, but they are [${stored}]`);
  }
  return wrong;
}

function compare(what: string, recorded: readonly string[], stored: readonly string[]): readonly string[] {
  const at = [...recorded, ...stored].findIndex((_, index) => recorded[index] !== stored[index]);
  if (at === -1) return [];
  return [
    `${what}: the feed has ${recorded[at] ?? 'nothing'} as number ${at + 1}, but ${stored[at] ?? 'nothing'} is stored`,
  ];
}
