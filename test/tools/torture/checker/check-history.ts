import type { FinalState, Versions } from '../final-checks.ts';
import { accountOperations, isStored, promptOperations } from './account-operations.ts';
import { accountRegister } from './account-register.ts';
import { checkFeed } from './check-feed.ts';
import { checkReleases } from './check-releases.ts';
import type { History } from './history.ts';
import { keyRegister } from './key-register.ts';
import { linearize, type Model, type Operation } from './linearizable.ts';
import { printEvent } from './print-history.ts';
import { promptRegister } from './prompt-register.ts';

/** Everything that is wrong with a history, one message each. */
export function checkHistory(history: History, finalState: FinalState): readonly string[] {
  const together = accountOperations(history, finalState);
  const keys = keyRegister(history.account.token, history.keyOperations);
  const print = (event: unknown) => printEvent(history, event);
  return [
    ...history.failures,
    ...checkVersions(history, finalState.versions),
    ...checkReads(history, finalState.versions),
    ...checkFeed(finalState.events, finalState.stored),
    ...checkReleases(history.releases, finalState.prompts),
    ...checkImports(history, finalState),
    ...checkStreams(history, finalState),
    ...checkOrder('key', keys, history.keyOperations, print),
    ...checkOrder('labels and versions', promptRegister, promptOperations(history, finalState), print),
    ...checkOrder('key, labels and versions', accountRegister('k0', together), together, print),
  ];
}

/** No version is lost, duplicated or invented, and version numbers have no gaps. */
function checkVersions({ publications }: History, versions: Versions): readonly string[] {
  const found = new Map<string, number[]>();
  for (const { version, content } of versions) found.set(content, [...(found.get(content) ?? []), version]);

  const wrong: string[] = [];
  const numbers = versions.map(({ version }) => version).sort((one, other) => one - other);
  if (numbers.some((number, index) => number !== index + 1)) wrong.push(`the versions are numbered ${numbers}`);
  for (const { content, outcome } of publications) {
    const places = found.get(content) ?? [];
    found.delete(content);
    if (outcome === 'rejected' && places.length > 0)
      wrong.push(`"${content}" was rejected, but is stored as version ${places}`);
    if (outcome === 'unknown' && places.length > 1) wrong.push(`"${content}" is stored as versions ${places}`);
    if (typeof outcome === 'number' && (places.length !== 1 || places[0] !== outcome)) {
      wrong.push(
        `"${content}" was acknowledged as version ${outcome}, but is stored as version ${places.join() || 'none'}`,
      );
    }
  }
  for (const [content, places] of found)
    wrong.push(`"${content}" was never published, but is stored as version ${places}`);
  return wrong;
}

function checkReads({ reads }: History, versions: Versions): readonly string[] {
  const contents = new Map(versions.map(({ version, content }) => [version, content]));
  return reads
    .filter(({ version, content }) => contents.get(version) !== content)
    .map(({ version, content }) => `version ${version} was read as "${content}", but is "${contents.get(version)}"`);
}

/** What was acknowledged is stored, and what was rejected is not. */
function checkImports({ imports }: History, { prompts }: FinalState): readonly string[] {
  return imports
    .filter(({ name, outcome }) => outcome === (isStored(prompts, name) ? 'rejected' : 'created'))
    .map(
      ({ name, outcome }) =>
        `the import of ${name} was ${outcome}, but it is ${isStored(prompts, name) ? '' : 'not '}stored`,
    );
}

/** Streams deliver events of the feed only. */
function checkStreams({ streamed }: History, { events }: FinalState): readonly string[] {
  const ids = new Set(events.map(({ id }) => id));
  return streamed
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => `a stream delivered ${id}, which is not in the feed`);
}

function checkOrder<State, Event>(
  subject: string,
  model: Model<State, Event>,
  operations: readonly Operation<Event>[],
  print: (event: unknown) => string,
): readonly string[] {
  const verdict = linearize(model, operations);
  switch (verdict.kind) {
    case 'linearizable':
      return [];
    case 'undecided':
      return [`${subject}: undecided, the search for an order took too long`];
    case 'contradiction': {
      const { explained, state, stuck } = verdict.contradiction;
      const next = stuck.map(({ event, calledAt }) => `${print(event)} (called at ${calledAt})`).join(' or ');
      const last = explained.at(-1);
      return [
        `${subject}: not linearizable. ${explained.length} of ${operations.length} operations are explained, ` +
          `the last is ${last ? print(last.event) : 'none'} (called at ${last?.calledAt}), the state is then ${state}; ` +
          `no order explains ${next}`,
      ];
    }
  }
}
