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
      // Patient: what is asked here is not whether replicas take over from a node that is frozen.
      const server = await startRedisCluster({ choosePort, nodeTimeoutMs: 15_000 });
      return { server, nodes: server.nodes };
    },
  },
] as const;

/** Those that STORAGE asks for. */
export const wantedKinds = kinds.filter(({ storage }) => wantedStorages().includes(storage));
