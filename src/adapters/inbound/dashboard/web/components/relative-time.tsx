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

/** The time since a moment, kept up to date; the tooltip shows the exact time. */
export function RelativeTime({ at }: { readonly at: string }) {
  const [now, setNow] = useState(Date.now);
  useInterval(() => setNow(Date.now()), REFRESH_MS, { autoInvoke: true });
  const date = new Date(at);
  const seconds = (now - date.getTime()) / 1000;
  return (
    <time dateTime={at} title={exact.format(date)}>
      {seconds < MONTH_SECONDS ? formatAge(seconds) : onDay.format(date)}
    </time>
  );
}

function formatAge(seconds: number): string {
  for (const [unit, length] of UNITS) {
    if (seconds >= length) return relative.format(-Math.floor(seconds / length), unit);
  }
  return 'just now';
}
