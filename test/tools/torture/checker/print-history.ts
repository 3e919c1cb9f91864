import type { History } from './history.ts';

/** Keys are printed by number, in the order of appearance: a real key must not appear in any output. */
export const printEvent = ({ keys }: Pick<History, 'keys'>, event: unknown): string =>
  keys.reduce((text, key, index) => text.replaceAll(key, `k${index}`), JSON.stringify(event));

interface Line {
  readonly calledAt: number;
  readonly returnedAt?: number | undefined;
}

/** One line for each operation, in the order of the calls. A pending operation has a `?` as its return time. */
export function printHistory(history: History): string {
  const { keyOperations, promptOperations, publications, imports, streamed } = history;
  const settled = publications.map(({ returnedAt, ...publication }) => ({
    ...publication,
    returnedAt: publication.outcome === 'unknown' ? undefined : returnedAt,
  }));
  const lines: readonly Line[] = [...keyOperations, ...promptOperations, ...settled, ...imports, ...streamed];
  return lines
    .toSorted((one, other) => one.calledAt - other.calledAt)
    .map(({ calledAt, returnedAt, ...operation }) => {
      const times = [calledAt, returnedAt ?? '?'].map((time) => String(time).padStart(4));
      return `  ${times.join(' ')}  ${printEvent(history, operation)}`;
    })
    .join('\n');
}
