import type { History } from './history.ts';
import type { KeyEvent } from './key-register.ts';
import type { PromptEvent } from './prompt-register.ts';

/** Keys by the order in which they were seen: what they are says nothing, and a key has no place in any output. */
const nameOf = ({ keys }: History, key: string): string => `k${keys.indexOf(key)}`;

export function printKeyEvent(history: History, event: KeyEvent): string {
  switch (event.kind) {
    case 'verify':
      return `verify ${nameOf(history, event.key)} ${event.accepted ? 'accepted' : 'refused'}`;
    case 'sign-in':
      return `sign-in told ${nameOf(history, event.key)}`;
    case 'reset': {
      const { issued } = event;
      const outcome = issued === undefined ? 'refused' : issued === 'unknown' ? '?' : nameOf(history, issued);
      return `reset ${nameOf(history, event.key)} -> ${outcome}`;
    }
  }
}

export function printPromptEvent(event: PromptEvent): string {
  switch (event.kind) {
    case 'publish':
      return ['publish', `v${event.version}`, ...event.labels].join(' ');
    case 'move':
      return `move ${event.label} to v${event.version}: ${event.outcome}`;
    case 'read': {
      const { label, seen } = event;
      if (!seen) return `read ${label}: not there`;
      const places = Object.entries(seen.labels).map(([name, version]) => `${name} v${version}`);
      return `read ${label}: ${[`latest v${seen.latest}`, ...places].join(', ')}`;
    }
  }
}

/** One line for each operation, by the moment at which it was asked for. Those that nobody knows the end of have a `?`. */
export function printHistory(history: History): string {
  const lines = [
    ...history.keyOperations.map(({ what, ...times }) => ({ ...times, text: printKeyEvent(history, what) })),
    ...history.promptOperations.map(({ what, ...times }) => ({ ...times, text: printPromptEvent(what) })),
    ...history.publications.map(({ content, labels, outcome, call, returned }) => ({
      call,
      returned: outcome === 'unknown' ? undefined : returned,
      text: `publish "${content}" ${labels}: ${outcome}`,
    })),
  ];
  return lines
    .toSorted((one, other) => one.call - other.call)
    .map(({ call, returned, text }) => `  ${String(call).padStart(4)} ${String(returned ?? '?').padStart(4)}  ${text}`)
    .join('\n');
}
