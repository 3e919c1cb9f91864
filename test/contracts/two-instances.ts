import { afterAll, beforeAll } from 'vitest';
import type { CreateStorage, StoragePorts } from '../support/storage/backends.ts';

/** Two instances on one storage, as a contract finds them: what one is promised, the other must see. */
export function twoInstances(createStorage: CreateStorage): {
  readonly here: StoragePorts;
  readonly there: StoragePorts;
} {
  let dispose: () => Promise<void>;
  const instances: { here?: StoragePorts; there?: StoragePorts } = {};

  beforeAll(async () => {
    const storage = await createStorage();
    dispose = place.dispose;
    instances.here = await storage.connect();
    instances.there = await storage.connect();
  });
  afterAll(async () => {
    await instances.here?.close();
    await instances.there?.close();
    await dispose();
  });

  const opened = (which: 'here' | 'there'): StoragePorts => {
    const ports = instances[which];
    if (!ports) throw new Error('an instance is there only while tests run');
    return ports;
  };
  return {
    get here() {
      return opened('here');
    },
    get there() {
      return opened('there');
    },
  };
}
