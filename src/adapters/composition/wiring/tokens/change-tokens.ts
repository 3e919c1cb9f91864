import type { DeleteOldChanges } from '../../../../application/changes/delete-old-changes.ts';
import type { FollowChanges } from '../../../../application/changes/follow-changes.ts';
import type { ListChanges } from '../../../../application/changes/list-changes.ts';
import type { ReadNewestPosition } from '../../../../application/changes/read-newest-position.ts';
import type { ChangeWatch } from '../../../../application/changes/watch/change-watch.ts';
import type { WebhookSender, WebhookTargets } from '../../../../application/ports/webhooks/webhook-sender.ts';
import type { DeliverWebhooks } from '../../../../application/webhooks/delivery/deliver-webhooks.ts';
import type { DeliveryObserver } from '../../../../application/webhooks/delivery/delivery-observer.ts';
import type { ListDeliveries } from '../../../../application/webhooks/delivery/list-deliveries.ts';
import type { RetryDelivery } from '../../../../application/webhooks/delivery/retry-delivery.ts';
import type { TestWebhook } from '../../../../application/webhooks/delivery/test-webhook.ts';
import type { ResealWebhookSecrets } from '../../../../application/webhooks/reseal-webhook-secrets.ts';
import type { WebhookUseCases } from '../../../inbound/api/webhooks/webhook-routes.ts';
import type { StreamUseCases } from '../../../inbound/http/streams/open-stream.ts';
import type { ChangeRetentionSchedule } from '../../../inbound/schedule/change-retention-schedule.ts';
import type { ChangeSchedule } from '../../../inbound/schedule/change-schedule.ts';
import type { WebhookSchedule } from '../../../inbound/schedule/webhook-schedule.ts';
import type { CheckedTargets } from '../../../outbound/webhooks/checked-targets.ts';
import { token } from './token.ts';

/** The feed of changes, event streams and webhooks. */
export const changeTokens = {
  followChanges: token<FollowChanges>('FollowChanges'),
  listChanges: token<ListChanges>('ListChanges'),
  readNewestPosition: token<ReadNewestPosition>('ReadNewestPosition'),
  changeWatch: token<ChangeWatch>('ChangeWatch'),
  changeSchedule: token<ChangeSchedule>('ChangeSchedule'),
  /** The use cases of event streams, which are mounted twice. */
  eventUseCases: token<StreamUseCases>('StreamUseCases'),
  deleteOldChanges: token<DeleteOldChanges>('DeleteOldChanges'),
  changeRetentionSchedule: token<ChangeRetentionSchedule>('ChangeRetentionSchedule'),
  webhookTargets: token<WebhookTargets>('WebhookTargets'),
  checkedTargets: token<CheckedTargets>('CheckedTargets'),
  webhookSender: token<WebhookSender>('WebhookSender'),
  deliveryObserver: token<DeliveryObserver>('DeliveryObserver'),
  deliverWebhooks: token<DeliverWebhooks>('DeliverWebhooks'),
  webhookSchedule: token<WebhookSchedule>('WebhookSchedule'),
  testWebhook: token<TestWebhook>('TestWebhook'),
  listDeliveries: token<ListDeliveries>('ListDeliveries'),
  retryDelivery: token<RetryDelivery>('RetryDelivery'),
  resealWebhookSecrets: token<ResealWebhookSecrets>('ResealWebhookSecrets'),
  /** The use cases of the webhook routes, which are mounted twice. */
  webhookUseCases: token<WebhookUseCases>('WebhookUseCases'),
};
