import { randomBytes } from 'node:crypto';
import type { ReadNewestPosition } from '../../../src/application/changes/read-newest-position.ts';
import type { Clock } from '../../../src/application/ports/environment.ts';
import { ChangeWebhook } from '../../../src/application/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../src/application/webhooks/create-webhook.ts';
import { ListDeliveries } from '../../../src/application/webhooks/delivery/list-deliveries.ts';
import { OpenSecrets } from '../../../src/application/webhooks/delivery/open-secrets.ts';
import { RetryDelivery } from '../../../src/application/webhooks/delivery/retry-delivery.ts';
import { TestWebhook } from '../../../src/application/webhooks/delivery/test-webhook.ts';
import { ReadWebhooks } from '../../../src/application/webhooks/read-webhooks.ts';
import { RemoveWebhook } from '../../../src/application/webhooks/remove-webhook.ts';
import { RotateWebhookSecret } from '../../../src/application/webhooks/rotate-webhook-secret.ts';
import type { InMemoryStorage } from '../in-memory/in-memory-storage.ts';
import { InMemoryWebhookDeliveries } from '../in-memory/in-memory-webhook-deliveries.ts';
import { InMemoryWebhooks } from '../in-memory/in-memory-webhooks.ts';
import { FakeWebhookSecretSealing } from '../storage/keyring-fixture.ts';
import { FakeSender } from './fake-sender.ts';

interface Parts {
  readonly storage: InMemoryStorage;
  readonly readNewestPosition: ReadNewestPosition;
  readonly clock: Clock;
}

/** The use cases about webhooks, on fakes. */
export function aWebhooksApplication({ storage, readNewestPosition, clock }: Parts) {
  const webhooks = new InMemoryWebhooks(storage);
  const deliveries = new InMemoryWebhookDeliveries(webhooks);
  const sender = new FakeSender();
  const keys = { kids: ['k1'] };
  const sealing = new FakeWebhookSecretSealing(keys);
  /** Why a URL may not be called, by the URL. */
  const blocked = new Map<string, string>();
  const targets = { examine: async (_owner: unknown, url: string) => blocked.get(url) };
  const entropy = { bytes: (count: number) => randomBytes(count) };
  const useCases = {
    createWebhook: new CreateWebhook(webhooks, targets, sealing, readNewestPosition, clock, entropy),
    readWebhooks: new ReadWebhooks(webhooks),
    changeWebhook: new ChangeWebhook(webhooks, targets, sealing),
    removeWebhook: new RemoveWebhook(webhooks),
    rotateWebhookSecret: new RotateWebhookSecret(webhooks, sealing, clock, entropy),
    testWebhook: new TestWebhook(webhooks, new OpenSecrets(sealing, clock), sender, clock, entropy),
    listDeliveries: new ListDeliveries(webhooks, deliveries),
    retryDelivery: new RetryDelivery(webhooks, deliveries, clock),
  };
  return { useCases, webhooks, deliveries, sender, sealing, keys, blocked };
}
