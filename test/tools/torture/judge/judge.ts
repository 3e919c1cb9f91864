import type { Finale, Versions } from '../final-checks.ts';
import type { History } from './history.ts';
import { type KeyEvent, keyRegister } from './key-register.ts';
import { linearize, type Model, type Operation } from './linearizable.ts';
import { printKeyEvent, printPromptEvent } from './print-history.ts';
import { type PromptEvent, promptRegister } from './prompt-register.ts';

/** Everything about a history that could not have been, each in one sentence. */
export function judge(history: History, finale: Finale): readonly string[] {
  return [
    ...history.failures,
    ...wrongVersions(history, finale.versions),
    ...wrongReadings(history, finale.versions),
    ...wrongOrder(
      'key',
      keyRegister(history.account.token, history.keyOperations),
      history.keyOperations,
      (event: KeyEvent) => printKeyEvent(history, event),
    ),
    ...wrongOrder('labels and versions', promptRegister, promptOperations(history, finale), printPromptEvent),
  ];
}

/** No version is lost, doubled or invented, and no number is left out. */
function wrongVersions({ publications }: History, versions: Versions): readonly string[] {
  const found = new Map<string, number[]>();
  for (const { version, content } of versions) found.set(content, [...(found.get(content) ?? []), version]);

  const wrong: string[] = [];
  const numbers = versions.map(({ version }) => version).sort((one, other) => one - other);
  if (numbers.some((number, index) => number !== index + 1)) wrong.push(`the versions are numbered ${numbers}`);
  for (const { content, outcome } of publications) {
    const places = found.get(content) ?? [];
    found.delete(content);
    if (outcome === 'refused' && places.length > 0) wrong.push(`"${content}" was refused, and is version ${places}`);
    if (outcome === 'unknown' && places.length > 1) wrong.push(`"${content}" is there as versions ${places}`);
    if (typeof outcome === 'number' && (places.length !== 1 || places[0] !== outcome)) {
      wrong.push(`"${content}" was acknowledged as version ${outcome}, and is version ${places.join() || 'none'}`);
    }
  }
  for (const [content, places] of found) wrong.push(`nobody published "${content}", and it is version ${places}`);
  return wrong;
}

function wrongReadings({ readings }: History, versions: Versions): readonly string[] {
  const contents = new Map(versions.map(({ version, content }) => [version, content]));
  return readings
    .filter(({ version, content }) => contents.get(version) !== content)
    .map(({ version, content }) => `version ${version} was read as "${content}", and is "${contents.get(version)}"`);
}

/**
 * With the publications, now that their numbers are known. One whose answer was lost took effect before it was found;
 * one that is not there has not taken effect, for versions do not vanish.
 */
function promptOperations(history: History, finale: Finale): readonly Operation<PromptEvent>[] {
  const numbers = new Map(finale.versions.map(({ version, content }) => [content, version]));
  const published = history.publications.flatMap(({ content, labels, outcome, call, returned }) => {
    const version = outcome === 'unknown' ? numbers.get(content) : outcome;
    if (typeof version !== 'number') return [];
    const what: PromptEvent = { kind: 'publish', version, labels };
    return [{ what, call, returned: outcome === 'unknown' ? finale.returned : returned }];
  });
  return [...published, ...history.promptOperations];
}

function wrongOrder<State, What>(
  subject: string,
  model: Model<State, What>,
  operations: readonly Operation<What>[],
  printed: (what: What) => string,
): readonly string[] {
  const verdict = linearize(model, operations);
  switch (verdict.kind) {
    case 'linearizable':
      return [];
    case 'undecided':
      return [`${subject}: the search for an order took too long`];
    case 'contradiction': {
      const { explained, state, stuck } = verdict.contradiction;
      const next = stuck.map(({ what, call }) => `${printed(what)} (asked at ${call})`).join(' or ');
      const last = explained.at(-1);
      return [
        `${subject}: not linearizable. ${explained.length} of ${operations.length} operations are explained, ` +
          `the last is ${last ? printed(last.what) : 'none'} (asked at ${last?.call}), the state is then ${state}; ` +
          `no order explains ${next}`,
      ];
    }
  }
}
