import type { RotateKey } from '../../../application/keys/rotate-key.ts';
import type { SignIn } from '../../../application/keys/sign-in.ts';
import type { RetryWhileStale } from '../../../application/prompts/retry-while-stale.ts';
import type { DeliveryObserver } from '../../../application/webhooks/delivery/delivery-observer.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';

/**
 * Wraps use cases where they are built, so that each outcome is counted once, whichever channel it came through,
 * and use cases know nothing about metrics. Nothing is counted while metrics are off.
 */
type Metrics = PrometheusMetrics | undefined;

export const countSignIns = (signIn: Pick<SignIn, 'execute'>, metrics: Metrics): Pick<SignIn, 'execute'> => ({
  execute: (credentials) => countOutcome(signIn.execute(credentials), (outcome) => metrics?.countSignIn(outcome)),
});

export const countRotations = (
  rotateKey: Pick<RotateKey, 'execute'>,
  metrics: Metrics,
): Pick<RotateKey, 'execute'> => ({
  execute: (accountId, retired, origin, ...rest) =>
    countOutcome(rotateKey.execute(accountId, retired, origin, ...rest), (outcome) =>
      // The published name of this outcome, which dashboards query.
      metrics?.countKeyReset(origin.by, outcome === 'rotated' ? 'done' : outcome),
    ),
});

/** Every attempt but the first is a retry. */
export const countRetries = (
  retryWhileStale: Pick<RetryWhileStale, 'execute'>,
  metrics: Metrics,
): Pick<RetryWhileStale, 'execute'> => ({
  execute(contention, attempt, work) {
    let attempts = 0;
    const counted: typeof attempt = () => {
      attempts += 1;
      if (attempts > 1) metrics?.countWriteRetry();
      return attempt();
    };
    return retryWhileStale.execute(contention, counted, work);
  },
});

export const countDeliveries = (observer: DeliveryObserver, metrics: Metrics): DeliveryObserver => ({
  ...observer,
  attemptEnded(webhook, state) {
    metrics?.countDeliveryAttempt(state);
    observer.attemptEnded(webhook, state);
  },
  webhookDisabled(webhook, problem) {
    metrics?.countDisabledWebhook(problem);
    observer.webhookDisabled(webhook, problem);
  },
});

/** Counts the work by the name of its outcome, or as failed, and passes its result or error on. */
async function countOutcome<Outcome extends { readonly kind: string }>(
  work: Promise<Outcome>,
  count: (name: string) => void,
): Promise<Outcome> {
  try {
    const outcome = await work;
    count(outcome.kind);
    return outcome;
  } catch (error) {
    count('failed');
    throw error;
  }
}
