import { RecordedSignInThrottle } from '../../../src/adapters/outbound/throttle/recorded-sign-in-throttle.ts';
import { RecordedSignUpThrottle } from '../../../src/adapters/outbound/throttle/recorded-sign-up-throttle.ts';
import { DEFAULT_QUOTAS, type Quotas } from '../../../src/domain/prompts/quotas.ts';
import type { StoragePorts } from '../storage/backends.ts';
import { InMemoryKeyringRegister } from './in-memory-keyring-register.ts';
import { InMemoryPrompts } from './in-memory-prompts.ts';
import { InMemoryReader } from './in-memory-reader.ts';
import { InMemorySessions } from './in-memory-sessions.ts';
import { InMemorySharedRecords } from './in-memory-shared-records.ts';
import { InMemoryStorage } from './in-memory-storage.ts';
import { InMemoryUsage } from './in-memory-usage.ts';
import { InMemoryWebhookDeliveries } from './in-memory-webhook-deliveries.ts';
import { InMemoryWebhooks } from './in-memory-webhooks.ts';
import { InMemoryWriter } from './in-memory-writer.ts';
import { inMemoryPromptPorts } from './prompt-ports.ts';

interface InMemoryPorts extends StoragePorts {
  /** The same storage for an installation with other quotas. */
  within(quotas: Partial<Quotas>): StoragePorts;
}

/** All ports as fakes that share a new in-memory storage. */
export function inMemoryPorts(): InMemoryPorts {
  const storage = new InMemoryStorage();
  const throttleRecords = new InMemorySharedRecords();
  const parts = {
    storage,
    register: new InMemoryKeyringRegister(),
    prompts: new InMemoryPrompts(storage),
    usage: new InMemoryUsage(storage),
    webhooks: new InMemoryWebhooks(storage),
  };
  const ports: StoragePorts = {
    accounts: storage,
    keys: storage,
    register: parts.register,
    sessions: new InMemorySessions(storage),
    throttle: new RecordedSignInThrottle(throttleRecords),
    signUpThrottle: new RecordedSignUpThrottle(throttleRecords, 10),
    responseRecords: new InMemorySharedRecords(),
    prompts: inMemoryPromptPorts(parts.prompts),
    usage: parts.usage,
    webhooks: parts.webhooks,
    deliveries: new InMemoryWebhookDeliveries(parts.webhooks),
    reader: new InMemoryReader(parts),
    writer: new InMemoryWriter(parts),
    close: async () => {},
  };
  return {
    ...ports,
    within: (quotas) => ({
      ...ports,
      prompts: inMemoryPromptPorts(new InMemoryPrompts(storage, { ...DEFAULT_QUOTAS, ...quotas })),
    }),
  };
}
