import { describe, expect, it, onTestFinished } from 'vitest';
import type { RedisLocation } from '../../../src/adapters/outbound/redis/connection/redis-clients.ts';
import { RedisStore } from '../../../src/adapters/outbound/redis/connection/redis-store.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { FakeRedis } from '../../support/storage/fake-redis.ts';

/** Only so that the test fails if it never happens. */
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

const COMMANDS: Readonly<Record<string, (store: RedisStore, name: string) => Promise<unknown>>> = {
  reads: (store, name) => store.read((client) => client.get(name)),
  writes: (store, name) => store.write((pipeline) => pipeline.get(name)),
};

describe.each(Object.entries(LOCATIONS))('a %s connection', (_location, locationAt) => {
  async function openStore(): Promise<{ server: FakeRedis; store: RedisStore }> {
    const server = await FakeRedis.start();
    const store = new RedisStore({ location: locationAt(server.port), prefix: 'ph', minReplicas: 0 });
    onTestFinished(async () => {
      store.close();
      await server.dispose();
    });
    await store.open();
    return { server, store };
  }

  it.each(Object.entries(COMMANDS))(
    'that lost a reply gives no later reply to another command: %s',
    async (_kind, run) => {
      const { server, store } = await openStore();
      server.dropNextReply();
      await expect(run(store, 'lost')).rejects.toBeInstanceOf(StorageUnavailable);

      const wrong: unknown[] = [];
      const allReplied = async () => {
        const replies = await Promise.allSettled(NAMES.map((name) => run(store, name)));
        const values = replies.map((reply) => (reply.status === 'fulfilled' ? reply.value : undefined));
        wrong.push(...values.filter((value, index) => value !== undefined && value !== NAMES[index]));
        return !values.includes(undefined);
      };
      await waitUntil(allReplied, { what: 'all commands get replies again', timeoutMs: SOON_MS });
      expect(wrong).toEqual([]);
    },
  );

  it.each(Object.entries(COMMANDS))(
    'that sent a reply too many is closed: %s',
    async (_kind, run) => {
      const { server, store } = await openStore();
      expect(await run(store, 'ann')).toBe('ann');
      const [connection] = server.connections;

      connection?.write('+OK\r\n');
      await waitUntil(() => server.connections.size === 0, { what: 'the connection is closed', timeoutMs: SOON_MS });
      const isBack = async () => (await run(store, 'bob')) === 'bob';
      await waitUntil(isBack, { what: 'commands get replies again', timeoutMs: SOON_MS });
    },
    180_000,
  );
});
