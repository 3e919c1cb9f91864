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
  const connected: { here?: StoragePorts; there?: StoragePorts } = {};

  beforeAll(async () => {
    const storage = await createStorage();
    dispose = storage.dispose;
    connected.here = await storage.connect(quotas);
    connected.there = await storage.connect(quotas);
  });
  afterAll(async () => {
    await connected.here?.close();
    await connected.there?.close();
    await dispose();
  });

  /** Contracts name the instances before they are connected: each use of a port finds those of the running test. */
  const portsOf = (which: 'here' | 'there'): StoragePorts =>
    new Proxy({} as StoragePorts, {
      get: (_target, port) => {
        const ports = connected[which];
        if (!ports) throw new Error('instances are connected only while tests run');
        return Reflect.get(ports, port);
      },
    });
  return { here: portsOf('here'), there: portsOf('there') };
}
