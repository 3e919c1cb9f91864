import type { ChangeId } from '../../../domain/changes/change-id.ts';
import type { Webhook } from '../../../domain/webhooks/webhook.ts';
import type { Delivery } from '../../../domain/webhooks/webhook-delivery.ts';
import type { WebhookSecret } from '../../../domain/webhooks/webhook-secret.ts';
import type { AttemptResult } from '../../ports/webhooks/webhook-deliveries.ts';
import type { WebhookReference } from '../../ports/webhooks/webhooks.ts';

export const IN_FLIGHT_PER_WEBHOOK_MAX = 4;

/** The result of an attempt that is not written yet. */
export interface UnrecordedAttempt {
  readonly id: ChangeId;
  readonly result: AttemptResult;
}

/** The state of a webhook that an instance has leased, as far as the instance knows it. */
export class WebhookLease {
  /** The webhook as of the last lease. */
  webhook: Webhook | undefined;
  secrets: readonly WebhookSecret[] = [];
  leasedUntilMs = 0;
  /** Whether the last read found nothing else to do. */
  isExhausted = false;
  /** Unrecorded attempts count as in flight: they must not be sent again. */
  readonly unrecorded: UnrecordedAttempt[] = [];
  /** Settles when no result is being written. */
  recording: Promise<void> = Promise.resolve();
  private readonly inFlight = new Set<ChangeId>();
  /** Defined while the webhook is being read from the storage: what was read may still show these as due. */
  private endedWhileLoading: Set<ChangeId> | undefined;
  /** Due, and not begun. */
  private queue: readonly Delivery[] = [];

  constructor(readonly reference: WebhookReference) {}

  get isLoading(): boolean {
    return this.endedWhileLoading !== undefined;
  }

  get inFlightCount(): number {
    return this.inFlight.size;
  }

  get isQueueEmpty(): boolean {
    return this.queue.length === 0;
  }

  /** Nothing is under way, and nothing is left to do. */
  get isIdle(): boolean {
    return this.isExhausted && this.isQueueEmpty && this.inFlight.size === 0 && !this.isLoading;
  }

  beginLoading(): void {
    this.endedWhileLoading = new Set();
  }

  endLoading(): void {
    this.endedWhileLoading = undefined;
  }

  /** Replaces the queue by what is due. The storage does not know what is in flight. */
  fill(due: readonly Delivery[]): void {
    const isNew = ({ position: { id } }: Delivery) => !this.inFlight.has(id) && !this.endedWhileLoading?.has(id);
    this.queue = due.filter(isNew);
  }

  /** Begins no further attempts. */
  abandon(): void {
    this.queue = [];
    this.leasedUntilMs = 0;
    this.isExhausted = true;
  }

  /**
   * Whether reading it again can matter: it may have been changed or disabled, there may be more to do, or the lease must be
   * extended for an attempt that ends by this time.
   */
  needsLoad(endsAtMs: number): boolean {
    const isFull = this.inFlight.size >= IN_FLIGHT_PER_WEBHOOK_MAX && this.isQueueEmpty;
    return !isFull || this.unrecorded.length > 0 || this.leasedUntilMs < endsAtMs;
  }

  /** Whether an attempt may begin that ends by this time: another instance may have the webhook afterwards. */
  canBegin(endsAtMs: number): boolean {
    return !this.isQueueEmpty && this.inFlight.size < IN_FLIGHT_PER_WEBHOOK_MAX && endsAtMs <= this.leasedUntilMs;
  }

  begin(): Delivery | undefined {
    const [delivery, ...rest] = this.queue;
    this.queue = rest;
    if (delivery) this.inFlight.add(delivery.position.id);
    return delivery;
  }

  end(id: ChangeId): void {
    this.inFlight.delete(id);
    this.endedWhileLoading?.add(id);
  }

  /**
   * Updates the health as the storage has recorded it: a failure that follows a success must not disable the webhook
   * because of those before, and further attempts of a webhook that fails get fewer slots.
   */
  attemptEnded({ state, at }: AttemptResult): void {
    if (!this.webhook) return;
    const failingSince = state === 'done' ? null : (this.webhook.failingSince ?? at);
    this.webhook = { ...this.webhook, failingSince };
  }
}
