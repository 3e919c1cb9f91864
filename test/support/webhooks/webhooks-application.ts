import { randomBytes } from 'node:crypto';
import type { ReadNewestPosition } from '../../../src/application/changes/read-newest-position.ts';
import type { Clock } from '../../../src/application/ports/environment.ts';
import { ChangeWebhook } from '../../../src/application/webhooks/change-webhook.ts';
import { CreateWebhook } from '../../../src/application/webhooks/create-webhook.ts';
import { ReadWebhooks } from '../../../src/application/webhooks/read-webhooks.ts';
import { RemoveWebhook } from '../../../src/application/webhooks/remove-webhook.ts';
import { RotateWebhookSecret } from '../../../src/application/webhooks/rotate-webhook-secret.ts';
import type { InMemoryStorage } from '../in-memory/in-memory-storage.ts';
import { InMemoryWebhooks } from '../in-memory/in-memory-webhooks.ts';
import { FakeWebhookSecretSealing } from '../storage/keyring-fixture.ts';

interface Parts {
  readonly storage: InMemoryStorage;
  readonly readNewestPosition: ReadNewestPosition;
  readonly clock: Clock;
}

/** The use cases about webhooks, on fakes. */
export function aWebhooksApplication({ storage, readNewestPosition, clock }: Parts) {
  const webhooks = new InMemoryWebhooks(storage);
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
  };
  return { useCases, webhooks, sealing, keys, blocked };
}
