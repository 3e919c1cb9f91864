import { SimpleGrid, Skeleton } from '@mantine/core';
import { useUsage } from '../../api/account/stats.ts';
import { LoadProblem } from '../../outage/load-problem.tsx';
import { Page } from '../../shell/page.tsx';
import { CallStatistics } from './call-statistics.tsx';
import { KeyUse } from './key-use.tsx';
import { OnboardingCard } from './onboarding/onboarding-card.tsx';
import { useOnboarding } from './onboarding/use-onboarding.ts';
import { RecentPrompts } from './recent-prompts.tsx';

/** A call appears here within two seconds, of which the service may take one to store it. */
const REFRESH_MS = 500;

export default function OverviewPage() {
  const usage = useUsage({ interval: 'day', count: 30, groupBy: 'status' }, REFRESH_MS);
  const onboarding = useOnboarding(usage);
  return (
    <Page title="Overview" description="API activity for your account. Live; days in UTC.">
      {/* Whether there are first steps to show is known before anything else appears, so that nothing moves. */}
      {onboarding.kind === 'loading' ? (
        <Skeleton height={480} />
      ) : (
        <>
          {onboarding.kind === 'open' && <OnboardingCard onboarding={onboarding} />}
          {(onboarding.kind === 'closed' || onboarding.progress.call !== 'none') && <Statistics usage={usage} />}
          {(onboarding.kind === 'closed' || onboarding.progress.hasPrompt) && (
            <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
              <RecentPrompts />
              <KeyUse />
            </SimpleGrid>
          )}
        </>
      )}
    </Page>
  );
}

function Statistics({ usage: { data, error, refetch } }: { readonly usage: ReturnType<typeof useUsage> }) {
  return (
    <>
      {error && <LoadProblem title="Could not load the statistics" problem={error} onRetry={refetch} />}
      {data && <CallStatistics days={data.slots} />}
      {!data && !error && <Skeleton height={480} />}
    </>
  );
}
