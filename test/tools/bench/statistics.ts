/** The middle one, or the mean of the two in the middle. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle];
  if (upper === undefined || lower === undefined) throw new Error('there is no median of nothing');
  return (lower + upper) / 2;
}

/** The smallest of the values that so many percent of them do not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error('there is no percentile of nothing');
  return value;
}

/**
 * How many times as much the one costs as the other, round by round, and then the median: what slows the machine down
 * for a while slows down both halves of a round, and drops out.
 */
export function ratio(ones: readonly number[], others: readonly number[]): number {
  return median(
    ones.map((one, round) => {
      const other = others[round];
      if (other === undefined) throw new Error('every round has two halves');
      return one / other;
    }),
  );
}
