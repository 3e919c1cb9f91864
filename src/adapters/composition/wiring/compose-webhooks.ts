import type { Logger } from 'pino';
import { FollowChanges } from '../../../application/changes/follow-changes.ts';
import { ListChanges } from '../../../application/changes/list-changes.ts';
import { ReadFeed } from '../../../application/changes/watch/read-feed.ts';
import { DeleteExpired } from '../../../application/maintenance/delete-expired.ts';
import { ChangeWebhook } from '../../../application/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../application/webhooks/create-webhook.ts';
import { AttemptDelivery } from '../../../application/webhooks/delivery/attempt-delivery.ts';
import { DeliverWebhooks } from '../../../application/webhooks/delivery/deliver-webhooks.ts';
import type { DeliveryObserver } from '../../../application/webhooks/delivery/delivery-observer.ts';
import { ListDeliveries } from '../../../application/webhooks/delivery/list-deliveries.ts';
import { LoadDeliveries } from '../../../application/webhooks/delivery/load-deliveries.ts';
import { OpenSecrets } from '../../../application/webhooks/delivery/open-secrets.ts';
import { QueueChanges } from '../../../application/webhooks/delivery/queue-changes.ts';
import { RetryDelivery } from '../../../application/webhooks/delivery/retry-delivery.ts';
import { TestWebhook } from '../../../application/webhooks/delivery/test-webhook.ts';
import { ReadWebhooks } from '../../../application/webhooks/read-webhooks.ts';
import { RemoveWebhook } from '../../../application/webhooks/remove-webhook.ts';
import { RotateWebhookSecret } from '../../../application/webhooks/rotate-webhook-secret.ts';
import { timedId, timedIdEntropyBytes } from '../../../domain/timed-id.ts';
import { DELIVERY_RETENTION_MS } from '../../../domain/webhooks/webhook-delivery.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import { logDeliveries } from '../../inbound/schedule/log-deliveries.ts';
import { WebhookSchedule } from '../../inbound/schedule/webhook-schedule.ts';
import { countDeliveries } from './count-outcomes.ts';
import type { Ports } from './ports.ts';

/** The use cases that read the feed of an account. */
export const composeChanges = ({ promptChanges, contentHashing }: Ports) => ({
  followChanges: new FollowChanges(promptChanges, contentHashing),
  listChanges: new ListChanges(promptChanges, contentHashing),
  readFeed: new ReadFeed(promptChanges, contentHashing),
});

/** The use cases about webhooks and their deliveries. */
export function composeWebhooks(ports: Ports, readFeed: ReadFeed) {
  const { webhooks, webhookDeliveries, webhookTargets, webhookSender, clock, entropy } = ports;
  const { webhookSecretSealing: sealing } = ports;
  const openSecrets = new OpenSecrets(sealing, clock);
  return {
    createWebhook: new CreateWebhook(webhooks, webhookTargets, sealing, readFeed, clock, entropy),
    readWebhooks: new ReadWebhooks(webhooks),
    changeWebhook: new ChangeWebhook(webhooks, webhookTargets, sealing),
    removeWebhook: new RemoveWebhook(webhooks),
    rotateWebhookSecret: new RotateWebhookSecret(webhooks, sealing, clock, entropy),
    testWebhook: new TestWebhook(webhooks, openSecrets, webhookSender, clock, entropy),
    listDeliveries: new ListDeliveries(webhooks, webhookDeliveries),
    retryDelivery: new RetryDelivery(webhooks, webhookDeliveries, clock),
  };
}

/** Sends events to webhooks. `instance` names this process among all that do so. */
export function composeDeliveries(
  { webhooks, webhookDeliveries, webhookSender, webhookSecretSealing, clock, entropy }: Ports,
  { followChanges, readFeed }: ReturnType<typeof composeChanges>,
  observer: DeliveryObserver,
  instance: string,
): DeliverWebhooks {
  const openSecrets = new OpenSecrets(webhookSecretSealing, clock);
  const queueChanges = new QueueChanges(followChanges, readFeed, webhookDeliveries, clock);
  return new DeliverWebhooks(
    webhooks,
    webhookDeliveries,
    new LoadDeliveries(webhooks, webhookDeliveries, queueChanges, openSecrets, clock, observer),
    new AttemptDelivery(webhookSender, clock, entropy),
    clock,
    observer,
    instance,
  );
}

/** Delivers regularly, and deletes old deliveries. */
export function scheduleDeliveries(
  ports: Ports,
  changes: ReturnType<typeof composeChanges>,
  log: Logger,
  metrics?: PrometheusMetrics,
): WebhookSchedule {
  const { webhookDeliveries, clock, entropy } = ports;
  const instance = timedId('i', clock.now(), entropy.bytes(timedIdEntropyBytes));
  const deliverWebhooks = composeDeliveries(ports, changes, countDeliveries(logDeliveries(log), metrics), instance);
  metrics?.watchDeliveries(deliverWebhooks);
  return new WebhookSchedule(deliverWebhooks, new DeleteExpired(webhookDeliveries, clock, DELIVERY_RETENTION_MS), log);
}
