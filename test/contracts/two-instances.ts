import { afterAll, beforeAll } from 'vitest';
import type { Quotas } from '../../src/domain/prompts/quotas.ts';
import type { CreateStorage, StoragePorts } from '../support/storage/backends.ts';

/** Connects two instances to one storage, so that a contract can check on one what was written by the other. */
export function twoInstances(
  createStorage: CreateStorage,
  quotas?: Partial<Quotas>,
): {
  readonly here: StoragePorts;
  readonly there: StoragePorts;
} {
  let dispose: () => Promise<void>;
  const instances: { here?: StoragePorts; there?: StoragePorts } = {};

  beforeAll(async () => {
    const storage = await createStorage();
    dispose = storage.dispose;
    instances.here = await storage.connect(quotas);
    instances.there = await storage.connect(quotas);
  });
  afterAll(async () => {
    await instances.here?.close();
    await instances.there?.close();
    await dispose();
  });

  const portsOf = (which: 'here' | 'there'): StoragePorts => {
    const ports = instances[which];
    if (!ports) throw new Error('instances are connected only while tests run');
    return ports;
  };
  return {
    get here() {
      return portsOf('here');
    },
    get there() {
      return portsOf('there');
    },
  };
}
