import { useSyncExternalStore } from 'react';
import { formatAge } from '../text/format.ts';

const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });
const REFRESH_MS = 15_000;

interface RelativeTimeProps {
  readonly at: string;
  /** Short form for columns: "2h ago". */
  readonly isShort?: boolean;
}

/** The time since or until a moment, kept up to date; the tooltip shows the exact time with its zone. */
export function RelativeTime({ at, isShort = false }: RelativeTimeProps) {
  const now = useSyncExternalStore(subscribe, () => currentTime);
  const date = new Date(at);
  return (
    <time dateTime={at} title={exact.format(date)}>
      {formatAge(date, now, isShort ? 'narrow' : 'long')}
    </time>
  );
}

/** One timer for all that are shown: a list has dozens of them. */
let currentTime = Date.now();
let timer: ReturnType<typeof setInterval> | undefined;
const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    currentTime = Date.now();
    timer = setInterval(tick, REFRESH_MS);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size === 0) clearInterval(timer);
  };
}

function tick(): void {
  currentTime = Date.now();
  for (const listener of listeners) listener();
}
