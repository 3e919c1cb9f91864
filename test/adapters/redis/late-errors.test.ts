import type { Redis } from 'ioredis';
import { Cluster } from 'ioredis';
import { describe, expect, inject, it, onTestFinished } from 'vitest';
import { parseStorageUrl } from '../../../src/adapters/composition/configuration/storage-url.ts';
import { type RedisClient, readClient } from '../../../src/adapters/outbound/redis/connection/redis-clients.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';

async function connect(url: string): Promise<RedisClient> {
  const location = parseStorageUrl(url);
  invariant(location.kind === 'redis' || location.kind === 'redis-cluster', 'it is a URL of Redis');
  const client = readClient(location);
  client.on('error', () => {});
  onTestFinished(() => client.disconnect());
  await client.connect();
  return client;
}

/** As a TLS socket does that gets an alert after its certificate was rejected. */
function failTwice({ stream }: Redis): void {
  stream.emit('error', new Error('the certificate is not trusted'));
  stream.emit('error', new Error('alert decode error'));
}

describe('a second error of a socket', () => {
  it.runIf(wantedStorages().includes('redis'))('does not end the process: one server', async () => {
    const client = await connect(inject('redisUrl'));
    invariant(!(client instanceof Cluster), 'it is one server');

    expect(() => failTwice(client)).not.toThrow();
  });

  it.runIf(wantedStorages().includes('redis-cluster'))('does not end the process: a cluster', async () => {
    const client = await connect(inject('redisClusterUrl'));
    invariant(client instanceof Cluster, 'it is a cluster');

    for (const node of client.nodes('master')) {
      await node.ping();
      expect(() => failTwice(node)).not.toThrow();
    }
  });
});
