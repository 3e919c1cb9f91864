import { Cluster, type Redis } from 'ioredis';
import { afterEach, describe, expect, inject, it, onTestFinished, vi } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { type RedisClient, readClient } from '../../../src/adapters/outbound/redis/connection/redis-clients.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

const storages = wantedStorages();
const clients = [
  ...(storages.includes('redis') ? [{ name: 'Redis', url: () => inject('redisUrl') }] : []),
  ...(storages.includes('redis-cluster') ? [{ name: 'a cluster', url: () => inject('redisClusterUrl') }] : []),
];

/** What Node.js calls for one chunk, and for several. */
interface SpiedStream {
  _write(chunk: unknown): void;
  _writev(chunks: readonly unknown[]): void;
}

afterEach(() => {
  vi.restoreAllMocks();
});

describe.runIf(clients.length > 0).each(clients)('commands to $name', ({ url }) => {
  it('are sent in one write if they follow each other at once, and in another one later', async () => {
    const location = parseStorageUrl(url());
    invariant(location.kind === 'redis' || location.kind === 'redis-cluster', 'its URL says so');
    const client = readClient(location);
    onTestFinished(() => client.disconnect());
    await client.connect();
    const key = (number: number) => `{joined-writes}:${number}`;
    for (const number of [1, 2, 3]) await client.set(key(number), number, 'EX', 60);
    const streams = connectionsOf(client).flatMap(({ stream }) => (stream ? [stream as unknown as SpiedStream] : []));
    const single = streams.map((stream) => vi.spyOn(stream, '_write'));
    const joined = streams.map((stream) => vi.spyOn(stream, '_writev'));

    const together = await Promise.all([1, 2, 3].map((number) => client.get(key(number))));
    const alone = await client.get(key(2));

    expect(together).toEqual(['1', '2', '3']);
    expect(alone).toBe('2');
    expect(joined.flatMap(({ mock }) => mock.calls.map(([chunks]) => chunks.length))).toEqual([3]);
    expect(single.flatMap(({ mock }) => mock.calls)).toHaveLength(1);
  });
});

const connectionsOf = (client: RedisClient): readonly Redis[] =>
  client instanceof Cluster ? client.nodes('all') : [client];
