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
import type { LoadWork } from './load-work.ts';
import { type UnrecordedAttempt, WebhookWork } from './webhook-work.ts';

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
  private readonly works = new Map<WebhookId, WebhookWork>();
  private readonly leases = new FairSlots(LEASES_MAX);
  private readonly slots = new AttemptSlots();
  private readonly pausedUntilMs = new Map<WebhookId, number>();
  private readonly running = new Set<Promise<void>>();
  private readonly interruption = new AbortController();
  private isStopping = false;

  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: WebhookDeliveries,
    private readonly loadWork: LoadWork,
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
    return this.leases.inUse;
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
    const queue = [...this.works.values()].filter((work) => work.needsLoad(now.getTime() + ATTEMPT_TIMEOUT_MS));
    const loadNext = async (): Promise<void> => {
      for (let work = queue.shift(); work && !this.isStopping; work = queue.shift()) await this.load(work);
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
    for (const work of this.works.values()) {
      await this.record(work).catch((error: unknown) => this.observer.failed(work.reference, error));
      await this.letGo(work);
    }
  }

  private hold(reference: WebhookReference): void {
    const { accountId, id } = reference;
    if (this.works.has(id) || this.pausedUntilMs.has(id) || !this.leases.canTake(accountId)) return;
    this.leases.take(accountId);
    this.works.set(id, new WebhookWork(reference));
  }

  /** The promise never rejects. */
  private async load(work: WebhookWork): Promise<void> {
    if (work.isLoading || this.isStopping) return;
    work.beginLoading();
    try {
      await this.record(work);
      const isPaused = this.pausedUntilMs.has(work.reference.id);
      const outcome = isPaused ? 'paused' : await this.loadWork.execute(work, this.instance);
      if (outcome === 'lost') work.abandon();
      if (outcome === 'stuck') this.pause(work);
    } catch (error) {
      this.observer.failed(work.reference, error);
      // The next tick continues after an outage. Other errors would only happen again.
      if (!(error instanceof StorageUnavailable)) this.pause(work);
    } finally {
      work.endLoading();
    }
    this.beginAttempts();
    if (work.isIdle) await this.letGo(work);
  }

  private pause(work: WebhookWork): void {
    this.pausedUntilMs.set(work.reference.id, this.clock.now().getTime() + PAUSE_MS);
    work.abandon();
  }

  /** The promise never rejects: a lease that is not released expires. */
  private async letGo(work: WebhookWork): Promise<void> {
    const { accountId, id } = work.reference;
    if (this.works.get(id) !== work) return;
    this.works.delete(id);
    this.leases.free(accountId);
    try {
      await this.webhooks.release(work.reference, this.instance, this.clock.now());
    } catch (error) {
      this.observer.failed(work.reference, error);
    }
  }

  private beginAttempts(): void {
    for (let work = this.nextWork(); work; work = this.nextWork()) {
      const { webhook } = work;
      const delivery = webhook && work.begin();
      if (!delivery) return;
      // The others of the same account come first next time.
      this.works.delete(work.reference.id);
      this.works.set(work.reference.id, work);
      this.track(this.attempt(work, delivery, this.slots.take(webhook)));
    }
  }

  /** Picks a webhook of an account with the fewest attempts in flight; undefined if nothing can begin now. */
  private nextWork(): WebhookWork | undefined {
    if (this.isStopping) return undefined;
    const endsAtMs = this.clock.now().getTime() + ATTEMPT_TIMEOUT_MS;
    const inFlightOf = (work: WebhookWork): number => this.slots.takenBy(work.reference.accountId);
    let next: WebhookWork | undefined;
    for (const work of this.works.values()) {
      if (!work.webhook || !work.canBegin(endsAtMs) || !this.slots.canTake(work.webhook)) continue;
      if (!next || inFlightOf(work) < inFlightOf(next)) next = work;
    }
    return next;
  }

  private track(attempt: Promise<void>): void {
    const tracked = attempt.finally(() => this.running.delete(tracked));
    this.running.add(tracked);
  }

  /** The promise never rejects. */
  private async attempt(work: WebhookWork, delivery: Delivery, freeSlot: () => void): Promise<void> {
    const result = await this.send(work, delivery);
    freeSlot();
    if (result) {
      work.unrecorded.push({ id: delivery.position.id, result });
      // If that fails, the next tick tries again.
      await this.record(work).catch((error: unknown) => this.observer.failed(work.reference, error));
    } else work.end(delivery.position.id);
    this.beginAttempts();
    if (work.isIdle) await this.letGo(work);
    else if (work.isQueueEmpty && !work.isExhausted && work.unrecorded.length === 0) await this.load(work);
  }

  private async send(work: WebhookWork, delivery: Delivery): Promise<UnrecordedAttempt['result'] | undefined> {
    try {
      const { webhook, secrets } = work;
      return webhook && (await this.attemptDelivery.execute(webhook, secrets, delivery, this.interruption.signal));
    } catch (error) {
      this.observer.failed(work.reference, error);
      this.pause(work);
      return undefined;
    }
  }

  /** Writes results that are not written yet, one after the other. */
  private record(work: WebhookWork): Promise<void> {
    const recording = work.recording.catch(() => {}).then(() => this.recordAll(work));
    work.recording = recording;
    return recording;
  }

  private async recordAll(work: WebhookWork): Promise<void> {
    for (let next = work.unrecorded[0]; next; next = work.unrecorded[0]) {
      const { id, result } = next;
      const outcome = await this.deliveries.record(work.reference, result);
      work.unrecorded.shift();
      work.end(id);
      // Another instance made the same attempt, because this one lost its lease, or the delivery was deleted.
      if (outcome === 'superseded') continue;
      work.attemptEnded(result);
      this.observer.attemptEnded(work.reference, result.state);
      if (!result.disables) continue;
      this.observer.webhookDisabled(work.reference, result.disables);
      work.abandon();
    }
  }
}
