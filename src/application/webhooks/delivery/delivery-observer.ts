import type { DisablingProblem } from '../../../domain/webhooks/webhook.ts';
import type { DeliveryState } from '../../../domain/webhooks/webhook-delivery.ts';
import type { WebhookReference } from '../../ports/webhooks/webhooks.ts';

/** Learns what operators should see in logs and metrics. */
export interface DeliveryObserver {
  /** The result of an attempt was stored. `pending`: it failed, and there will be another one. */
  attemptEnded(webhook: WebhookReference, state: DeliveryState): void;

  webhookDisabled(webhook: WebhookReference, problem: DisablingProblem): void;

  /** Changes were deleted before they were delivered. */
  eventsSkipped(webhook: WebhookReference): void;

  /** The webhook is tried again later. Outages of the storage are among the errors. */
  failed(webhook: WebhookReference, error: unknown): void;
}
