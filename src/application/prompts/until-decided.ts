import type { Stale } from '../ports/prompt-writer.ts';

/**
 * How often a stale decision is made again. Decisions that look at other prompts take longer than changes that do not:
 * with four clients writing without a pause, 25 attempts were too few.
 */
export const ATTEMPTS_MAX = 100;

/** Every attempt was stale: other writes were always faster. */
export interface Conflict {
  readonly kind: 'conflict';
}

/** Reads, decides and writes again as long as the write finds that what was read has changed since. */
export async function untilDecided<Outcome extends { readonly kind: string }>(
  decide: () => Promise<Outcome | Stale>,
): Promise<Outcome | Conflict> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    const outcome = await decide();
    if (!isStale(outcome)) return outcome;
  }
  return { kind: 'conflict' };
}

const isStale = <Outcome extends { readonly kind: string }>(outcome: Outcome | Stale): outcome is Stale =>
  outcome.kind === 'stale';
