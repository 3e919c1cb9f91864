import { ContainerModule } from 'inversify';
import type { RotateKey } from '../../../../application/keys/rotate-key.ts';
import type { SignIn } from '../../../../application/keys/sign-in.ts';
import type { RetryWhileStale } from '../../../../application/prompts/retry-while-stale.ts';
import type { DeliveryObserver } from '../../../../application/webhooks/delivery/delivery-observer.ts';
import { PrometheusMetrics } from '../../../inbound/http/metrics/prometheus-metrics.ts';
import type { Configuration } from '../../configuration/configuration.ts';
import { version } from '../../version.ts';
import { tokens } from '../tokens/tokens.ts';
import type { Peers } from './peers.module.ts';

export function openMetrics({ storage }: Configuration, peers?: Peers): PrometheusMetrics {
  const build = { version, storage: storage.location.kind };
  if (!peers) return new PrometheusMetrics(build);
  const metrics = new PrometheusMetrics(build, () => peers.collectMetrics());
  peers.reportMetrics(() => metrics.values());
  return metrics;
}

/**
 * Wraps use cases where they are bound, so that each outcome is counted once, whichever channel it came through,
 * and use cases know nothing about metrics.
 */
export const metricsModule = (metrics: PrometheusMetrics): ContainerModule =>
  new ContainerModule(({ onActivation }) => {
    onActivation(tokens.signIn, (_context, signIn) => countSignIns(signIn, metrics));
    onActivation(tokens.rotateKey, (_context, rotateKey) => countRotations(rotateKey, metrics));
    onActivation(tokens.retryWhileStale, (_context, retryWhileStale) => countRetries(retryWhileStale, metrics));
    onActivation(tokens.storageWatch, (_context, watch) => {
      metrics.watchStorage(watch);
      return watch;
    });
    onActivation(tokens.deliveryObserver, (_context, observer) => countDeliveries(observer, metrics));
    onActivation(tokens.deliverWebhooks, (_context, deliverWebhooks) => {
      metrics.watchDeliveries(deliverWebhooks);
      return deliverWebhooks;
    });
    onActivation(tokens.hashingQueue, (_context, queue) => {
      metrics.watchHashing(queue);
      return queue;
    });
  });

const countSignIns = (signIn: Pick<SignIn, 'execute'>, metrics: PrometheusMetrics): Pick<SignIn, 'execute'> => ({
  execute: (credentials) =>
    countOutcome(
      signIn.execute(credentials),
      ({ kind }) => kind,
      (outcome) => metrics.countSignIn(outcome),
    ),
});

const countRotations = (
  rotateKey: Pick<RotateKey, 'execute'>,
  metrics: PrometheusMetrics,
): Pick<RotateKey, 'execute'> => ({
  execute: (accountId, retired, origin, ...rest) =>
    countOutcome(
      rotateKey.execute(accountId, retired, origin, ...rest),
      // The published name of this outcome, which dashboards query.
      ({ kind }) => (kind === 'rotated' ? 'done' : kind),
      (outcome) => metrics.countKeyReset(origin.by, outcome),
    ),
});

/** Every attempt but the first is a retry. */
const countRetries = (
  retryWhileStale: Pick<RetryWhileStale, 'execute'>,
  metrics: PrometheusMetrics,
): Pick<RetryWhileStale, 'execute'> => ({
  execute(contention, attempt, work) {
    let attempts = 0;
    const counted: typeof attempt = () => {
      attempts += 1;
      if (attempts > 1) metrics.countWriteRetry();
      return attempt();
    };
    return retryWhileStale.execute(contention, counted, work);
  },
});

const countDeliveries = (observer: DeliveryObserver, metrics: PrometheusMetrics): DeliveryObserver => ({
  ...observer,
  attemptEnded(webhook, state) {
    metrics.countDeliveryAttempt(state);
    observer.attemptEnded(webhook, state);
  },
  webhookDisabled(webhook, problem) {
    metrics.countDisabledWebhook(problem);
    observer.webhookDisabled(webhook, problem);
  },
});

/** Counts the work by the name of its outcome, or as failed, and passes its result or error on. */
async function countOutcome<Outcome>(
  work: Promise<Outcome>,
  nameOf: (outcome: Outcome) => string,
  count: (name: string) => void,
): Promise<Outcome> {
  try {
    const outcome = await work;
    count(nameOf(outcome));
    return outcome;
  } catch (error) {
    count('failed');
    throw error;
  }
}
