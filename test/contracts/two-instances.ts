import { afterAll, beforeAll, onTestFinished } from 'vitest';
import type { Quotas } from '../../src/domain/prompts/quotas.ts';
import { runConcurrently } from '../support/run-concurrently.ts';
import type { CreateStorage, StoragePorts } from '../support/storage/backends.ts';
import { whileConnected } from '../support/storage/while-connected.ts';

/** Connects two instances to one storage, so that a contract can check on one what was written by the other. */
export function twoInstances(createStorage: CreateStorage, quotas?: Partial<Quotas>) {
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

  const here = whileConnected(() => connected.here);
  const there = whileConnected(() => connected.there);

  /** One task for each item, on both instances in turn. */
  const tasksOnBoth = <Item, Outcome>(
    items: readonly Item[],
    run: (ports: StoragePorts, item: Item) => Promise<Outcome>,
  ) => items.map((item, index) => () => run(index % 2 ? here : there, item));
  return {
    here,
    there,
    tasksOnBoth,
    /** Runs all tasks concurrently. */
    onBoth: <Item, Outcome>(items: readonly Item[], run: (ports: StoragePorts, item: Item) => Promise<Outcome>) =>
      Promise.all(tasksOnBoth(items, run).map((task) => task())),
    /** The same, where a task may time out while it waits for the others. */
    contendOnBoth: <Item, Outcome>(
      items: readonly Item[],
      run: (ports: StoragePorts, item: Item) => Promise<Outcome>,
    ) => runConcurrently(tasksOnBoth(items, run)),
  };
}

/** Connects to a storage of its own for one test. */
export async function connectForTest(createStorage: CreateStorage): Promise<StoragePorts> {
  const storage = await createStorage();
  const ports = await storage.connect();
  onTestFinished(async () => {
    await ports.close();
    await storage.dispose();
  });
  return ports;
}

export const TWENTY: readonly number[] = Array.from({ length: 20 }, (_, index) => index);
