import { describe, expect, it, onTestFinished } from 'vitest';
import type { RedisLocation } from '../../../src/adapters/outbound/redis/connection/redis-clients.ts';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage-unavailable.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { FakeRedis } from '../../support/storage/fake-redis.ts';

/** Only so that it is told when it never happens. */
const SOON_MS = 60_000;
const NAMES = ['ann', 'bob', 'cem'];

const LOCATIONS: Readonly<Record<RedisLocation['kind'], (port: number) => RedisLocation>> = {
  redis: (port) => ({ kind: 'redis', host: '127.0.0.1', port, db: 0 }),
  'redis-sentinel': (port) => ({
    kind: 'redis-sentinel',
    sentinels: [{ host: '127.0.0.1', port }],
    master: 'ours',
    db: 0,
  }),
  'redis-cluster': (port) => ({ kind: 'redis-cluster', nodes: [{ host: '127.0.0.1', port }] }),
};

const WAYS: Readonly<Record<string, (store: RedisStore, name: string) => Promise<unknown>>> = {
  reads: (store, name) => store.read((client) => client.get(name)),
  writes: (store, name) => store.write((pipeline) => pipeline.get(name)),
};

describe.each(Object.entries(LOCATIONS))('a connection of %s', (_kind, locationAt) => {
  async function opened(): Promise<{ server: FakeRedis; store: RedisStore }> {
    const server = await FakeRedis.start();
    const store = new RedisStore({ location: locationAt(server.port), prefix: 'ph', minReplicas: 0 });
    onTestFinished(async () => {
      store.close();
      await server.dispose();
    });
    await store.open();
    return { server, store };
  }

  it.each(Object.entries(WAYS))('that lost an answer gives no later one to another command: %s', async (_way, ask) => {
    const { server, store } = await opened();
    server.dropNextReply();
    await expect(ask(store, 'lost')).rejects.toBeInstanceOf(StorageUnavailable);

    const wrong: unknown[] = [];
    const allAnswered = async () => {
      const answers = await Promise.allSettled(NAMES.map((name) => ask(store, name)));
      const values = answers.map((answer) => (answer.status === 'fulfilled' ? answer.value : undefined));
      wrong.push(...values.filter((value, index) => value !== undefined && value !== NAMES[index]));
      return !values.includes(undefined);
    };
    await waitUntil(allAnswered, { what: 'all are answered again', timeoutMs: SOON_MS });
    expect(wrong).toEqual([]);
  });

  it.each(Object.entries(WAYS))(
    'that has an answer too many is not used any longer: %s',
    async (_way, ask) => {
      const { server, store } = await opened();
      expect(await ask(store, 'ann')).toBe('ann');
      const [connection] = server.connections;

      connection?.write('+OK\r\n');
      await waitUntil(() => server.connections.size === 0, { what: 'the connection is ended', timeoutMs: SOON_MS });
      const isBack = async () => (await ask(store, 'bob')) === 'bob';
      await waitUntil(isBack, { what: 'it is answered again', timeoutMs: SOON_MS });
    },
    180_000,
  );
});
