/** `2 created, 1 unchanged`, in the given order. */
export function tally<Word extends string>(outcomes: readonly Word[], happened: readonly Word[]): string {
  const counts = outcomes.map((word) => ({ word, count: happened.filter((other) => other === word).length }));
  return counts
    .filter(({ count }) => count > 0)
    .map(({ word, count }) => `${count} ${word}`)
    .join(', ');
}
