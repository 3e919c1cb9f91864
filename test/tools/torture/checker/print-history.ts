import type { History } from './history.ts';
import type { KeyEvent } from './key-register.ts';
import type { PromptEvent } from './prompt-register.ts';

/** Keys are printed by number, in the order of appearance: a real key must not appear in any output. */
const nameOf = ({ keys }: History, key: string): string => `k${keys.indexOf(key)}`;

export function printKeyEvent(history: History, event: KeyEvent): string {
  switch (event.kind) {
    case 'verify':
      return `verify ${nameOf(history, event.key)} ${event.accepted ? 'accepted' : 'rejected'}`;
    case 'sign-in':
      return `sign-in returned ${nameOf(history, event.key)}`;
    case 'reset': {
      const { issued } = event;
      const outcome = issued === undefined ? 'rejected' : issued === 'unknown' ? '?' : nameOf(history, issued);
      return `reset ${nameOf(history, event.key)} -> ${outcome}`;
    }
  }
}

export function printPromptEvent(event: PromptEvent): string {
  switch (event.kind) {
    case 'publish':
      return ['publish', `v${event.version}`, ...event.labels].join(' ');
    case 'refused-publish':
      return `publish with ${event.labels}: protected`;
    case 'protect':
      return `protect [${event.labels}]`;
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
    ...history.promptOperations.map(({ event, ...times }) => ({ ...times, text: printPromptEvent(event) })),
    ...history.publications.map(({ content, labels, outcome, calledAt, returnedAt }) => ({
      calledAt,
      returnedAt: outcome === 'unknown' ? undefined : returnedAt,
      text: `publish "${content}" ${labels}: ${outcome}`,
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
