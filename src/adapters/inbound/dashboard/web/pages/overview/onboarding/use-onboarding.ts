import { useLocalStorage } from '@mantine/hooks';
import { useEffect, useState } from 'react';
import { useKeyUse } from '../../../api/account/key.ts';
import type { useUsage } from '../../../api/account/stats.ts';
import { useRecentPrompts } from '../../../api/prompts/prompts.ts';
import { useAccount } from '../../../shell/account-context.ts';
import { countSteps, findProgress, type OnboardingProgress, STEPS } from './onboarding-progress.ts';

interface StoredOnboarding {
  readonly hasCopiedKey?: boolean;
  /** Dismissed, or complete. */
  readonly isClosed?: boolean;
}

export type Onboarding =
  | { readonly kind: 'loading' }
  | { readonly kind: 'closed' }
  | {
      readonly kind: 'open';
      readonly progress: OnboardingProgress;
      /** The prompt to call; undefined without prompts. */
      readonly promptName: string | undefined;
      readonly markKeyCopied: () => void;
      readonly close: () => void;
    };

type UsageResult = Pick<ReturnType<typeof useUsage>, 'data' | 'error'>;

/** The first steps of an account. Once complete, they stay open until the user leaves the page, and never return. */
export function useOnboarding(usage: UsageResult): Onboarding {
  const { userId } = useAccount();
  const [stored, setStored] = useLocalStorage<StoredOnboarding>({
    key: `prompthold-onboarding-${userId}`,
    defaultValue: {},
    getInitialValueInEffect: false,
  });
  const prompts = useRecentPrompts();
  const key = useKeyUse();
  const [wasIncomplete, setWasIncomplete] = useState(false);
  const progress =
    usage.data && prompts.data && key.data
      ? findProgress({
          hasCopiedKey: stored.hasCopiedKey === true,
          promptCount: prompts.data.length,
          keyLastUsedAt: key.data.lastUsedAt,
          days: usage.data.slots,
        })
      : undefined;
  const isComplete = progress !== undefined && countSteps(progress) === STEPS;
  if (progress && !isComplete && !wasIncomplete) setWasIncomplete(true);
  const close = () => setStored((before) => ({ ...before, isClosed: true }));
  const isOver = isComplete && !wasIncomplete;
  useEffect(() => {
    if (isOver) setStored((before) => ({ ...before, isClosed: true }));
  }, [isOver, setStored]);

  if (stored.isClosed || isOver) return { kind: 'closed' };
  if (!progress)
    return { kind: [usage, prompts, key].some(({ data, error }) => !data && error) ? 'closed' : 'loading' };
  return {
    kind: 'open',
    progress,
    promptName: prompts.data?.[0]?.name,
    markKeyCopied: () => setStored((before) => ({ ...before, hasCopiedKey: true })),
    close,
  };
}
