import type { TestProject } from 'vitest/node';
import type { ControlledServer } from './test-server.ts';
import { startServer } from './wanted-servers.ts';
import type { StorageName } from './wanted-storages.ts';

declare module 'vitest' {
  /** The servers that all tests share. A server that STORAGE excludes is undefined, and no test should use it. */
  interface ProvidedContext {
    postgresUrl: string;
    redisUrl: string;
    redisClusterUrl: string;
  }
}

const SERVERS = [
  { storage: 'postgres', provides: 'postgresUrl', variable: 'TEST_POSTGRES_URL' },
  { storage: 'redis', provides: 'redisUrl', variable: 'TEST_REDIS_URL' },
  { storage: 'redis-cluster', provides: 'redisClusterUrl', variable: 'TEST_REDIS_CLUSTER_URL' },
] as const;

/**
 * Starts the servers that the tests of a project share, or uses those whose URLs the environment provides.
 * When the run is interrupted, vitest calls no teardown: each server's OrphanGuard stops it instead.
 */
export async function startSharedServers(
  project: TestProject,
  storages: readonly StorageName[],
): Promise<() => Promise<void>> {
  const started: ControlledServer[] = [];
  const disposeAll = async (): Promise<void> => {
    await Promise.all(started.map((server) => server.dispose()));
  };

  const starts = await Promise.allSettled(
    SERVERS.filter(({ storage }) => storages.includes(storage)).map(async ({ storage, provides, variable }) => {
      const given = process.env[variable];
      if (given) return project.provide(provides, given);
      const server = await startServer[storage]();
      started.push(server);
      project.provide(provides, server.url);
    }),
  );
  const failure = starts.find((start) => start.status === 'rejected');
  if (failure) {
    await disposeAll();
    throw failure.reason;
  }
  return disposeAll;
}
