import { randomBytes } from 'node:crypto';
import { composeChanges, composeDeliveries } from '../../../src/adapters/composition/wiring/compose-webhooks.ts';
import { sha256ContentHashing } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { BrokenSeal, type WebhookSecretSealing } from '../../../src/application/ports/secrets.ts';
import type { DeliverWebhooks } from '../../../src/application/webhooks/delivery/deliver-webhooks.ts';
import type { DeliveryObserver } from '../../../src/application/webhooks/delivery/delivery-observer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { newWebhookId, type Webhook } from '../../../src/domain/webhooks/webhook.ts';
import { type SealedSecret, WebhookSecret } from '../../../src/domain/webhooks/webhook-secret.ts';
import { aCreation, anOwner } from '../builders/a-prompt.ts';
import { inMemoryPorts } from '../in-memory/in-memory-ports.ts';
import { somePorts } from '../in-memory/prompt-ports.ts';
import type { StoragePorts } from '../storage/backends.ts';
import { FakeSender } from './fake-sender.ts';

/** Reversible without a key. `lost:` and `broken:` stand for secrets that cannot be opened. */
export const fakeSealing: WebhookSecretSealing = {
  seal: async (secret) => Buffer.from(secret.bytes()).toString('base64') as SealedSecret,
  open: async (sealed) => {
    if (sealed.startsWith('broken:')) throw new BrokenSeal('altered');
    return WebhookSecret.fromEntropy(Buffer.from(sealed, 'base64'));
  },
  sealedWith: () => 'k1',
  isLost: async (sealed) => sealed.startsWith('lost:'),
};

/** Instances that deliver from one storage, at a time that the test sets. */
export class DeliveryBench {
  readonly ports: StoragePorts = inMemoryPorts();
  readonly sender = new FakeSender();
  readonly reports: string[] = [];
  now = new Date('2026-11-15T12:00:00.000Z');
  /** Decides by how much delays differ from the schedule: 0 shortens them most, 255 lengthens them most. */
  randomByte = 128;
  readonly clock = { now: () => this.now };
  private readonly changes = composeChanges(
    somePorts({ promptChanges: this.ports.prompts.changes, contentHashing: sha256ContentHashing }),
  );

  /** Starts an instance. Each may see the storage through ports of its own. */
  instance(name = 'i_1', ports: Pick<StoragePorts, 'webhooks' | 'deliveries'> = this.ports): DeliverWebhooks {
    const { webhooks, deliveries } = ports;
    const { sender, clock, changes, observer } = this;
    const parts = somePorts({
      webhooks,
      webhookDeliveries: deliveries,
      webhookSender: sender,
      webhookSecretSealing: fakeSealing,
      clock,
      entropy: { bytes: (count: number) => new Uint8Array(count).fill(this.randomByte) },
    });
    return composeDeliveries(parts, changes, observer, name);
  }

  get observer(): DeliveryObserver {
    return {
      attemptEnded: (_webhook, state) => this.reports.push(`attempt ${state}`),
      webhookDisabled: (_webhook, problem) => this.reports.push(`disabled ${problem}`),
      eventsSkipped: () => this.reports.push('skipped'),
      failed: (_webhook, error) => this.reports.push(`error ${error instanceof Error ? error.name : error}`),
    };
  }

  anOwner(): Promise<AccountId> {
    return anOwner(this.ports);
  }

  /** Begins at the newest change. */
  async aWebhook(accountId: AccountId, fields: Partial<Webhook> = {}): Promise<Webhook> {
    const { position } = await this.changes.readFeed.newest(accountId);
    const id = newWebhookId(this.now, randomBytes(32));
    const current = await fakeSealing.seal(WebhookSecret.fromEntropy(randomBytes(32)), { accountId, id });
    const webhook: Webhook = {
      id,
      accountId,
      url: `https://hooks.example/${id}`,
      description: '',
      types: [],
      prompts: [],
      labels: [],
      enabled: true,
      problem: null,
      secrets: { current, previous: null },
      position,
      createdAt: this.now,
      lastSuccessAt: null,
      lastFailureAt: null,
      failingSince: null,
      ...fields,
    };
    invariant((await this.ports.webhooks.add(webhook)) === 'added', 'the webhook is added');
    return webhook;
  }

  /** Makes this many changes. */
  async change(owner: AccountId, count = 1): Promise<void> {
    for (let index = 0; index < count; index += 1) {
      await this.ports.prompts.writer.create(aCreation(owner, { at: this.now }));
    }
  }

  pass(ms: number): void {
    this.now = new Date(this.now.getTime() + ms);
  }

  /** One tick and everything that it leads to, unless the receiver holds it. */
  async tick(instance: DeliverWebhooks): Promise<void> {
    await instance.tick();
    await this.settle();
  }

  /** Lets everything run that does not wait for a receiver. */
  async settle(): Promise<void> {
    for (let turns = 0; turns < 20; turns += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  reread({ accountId, id }: Webhook): Promise<Webhook | undefined> {
    return this.ports.webhooks.find(accountId, id);
  }

  deliveriesOf({ accountId, id }: Webhook) {
    return this.ports.deliveries.listOf(accountId, id, { limit: 2000 });
  }
}
