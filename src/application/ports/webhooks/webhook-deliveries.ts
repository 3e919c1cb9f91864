import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Credential } from '../../../domain/accounts/actor.ts';
import type { ChangePosition } from '../../../domain/changes/change.ts';
import type { ParsedChangeId } from '../../../domain/changes/change-id.ts';
import type { DisablingProblem, WebhookId } from '../../../domain/webhooks/webhook.ts';
import type {
  Delivery,
  DeliveryAttempt,
  DeliveryState,
  NewDelivery,
} from '../../../domain/webhooks/webhook-delivery.ts';
import type { WebhookReference } from './webhooks.ts';

/**
 * Stores the deliveries of webhooks: one for each change that a webhook gets, at most 1,000 for each webhook. The oldest that
 * are not pending are deleted beyond that.
 *
 * Deliveries are removed with their webhook and their account. Rejects with StorageUnavailable when the backend does not
 * respond. Every sentence here is tested for every backend by the contracts in test/contracts/webhooks.
 */
export interface WebhookDeliveries {
  /**
   * Adds deliveries and advances the position of the webhook in one step if, and only if, it is enabled, this instance holds
   * the lease at `now`, and the position is still the given one. `full`: more than 1,000 would be pending, so nothing was written. A
   * delivery that exists is left as it is.
   */
  enqueue(webhook: WebhookReference, queued: QueuedChanges): Promise<'enqueued' | 'full' | 'superseded'>;

  /** Pending deliveries of a webhook that are due, those that have been due longest first. */
  due(webhook: WebhookReference, now: Date, limit: number): Promise<readonly Delivery[]>;

  /**
   * Records an attempt if, and only if, the delivery has one attempt less. In the same step, records the success or failure
   * in the webhook: a success clears `failingSince`, a failure sets it unless it is set. `disables` disables the webhook.
   */
  record(webhook: WebhookReference, result: AttemptResult): Promise<'recorded' | 'superseded'>;

  /**
   * Makes a delivery pending and due at a time, whatever its state. The number of attempts stays. With a credential,
   * guarded like the writes of Webhooks.
   */
  retry(
    webhook: WebhookReference,
    position: ChangePosition,
    dueAt: Date,
    credential?: Credential,
  ): Promise<'due' | 'not-found'>;

  find(owner: AccountId, id: WebhookId, position: ChangePosition): Promise<Delivery | undefined>;

  /** Newest change first. */
  listOf(owner: AccountId, id: WebhookId, page: DeliveryPage): Promise<readonly Delivery[]>;

  /** Deletes deliveries of all webhooks that were created before a time, in small batches, pending or not. */
  deleteBefore(cutoff: Date): Promise<void>;
}

export interface QueuedChanges {
  readonly instance: string;
  readonly now: Date;
  readonly from: ParsedChangeId;
  /** All changes up to this one are in `deliveries`, or not for this webhook. */
  readonly to: ParsedChangeId;
  readonly deliveries: readonly NewDelivery[];
  /** Whether changes were deleted before they were delivered: sets the problem `events_skipped`. */
  readonly skipped?: boolean;
}

export interface AttemptResult extends DeliveryAttempt, Pick<Delivery, 'state' | 'dueAt'> {
  readonly position: ChangePosition;
  readonly disables?: DisablingProblem | undefined;
}

export interface DeliveryPage {
  readonly state?: DeliveryState | undefined;
  /** Selects only deliveries of changes before this one. */
  readonly before?: ChangePosition | undefined;
  readonly limit: number;
}
