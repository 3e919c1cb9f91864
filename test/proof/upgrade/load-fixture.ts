import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { executeSql } from '../../support/servers/postgres/postgres-database.ts';
import type { realStorages } from '../../support/storage/fresh-storage.ts';
import { rawRedis } from '../../support/storage/raw-redis.ts';
import { FIXTURES, type FixtureName } from './expected.ts';
import { loadRedis } from './redis-data-set.ts';

export type RealStorageName = (typeof realStorages)[number]['name'];

interface StorageFixture {
  readonly fixture: FixtureName;
  /** Fills an empty storage with what 0.1.0 has written. */
  load(storageUrl: string): Promise<unknown>;
}

const loadRedisFixture = (name: 'redis' | 'redis-cluster') => async (storageUrl: string) => {
  const client = rawRedis(name);
  const [, prefix = ''] = /\?prefix=(\w+)$/.exec(storageUrl) ?? [];
  try {
    await loadRedis(client, await readFile(join(FIXTURES, 'redis/prompthold.jsonl'), 'utf8'), prefix);
  } finally {
    client.disconnect();
  }
};

/** The keys of a data set are the same on one Redis and on a cluster. */
export const storageFixtures: Readonly<Record<RealStorageName, StorageFixture>> = {
  sqlite: {
    fixture: 'sqlite',
    load: (url) => copyFile(join(FIXTURES, 'sqlite/prompthold.db'), url.slice('sqlite:'.length)),
  },
  postgres: {
    fixture: 'postgres',
    load: async (url) => executeSql(url, await readFile(join(FIXTURES, 'postgres/prompthold.sql'), 'utf8')),
  },
  redis: { fixture: 'redis', load: loadRedisFixture('redis') },
  'redis-cluster': { fixture: 'redis', load: loadRedisFixture('redis-cluster') },
};
