import { callsIn, type Slot } from '../../../text/fill-series.ts';

export interface OnboardingFacts {
  /** True if the key was copied in this browser. */
  readonly hasCopiedKey: boolean;
  readonly promptCount: number;
  readonly keyLastUsedAt: string | null;
  /** The calls of the last 30 days. */
  readonly days: readonly Slot[];
}

export interface OnboardingProgress {
  readonly hasKey: boolean;
  readonly hasPrompt: boolean;
  readonly call: 'none' | 'failed' | 'succeeded';
}

/** How far a new account is on the way to its first call. */
export function findProgress({ hasCopiedKey, promptCount, keyLastUsedAt, days }: OnboardingFacts): OnboardingProgress {
  const call = findCall(days, keyLastUsedAt);
  return { hasKey: hasCopiedKey || call !== 'none', hasPrompt: promptCount > 0, call };
}

function findCall(days: readonly Slot[], keyLastUsedAt: string | null): OnboardingProgress['call'] {
  const succeeded = days.reduce((sum, { counts }) => sum + (counts['2xx'] ?? 0) + (counts['3xx'] ?? 0), 0);
  if (succeeded > 0) return 'succeeded';
  if (callsIn(days) > 0) return 'failed';
  // Calls from before these days are not known by their status, but they are not the first steps of a new account.
  const [first] = days;
  return first && keyLastUsedAt !== null && keyLastUsedAt < first.start ? 'succeeded' : 'none';
}

export const countSteps = ({ hasKey, hasPrompt, call }: OnboardingProgress): number =>
  [hasKey, hasPrompt, call === 'succeeded'].filter(Boolean).length;

export const STEPS = 3;
