import { ATTEMPT_TIMEOUT_MS } from '../../../domain/webhooks/attempt-outcome.ts';
import type { WebhookId } from '../../../domain/webhooks/webhook.ts';
import type { Delivery } from '../../../domain/webhooks/webhook-delivery.ts';
import type { Clock } from '../../ports/environment.ts';
import { StorageUnavailable } from '../../ports/storage/storage-unavailable.ts';
import type { WebhookDeliveries } from '../../ports/webhooks/webhook-deliveries.ts';
import type { WebhookReference, Webhooks } from '../../ports/webhooks/webhooks.ts';
import type { AttemptDelivery } from './attempt-delivery.ts';
import { AttemptSlots } from './attempt-slots.ts';
import type { DeliveryObserver } from './delivery-observer.ts';
import { FairSlots } from './fair-slots.ts';
import type { LoadDeliveries } from './load-deliveries.ts';
import { type UnrecordedAttempt, WebhookLease } from './webhook-lease.ts';

/** Maximum per instance. More than can be in flight, so that slow receivers do not hold all of them. */
const LEASES_MAX = 64;
/** Few, to leave storage connections to requests. */
const CONCURRENT_LOADS_MAX = 2;
/** A webhook that is stuck, or whose secret cannot be opened, is tried again after this long. */
const PAUSE_MS = 10_000;

/**
 * Delivers the changes of all accounts to their webhooks, together with all other instances: each webhook is leased to one
 * of them. Every change is delivered at least once, in no particular order.
 */
export class DeliverWebhooks {
  /** Leased webhooks, those that have waited longest first. */
  private readonly leases = new Map<WebhookId, WebhookLease>();
  private readonly leaseSlots = new FairSlots(LEASES_MAX);
  private readonly slots = new AttemptSlots();
  private readonly pausedUntilMs = new Map<WebhookId, number>();
  private readonly running = new Set<Promise<void>>();
  private readonly interruption = new AbortController();
  private isStopping = false;

  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: WebhookDeliveries,
    private readonly loadDeliveries: LoadDeliveries,
    private readonly attemptDelivery: AttemptDelivery,
    private readonly clock: Clock,
    private readonly observer: DeliveryObserver,
    /** Names this process among all that deliver. */
    private readonly instance: string,
  ) {}

  get inFlightCount(): number {
    return this.slots.inUse;
  }

  get leaseCount(): number {
    return this.leaseSlots.inUse;
  }

  /**
   * Continues with leased webhooks, leases others that have something to deliver, and begins attempts without waiting for
   * them. Once a second, and not concurrently with itself. Rejects when the storage does not respond; nothing is lost then.
   */
  async tick(): Promise<void> {
    const now = this.clock.now();
    for (const [id, until] of this.pausedUntilMs) if (until <= now.getTime()) this.pausedUntilMs.delete(id);
    const ready = await this.webhooks.findReady({ instance: this.instance, now, limit: 2 * LEASES_MAX });
    for (const reference of ready) this.hold(reference);
    const queue = [...this.leases.values()].filter((lease) => lease.needsLoad(now.getTime() + ATTEMPT_TIMEOUT_MS));
    const loadNext = async (): Promise<void> => {
      for (let lease = queue.shift(); lease && !this.isStopping; lease = queue.shift()) await this.load(lease);
    };
    await Promise.all(Array.from({ length: CONCURRENT_LOADS_MAX }, loadNext));
  }

  /** Resolves when no attempt is in flight. */
  async idle(): Promise<void> {
    while (this.running.size > 0) await Promise.all(this.running);
  }

  /**
   * Begins no further attempt, waits for those in flight until the time is up, and gives back what is left: the leases, and
   * the attempts that were interrupted. Must not run concurrently with `tick`.
   */
  async stop(timeUp: Promise<unknown>): Promise<void> {
    this.isStopping = true;
    await Promise.race([this.idle(), timeUp]);
    this.interruption.abort();
    await this.idle();
    for (const lease of this.leases.values()) {
      await this.record(lease).catch((error: unknown) => this.observer.failed(lease.reference, error));
      await this.letGo(lease);
    }
  }

  private hold(reference: WebhookReference): void {
    const { accountId, id } = reference;
    if (this.leases.has(id) || this.pausedUntilMs.has(id) || !this.leaseSlots.canTake(accountId)) return;
    this.leaseSlots.take(accountId);
    this.leases.set(id, new WebhookLease(reference));
  }

  /** The promise never rejects. */
  private async load(lease: WebhookLease): Promise<void> {
    if (lease.isLoading || this.isStopping) return;
    lease.beginLoading();
    try {
      await this.record(lease);
      const isPaused = this.pausedUntilMs.has(lease.reference.id);
      const outcome = isPaused ? 'paused' : await this.loadDeliveries.execute(lease, this.instance);
      if (outcome === 'lost') lease.abandon();
      if (outcome === 'stuck') this.pause(lease);
    } catch (error) {
      this.observer.failed(lease.reference, error);
      // The next tick continues after an outage. Other errors would only happen again.
      if (!(error instanceof StorageUnavailable)) this.pause(lease);
    } finally {
      lease.endLoading();
    }
    this.beginAttempts();
    if (lease.isIdle) await this.letGo(lease);
  }

  private pause(lease: WebhookLease): void {
    this.pausedUntilMs.set(lease.reference.id, this.clock.now().getTime() + PAUSE_MS);
    lease.abandon();
  }

  /** The promise never rejects: a lease that is not released expires. */
  private async letGo(lease: WebhookLease): Promise<void> {
    const { accountId, id } = lease.reference;
    if (this.leases.get(id) !== lease) return;
    this.leases.delete(id);
    this.leaseSlots.free(accountId);
    try {
      await this.webhooks.release(lease.reference, this.instance, this.clock.now());
    } catch (error) {
      this.observer.failed(lease.reference, error);
    }
  }

  private beginAttempts(): void {
    for (let lease = this.nextLease(); lease; lease = this.nextLease()) {
      const { webhook } = lease;
      const delivery = webhook && lease.begin();
      if (!delivery) return;
      // The others of the same account come first next time.
      this.leases.delete(lease.reference.id);
      this.leases.set(lease.reference.id, lease);
      this.track(this.attempt(lease, delivery, this.slots.take(webhook)));
    }
  }

  /** Picks a webhook of an account with the fewest attempts in flight; undefined if nothing can begin now. */
  private nextLease(): WebhookLease | undefined {
    if (this.isStopping) return undefined;
    const endsAtMs = this.clock.now().getTime() + ATTEMPT_TIMEOUT_MS;
    const inFlightOf = (lease: WebhookLease): number => this.slots.takenBy(lease.reference.accountId);
    let next: WebhookLease | undefined;
    for (const lease of this.leases.values()) {
      if (!lease.webhook || !lease.canBegin(endsAtMs) || !this.slots.canTake(lease.webhook)) continue;
      if (!next || inFlightOf(lease) < inFlightOf(next)) next = lease;
    }
    return next;
  }

  private track(attempt: Promise<void>): void {
    const tracked = attempt.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  /** The promise never rejects. */
  private async attempt(lease: WebhookLease, delivery: Delivery, freeSlot: () => void): Promise<void> {
    const result = await this.send(lease, delivery);
    freeSlot();
    if (result) {
      lease.unrecorded.push({ id: delivery.position.id, result });
      // If that fails, the next tick tries again.
      await this.record(lease).catch((error: unknown) => this.observer.failed(lease.reference, error));
    } else lease.end(delivery.position.id);
    this.beginAttempts();
    if (lease.isIdle) await this.letGo(lease);
    else if (lease.isQueueEmpty && !lease.isExhausted && lease.unrecorded.length === 0) await this.load(lease);
  }

  private async send(lease: WebhookLease, delivery: Delivery): Promise<UnrecordedAttempt['result'] | undefined> {
    try {
      const { webhook, secrets } = lease;
      return webhook && (await this.attemptDelivery.execute(webhook, secrets, delivery, this.interruption.signal));
    } catch (error) {
      this.observer.failed(lease.reference, error);
      this.pause(lease);
      return undefined;
    }
  }

  /** Writes results that are not written yet, one after the other. */
  private record(lease: WebhookLease): Promise<void> {
    const recording = lease.recording.catch(() => {}).then(() => this.recordAll(lease));
    lease.recording = recording;
    return recording;
  }

  private async recordAll(lease: WebhookLease): Promise<void> {
    for (let next = lease.unrecorded[0]; next; next = lease.unrecorded[0]) {
      const { id, result } = next;
      const outcome = await this.deliveries.record(lease.reference, result);
      lease.unrecorded.shift();
      lease.end(id);
      // Another instance made the same attempt, because this one lost its lease, or the delivery was deleted.
      if (outcome === 'superseded') continue;
      lease.attemptEnded(result);
      this.observer.attemptEnded(lease.reference, result.state);
      if (!result.disables) continue;
      this.observer.webhookDisabled(lease.reference, result.disables);
      lease.abandon();
    }
  }
}
