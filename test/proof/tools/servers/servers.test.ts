import { existsSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { executeSql } from '../../../support/servers/postgres/postgres-database.ts';
import { startPostgres } from '../../../support/servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../../../support/servers/redis/redis-cluster.ts';
import { runRedisCommand } from '../../../support/servers/redis/redis-command.ts';
import { startRedis } from '../../../support/servers/redis/redis-server.ts';
import type { ControlledServer, TestServer } from '../../../support/servers/test-server.ts';
import { wantedStorages } from '../../../support/servers/wanted-storages.ts';
import { connectTo, type StoragePorts } from '../../../support/storage/backends.ts';
import { processesIn } from './processes-in.ts';

const startOne = async (start: () => Promise<TestServer>) => {
  const server = await start();
  return { server, nodes: [server] };
};

const kinds = [
  { storage: 'postgres', start: () => startOne(startPostgres) },
  { storage: 'redis', start: () => startOne(startRedis) },
  {
    storage: 'redis-cluster',
    start: async () => {
      // A long timeout, because these tests are not about failover from a frozen node.
      const server = await startRedisCluster({ nodeTimeoutMs: 15_000 });
      return { server, nodes: server.nodes };
    },
  },
] as const;

/** A proof that kills or pauses a server shows nothing if the server survives it, or never had the data on disk. */
describe.each(kinds.filter(({ storage }) => wantedStorages().includes(storage)))('$storage', (kind) => {
  let server: ControlledServer;
  let nodes: readonly TestServer[];

  beforeAll(async () => {
    ({ server, nodes } = await kind.start());
  });
  afterAll(() => server.dispose());

  /** Uses a connection of its own. */
  async function use<Result>(work: (ports: StoragePorts) => Promise<Result>): Promise<Result> {
    const ports = await connectTo(server.url);
    try {
      return await work(ports);
    } finally {
      await ports.close();
    }
  }

  async function aStoredAccount() {
    const account = anAccount();
    expect(await use(({ accounts }) => accounts.add(account))).toBe('added');
    return { find: () => use(({ accounts }) => accounts.find(account.id)) };
  }

  it.each(['stop', 'kill'] as const)('does not respond after %s, and has its data when started again', async (end) => {
    const { find } = await aStoredAccount();

    await server[end]();
    await expect(find()).rejects.toThrow();

    await server.start();
    expect(await find()).toBeDefined();
  });

  it('does not respond while it is paused, not even on an open connection', async () => {
    const { find } = await aStoredAccount();
    const open = await connectTo(server.url);

    server.pause();
    await expect(open.accounts.find(anAccount().id)).rejects.toThrow(StorageUnavailable);

    server.resume();
    await open.close();
    expect(await find()).toBeDefined();
  });

  it('can be killed while it is paused', async () => {
    const { find } = await aStoredAccount();

    server.pause();
    await server.kill();

    await server.start();
    expect(await find()).toBeDefined();
  });

  it('leaves no process and no folder when disposed', async () => {
    const other = await kind.start();
    const folders = other.nodes.map(({ folder }) => folder);
    expect(await Promise.all(folders.map(processesIn))).not.toContainEqual([]);

    await other.server.dispose();

    expect(await Promise.all(folders.map(processesIn))).toEqual(folders.map(() => []));
    expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  });

  it('has an acknowledged write on disk', async () => {
    if (kind.storage !== 'postgres') {
      const settings = await Promise.all(nodes.map(({ url }) => runRedisCommand(url, 'CONFIG', 'GET', 'appendfsync')));
      expect(new Set(settings.map(String))).toEqual(new Set(['appendfsync,always']));
      return;
    }
    expect(await executeSql(server.url, 'SHOW fsync')).toEqual([{ fsync: 'on' }]);
    expect(await executeSql(server.url, 'SHOW synchronous_commit')).toEqual([{ synchronous_commit: 'on' }]);
  });
});

describe('wantedStorages', () => {
  it('fails for an unknown name', () => {
    expect(() => wantedStorages({ STORAGE: 'sqlite,mysql' })).toThrow('STORAGE names an unknown backend: mysql');
  });
});
