import type { Clock } from '../../ports/environment.ts';
import type { WebhookDeliveries } from '../../ports/webhooks/webhook-deliveries.ts';
import type { LeasedWebhook, Webhooks } from '../../ports/webhooks/webhooks.ts';
import type { DeliveryObserver } from './delivery-observer.ts';
import type { OpenSecrets } from './open-secrets.ts';
import type { QueueChanges } from './queue-changes.ts';
import type { WebhookLease } from './webhook-lease.ts';

/** A lease is twice as long as an attempt may take: those in flight end before another instance can take over. */
export const LEASE_MS = 30_000;
/** Limits a read to as much as one write to the storage should be worth. */
const DUE_PER_READ = 50;

/**
 * `loaded`: what is due is in the queue. `lost`: another instance has the lease, or the webhook is disabled or removed.
 * `stuck`: no more deliveries may be pending, and none of them is due.
 */
export type LoadOutcome = 'loaded' | 'lost' | 'stuck';

/** Leases a webhook, or extends its lease, stores deliveries for new changes, and reads those that are due. */
export class LoadDeliveries {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly deliveries: WebhookDeliveries,
    private readonly queueChanges: QueueChanges,
    private readonly openSecrets: OpenSecrets,
    private readonly clock: Clock,
    private readonly observer: DeliveryObserver,
  ) {}

  async execute(lease: WebhookLease, instance: string): Promise<LoadOutcome> {
    const now = this.clock.now();
    const until = new Date(now.getTime() + LEASE_MS);
    const leased = await this.webhooks.lease(lease.reference, { instance, now, until });
    if (!leased) return 'lost';
    lease.leasedUntilMs = until.getTime();
    return this.read(lease, leased, instance);
  }

  private async read(lease: WebhookLease, leased: LeasedWebhook, instance: string): Promise<LoadOutcome> {
    const { reference } = lease;
    const secrets = await this.openSecrets.execute(leased.webhook);
    if (secrets === 'lost') {
      const { accountId, id } = reference;
      const disabled = await this.webhooks.disable(accountId, id, 'secret_lost');
      if (disabled === 'disabled') this.observer.webhookDisabled(reference, 'secret_lost');
      return 'lost';
    }
    const queued = await this.queueChanges.execute(leased, instance);
    if (queued.skipped) this.observer.eventsSkipped(reference);
    if (queued.kind === 'superseded') return 'lost';

    const limit = DUE_PER_READ + lease.inFlightCount;
    const due = await this.deliveries.due(reference, this.clock.now(), limit);
    lease.webhook = leased.webhook;
    lease.secrets = secrets;
    lease.fill(due);
    lease.isExhausted = queued.kind !== 'more' && due.length < limit;
    return queued.kind === 'full' && due.length === 0 ? 'stuck' : 'loaded';
  }
}
