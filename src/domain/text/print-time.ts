const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_MAX = 1000;

/** By their number since 1970. */
const days = new Map<number, string>();
const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));

/** The same as `new Date(ms).toISOString()`, but faster: responses contain several times, often of the same day. */
export function printTime(ms: number): string {
  const day = Math.floor(ms / DAY_MS);
  const seconds = Math.floor((ms - day * DAY_MS) / 1000);
  const hour = twoDigits[Math.floor(seconds / 3600)];
  const minute = twoDigits[Math.floor(seconds / 60) % 60];
  const fraction = ms - day * DAY_MS - seconds * 1000;
  const padding = fraction < 10 ? '00' : fraction < 100 ? '0' : '';
  return `${printDay(day)}T${hour}:${minute}:${twoDigits[seconds % 60]}.${padding}${fraction}Z`;
}

function printDay(day: number): string {
  const known = days.get(day);
  if (known !== undefined) return known;
  const [date = ''] = new Date(day * DAY_MS).toISOString().split('T');
  if (days.size === DAYS_MAX) days.clear();
  days.set(day, date);
  return date;
}
