import { freePort } from '../../../support/servers/free-port.ts';
import { startPostgres } from '../../../support/servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../../../support/servers/redis/redis-cluster.ts';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import type { ControlledServer, TestServer } from '../../../support/servers/test-server.ts';
import { wantedStorages } from '../../../support/servers/wanted-storages.ts';
import { postgresNote, redisNote } from './stored-note.ts';

interface Started {
  readonly server: ControlledServer;
  readonly nodes: readonly TestServer[];
}

const kinds = [
  {
    storage: 'postgres',
    provided: 'postgresUrl',
    note: postgresNote,
    start: async (choosePort = freePort): Promise<Started> => {
      const server = await startPostgres({ choosePort });
      return { server, nodes: [server] };
    },
  },
  {
    storage: 'redis',
    provided: 'redisUrl',
    note: redisNote,
    start: async (choosePort = freePort): Promise<Started> => {
      const server = await startRedis({ choosePort });
      return { server, nodes: [server] };
    },
  },
  {
    storage: 'redis-cluster',
    provided: 'redisClusterUrl',
    note: redisNote,
    start: async (choosePort = freePort): Promise<Started> => {
      // A long timeout, because these tests are not about failover from a frozen node.
      const server = await startRedisCluster({ choosePort, nodeTimeoutMs: 15_000 });
      return { server, nodes: server.nodes };
    },
  },
] as const;

/** The kinds that STORAGE selects. */
export const wantedKinds = kinds.filter(({ storage }) => wantedStorages().includes(storage));
