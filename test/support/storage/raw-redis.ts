import { Cluster, Redis } from 'ioredis';
import { afterAll, beforeAll, inject } from 'vitest';
import { accountKeys } from '../../../src/adapters/outbound/redis/account-keys.ts';
import { promptKeys } from '../../../src/adapters/outbound/redis/prompts/prompt-keys.ts';
import { connectTo, type StoragePorts } from './backends.ts';
import type { realStorages } from './fresh-storage.ts';
import { whileConnected } from './while-connected.ts';

/** A plain Redis client, for writing the state that an interrupted operation leaves. */
export function rawRedis(name: string): Redis | Cluster {
  if (name === 'redis') return new Redis(inject('redisUrl'));
  const nodes = inject('redisClusterUrl').slice('redis-cluster://'.length).split(',');
  return new Cluster(nodes.map((node) => ({ host: node.split(':')[0] ?? '', port: Number(node.split(':')[1]) })));
}

/** A fresh storage for the tests of a suite, with a plain client. */
export function withRawRedis({ name, fresh }: (typeof realStorages)[number]) {
  let opened: { readonly url: string; readonly ports: StoragePorts; readonly raw: Redis | Cluster } | undefined;
  beforeAll(async () => {
    const { url } = await fresh();
    opened = { url, ports: await connectTo(url), raw: rawRedis(name) };
  });
  afterAll(async () => {
    opened?.raw.disconnect();
    await opened?.ports.close();
  });
  return {
    ports: whileConnected(() => opened?.ports),
    raw: whileConnected(() => opened?.raw),
    accountKeys: whileConnected(() => opened && accountKeysOf(opened.url)),
    promptKeys: whileConnected(() => opened && promptKeysOf(opened.url)),
  };
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
