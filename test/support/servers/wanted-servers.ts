import { startPostgres } from './postgres/postgres-server.ts';
import { startRedisCluster } from './redis/redis-cluster.ts';
import { startRedis } from './redis/redis-server.ts';
import type { ControlledServer } from './test-server.ts';
import { wantedStorages } from './wanted-storages.ts';

const SERVERS = ['postgres', 'redis', 'redis-cluster'] as const;

export const startServer: Readonly<Record<(typeof SERVERS)[number], () => Promise<ControlledServer>>> = {
  postgres: () => startPostgres(),
  redis: () => startRedis(),
  'redis-cluster': () => startRedisCluster({ replicas: 0 }),
};

/** Storages that a test can stop, kill or pause: each start is a server of its own. STORAGE may narrow them. */
export const wantedServers = SERVERS.filter((name) => wantedStorages().includes(name)).map((name) => ({
  name,
  start: startServer[name],
}));

interface Outage {
  readonly name: string;
  readonly begin: (server: ControlledServer) => unknown;
  readonly end: (server: ControlledServer) => unknown;
}

export const OUTAGES: readonly Outage[] = [
  { name: 'is stopped', begin: (server) => server.stop(), end: (server) => server.start() },
  { name: 'is killed', begin: (server) => server.kill(), end: (server) => server.start() },
  { name: 'hangs', begin: (server) => server.pause(), end: (server) => server.resume() },
];
