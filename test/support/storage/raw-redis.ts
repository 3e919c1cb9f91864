import { Cluster, Redis } from 'ioredis';
import { inject } from 'vitest';
import { accountKeys } from '../../../src/adapters/outbound/redis/account-keys.ts';
import { promptKeys } from '../../../src/adapters/outbound/redis/prompts/prompt-keys.ts';

/** A plain Redis client, for writing the state that an interrupted operation leaves. */
export function rawRedis(name: string): Redis | Cluster {
  if (name === 'redis') return new Redis(inject('redisUrl'));
  const nodes = inject('redisClusterUrl').slice('redis-cluster://'.length).split(',');
  return new Cluster(nodes.map((node) => ({ host: node.split(':')[0] ?? '', port: Number(node.split(':')[1]) })));
}

/** The Redis key names of the storage with this URL. */
export const accountKeysOf = (storageUrl: string): ReturnType<typeof accountKeys> =>
  accountKeys({ key: keyOf(storageUrl) });

export const promptKeysOf = (storageUrl: string): ReturnType<typeof promptKeys> =>
  promptKeys({ key: keyOf(storageUrl) });

function keyOf(storageUrl: string): (...parts: string[]) => string {
  const plainUrl = storageUrl.replace(/^redis-cluster:\/\/[^?]*/, 'http://cluster');
  const prefix = new URL(plainUrl).searchParams.get('prefix') ?? '';
  return (...parts) => [prefix, ...parts].join(':');
}
