import { composeWebhooks } from '../../../src/adapters/composition/wiring/compose-webhooks.ts';
import { systemEntropy } from '../../../src/adapters/outbound/host/system-environment.ts';
import type { ReadFeed } from '../../../src/application/changes/watch/read-feed.ts';
import type { Clock } from '../../../src/application/ports/environment.ts';
import type { InMemoryStorage } from '../in-memory/in-memory-storage.ts';
import { InMemoryWebhookDeliveries } from '../in-memory/in-memory-webhook-deliveries.ts';
import { InMemoryWebhooks } from '../in-memory/in-memory-webhooks.ts';
import { somePorts } from '../in-memory/prompt-ports.ts';
import { FakeWebhookSecretSealing } from '../storage/keyring-fixture.ts';
import { FakeSender } from './fake-sender.ts';

interface Parts {
  readonly storage: InMemoryStorage;
  readonly readFeed: ReadFeed;
  readonly clock: Clock;
}

/** The use cases about webhooks, on fakes. */
export function aWebhooksApplication({ storage, readFeed, clock }: Parts) {
  const webhooks = new InMemoryWebhooks(storage);
  const deliveries = new InMemoryWebhookDeliveries(webhooks);
  const sender = new FakeSender();
  const keys = { kids: ['k1'] };
  const sealing = new FakeWebhookSecretSealing(keys);
  /** Why a URL may not be called, by the URL. */
  const blocked = new Map<string, string>();
  const targets = { examine: async (_owner: unknown, url: string) => blocked.get(url) };
  const ports = somePorts({
    webhooks,
    webhookDeliveries: deliveries,
    webhookTargets: targets,
    webhookSender: sender,
    webhookSecretSealing: sealing,
    clock,
    entropy: systemEntropy,
  });
  const useCases = composeWebhooks(ports, readFeed);
  return { useCases, webhooks, deliveries, sender, sealing, keys, blocked };
}
