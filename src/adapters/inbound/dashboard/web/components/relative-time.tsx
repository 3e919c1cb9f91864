import { useInterval } from '@mantine/hooks';
import { useState } from 'react';

const relative = new Intl.RelativeTimeFormat(undefined, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

const UNITS = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const;

const onDay = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium' });
const MONTH_SECONDS = 30 * 86_400;
const REFRESH_MS = 15_000;

/** How long ago, for a glance, and exactly when under the pointer. Stays true while it is looked at. */
export function RelativeTime({ moment }: { readonly moment: string }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), REFRESH_MS, { autoInvoke: true });
  const date = new Date(moment);
  const seconds = (now - date.getTime()) / 1000;
  return (
    <time dateTime={moment} title={exact.format(date)}>
      {seconds < MONTH_SECONDS ? inWords(seconds) : onDay.format(date)}
    </time>
  );
}

function inWords(seconds: number): string {
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}
