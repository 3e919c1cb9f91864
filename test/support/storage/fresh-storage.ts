import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { inject } from 'vitest';
import { createDatabase, dropDatabase } from '../servers/postgres/postgres-database.ts';
import { wantedStorages } from '../servers/wanted-storages.ts';
import { temporaryFolder } from '../temporary-folder.ts';

/** An empty storage for one test, with its URL. */
export interface FreshStorage {
  readonly url: string;
  dispose(): Promise<void>;
}

type RealStorage = 'sqlite' | 'postgres' | 'redis' | 'redis-cluster';

const createEmpty: Record<RealStorage, () => Promise<FreshStorage>> = {
  sqlite: async () => {
    const folder = await temporaryFolder();
    return { url: `sqlite:${join(folder, 'prompthold.db')}`, dispose: () => rm(folder, { recursive: true }) };
  },
  postgres: async () => {
    const url = await createDatabase(inject('postgresUrl'));
    return { url, dispose: () => dropDatabase(url) };
  },
  redis: async () => withPrefix(inject('redisUrl')),
  'redis-cluster': async () => withPrefix(inject('redisClusterUrl')),
};

/** Tests share a Redis under different prefixes. Their data is deleted with the server. */
const withPrefix = (url: string): FreshStorage => ({
  url: `${url}?prefix=t${randomBytes(6).toString('hex')}`,
  dispose: async () => {},
});

/** Every storage that a service can run on, unless STORAGE narrows the run. */
export const realStorages = wantedStorages()
  .filter((name) => name !== 'in-memory')
  .map((name) => ({ name, fresh: createEmpty[name] }));

export const redisStorages = realStorages.filter(({ name }) => name === 'redis' || name === 'redis-cluster');

export const sqlStorages = realStorages.filter(({ name }) => name === 'sqlite' || name === 'postgres');
