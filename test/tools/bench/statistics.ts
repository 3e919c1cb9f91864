/** For an even count, the mean of the two middle values. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle];
  const lower = sorted[sorted.length % 2 === 0 ? middle - 1 : middle];
  if (upper === undefined || lower === undefined) throw new Error('no median of an empty list');
  return (lower + upper) / 2;
}

/** The smallest value that at least this percentage of the values does not exceed. */
export function percentile(values: readonly number[], percent: number): number {
  const sorted = values.toSorted((one, other) => one - other);
  const value = sorted[Math.max(0, Math.ceil((percent / 100) * sorted.length) - 1)];
  if (value === undefined) throw new Error('no percentile of an empty list');
  return value;
}

/**
 * The median of the ratios of each round. A slow moment of the machine affects both halves of a round and cancels
 * out.
 */
export function ratio(ones: readonly number[], others: readonly number[]): number {
  return median(
    ones.map((one, round) => {
      const other = others[round];
      if (other === undefined) throw new Error('both lists must have the same number of rounds');
      return one / other;
    }),
  );
}
