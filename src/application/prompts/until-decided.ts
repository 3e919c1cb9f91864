import type { Stale } from '../ports/prompts/prompt-writer.ts';
import type { Work } from '../work.ts';

/**
 * How often a decision is attempted. Decisions that depend on other prompts take longer than changes that do not: with
 * four clients writing without a pause, 25 attempts were too few.
 */
export const ATTEMPTS_MAX = 100;

/** Every attempt was stale, because other writes were always faster. */
export interface Conflict {
  readonly kind: 'conflict';
}

/** Retries reading, deciding and writing while the write finds that its preconditions are stale. */
export async function untilDecided<Outcome extends { readonly kind: string }>(
  decide: () => Promise<Outcome | Stale>,
  work?: Pick<Work, 'signal'>,
): Promise<Outcome | Conflict> {
  for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
    // Not before the first attempt: nearly all requests need no other.
    if (attempt > 0) work?.signal.throwIfAborted();
    const outcome = await decide();
    if (!isStale(outcome)) return outcome;
  }
  return { kind: 'conflict' };
}

const isStale = <Outcome extends { readonly kind: string }>(outcome: Outcome | Stale): outcome is Stale =>
  outcome.kind === 'stale';
