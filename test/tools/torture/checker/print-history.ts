import type { AccountEvent } from './account-register.ts';
import type { History } from './history.ts';
import type { KeyEvent } from './key-register.ts';
import type { PromptEvent } from './prompt-register.ts';

/** Keys are printed by number, in the order of appearance: a real key must not appear in any output. */
const nameOf = ({ keys }: History, key: string): string => `k${keys.indexOf(key)}`;

export const printKeyEvent = (history: History, event: KeyEvent): string =>
  printNamed(event, (key) => nameOf(history, key));

function printNamed(event: KeyEvent, nameOf: (key: string) => string): string {
  switch (event.kind) {
    case 'verify':
      return `verify ${nameOf(event.key)} ${event.accepted ? 'accepted' : 'rejected'}`;
    case 'sign-in':
      return `sign-in returned ${nameOf(event.key)}`;
    case 'reset': {
      const { issued } = event;
      const outcome = issued === undefined ? 'rejected' : issued === 'unknown' ? '?' : nameOf(issued);
      return `reset ${nameOf(event.key)} -> ${outcome}`;
    }
  }
}

/** The keys of these events have names already. */
export const printAccountEvent = ({ key, prompt }: AccountEvent): string => {
  if (!prompt) return key ? printNamed(key, (name) => name) : 'nothing';
  return `${printPromptEvent(prompt)}${key ? ` with ${key.key}` : ''}`;
};

export function printPromptEvent(event: PromptEvent): string {
  switch (event.kind) {
    case 'publish':
      return ['publish', `v${event.version}`, ...event.labels].join(' ');
    case 'refused-publish':
      return `publish with ${event.labels}: protected`;
    case 'protect':
      return `protect [${event.labels}]`;
    case 'streamed':
      return `stream delivered an event after v${event.latest}`;
    case 'read-protection':
      return `read protected labels: [${event.labels}]`;
    case 'move':
      return `move ${event.label} to v${event.version}${event.by ? ' in the dashboard' : ''}: ${event.outcome}`;
    case 'read': {
      const { label, seen } = event;
      if (!seen) return `read ${label}: not found`;
      const places = Object.entries(seen.labels).map(([name, version]) => `${name} v${version}`);
      return `read ${label}: ${[`latest v${seen.latest}`, ...places].join(', ')}`;
    }
  }
}

/** One line for each operation, in the order of the calls. A pending operation has a `?` as its return time. */
export function printHistory(history: History): string {
  const lines = [
    ...history.keyOperations.map(({ event, ...times }) => ({ ...times, text: printKeyEvent(history, event) })),
    ...history.promptOperations.map(({ event, key, ...times }) => ({
      ...times,
      text: `${printPromptEvent(event)}${key === undefined ? '' : ` with ${nameOf(history, key)}`}`,
    })),
    ...history.publications.map(({ content, key, labels, outcome, calledAt, returnedAt }) => ({
      calledAt,
      returnedAt: outcome === 'unknown' ? undefined : returnedAt,
      text: `publish "${content}" ${labels} with ${nameOf(history, key)}: ${outcome}`,
    })),
    ...history.imports.map(({ name, key, outcome, ...times }) => ({
      ...times,
      text: `import ${name} with ${nameOf(history, key)}: ${outcome}`,
    })),
    ...history.streamed.map(({ id, key, ...times }) => ({
      ...times,
      text: `stream of ${nameOf(history, key)} delivered ${id}`,
    })),
  ];
  return lines
    .toSorted((one, other) => one.calledAt - other.calledAt)
    .map(
      ({ calledAt, returnedAt, text }) =>
        `  ${String(calledAt).padStart(4)} ${String(returnedAt ?? '?').padStart(4)}  ${text}`,
    )
    .join('\n');
}
