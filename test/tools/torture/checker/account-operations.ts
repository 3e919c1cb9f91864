import type { FinalState } from '../final-checks.ts';
import { type AccountEvent, withKey } from './account-register.ts';
import { isPublication } from './check-feed.ts';
import type { History, PromptOperation } from './history.ts';
import type { KeyEvent } from './key-register.ts';
import type { Operation } from './linearizable.ts';
import type { PromptEvent } from './prompt-register.ts';

/**
 * All operations on the prompt, with the publications, now that their numbers are known. One whose response was lost took
 * effect before the final export found it; one that is not stored never took effect, because versions do not vanish.
 */
export function promptOperations(history: History, finalState: FinalState): readonly PromptOperation[] {
  const numbers = new Map(finalState.versions.map(({ version, content }) => [content, version]));
  const published = history.publications.flatMap(({ content, key, labels, outcome, calledAt, returnedAt }) => {
    const version = outcome === 'unknown' ? numbers.get(content) : outcome;
    if (typeof version !== 'number') return [];
    const event: PromptEvent = { kind: 'publish', version, labels };
    return [{ event, key, calledAt, returnedAt: outcome === 'unknown' ? finalState.returnedAt : returnedAt }];
  });
  return [...published, ...history.promptOperations];
}

/** All operations on the account, each with the key that it presented. Keys have the names k0, k1 and so on. */
export function accountOperations(history: History, finalState: FinalState): readonly Operation<AccountEvent>[] {
  const names = new Map(history.keys.map((key, index) => [key, `k${index}`]));
  const nameOf = (key: string) => names.get(key) ?? key;
  return [
    ...history.keyOperations.map(({ event, ...times }) => ({ event: { key: renameKeys(event, nameOf) }, ...times })),
    ...promptOperations(history, finalState).map(({ event, key, ...times }) => ({
      event: key === undefined ? { prompt: event } : withKey(nameOf(key), event),
      ...times,
    })),
    ...importOperations(history, finalState).map(({ event, ...times }) => ({
      event: withKey(nameOf(event)),
      ...times,
    })),
    ...streamOperations(history, finalState).map(({ event, key, ...times }) => ({
      event: withKey(nameOf(key), event),
      ...times,
    })),
  ];
}

function renameKeys(event: KeyEvent, nameOf: (key: string) => string): KeyEvent {
  const key = nameOf(event.key);
  if (event.kind !== 'reset') return { ...event, key };
  return { ...event, key, issued: event.issued && nameOf(event.issued) };
}

export const isStored = (prompts: FinalState['prompts'], wanted: string): boolean =>
  prompts.some(({ name }) => name === wanted);

/** The keys of the lines that created a prompt, at some time after the line was sent. */
const importOperations = ({ imports }: History, { prompts, returnedAt }: FinalState): readonly Operation<string>[] =>
  imports
    .filter(({ name, outcome }) => outcome === 'created' || isStored(prompts, name))
    .map(({ key, ...line }) => ({
      event: key,
      calledAt: line.calledAt,
      returnedAt: line.outcome === 'created' ? line.returnedAt : returnedAt,
    }));

/** The latest version when the delivered events were recorded. */
function streamOperations({ streamed }: History, { events }: FinalState) {
  const latestAt = new Map<string, number>();
  let latest = 0;
  for (const event of events) {
    if (isPublication(event)) latest = event.data.version ?? latest;
    latestAt.set(event.id, latest);
  }
  return streamed.map(({ id, ...rest }) => {
    const event: PromptEvent = { kind: 'streamed', latest: latestAt.get(id) ?? 0 };
    return { event, ...rest };
  });
}
