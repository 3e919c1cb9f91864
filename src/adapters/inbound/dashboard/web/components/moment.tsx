const EXACT = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });
const FULL = new Intl.DateTimeFormat(undefined, { dateStyle: 'full', timeStyle: 'long' });

/** A point in time as the reader's clock shows it; the tooltip has it with the zone. */
export function Moment({ at }: { readonly at: string }) {
  const date = new Date(at);
  return (
    <time dateTime={at} title={FULL.format(date)}>
      {EXACT.format(date)}
    </time>
  );
}
