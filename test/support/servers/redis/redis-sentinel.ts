import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { TestServer } from '../test-server.ts';
import { waitUntil } from '../wait-until.ts';
import { readRedisInfo, runRedisCommand } from './redis-command.ts';
import { redis, startRedis } from './redis-server.ts';

const MASTER_NAME = 'prompts';
/**
 * How long the master may be unreachable before the replica is promoted. A sentinel that was not scheduled for two seconds
 * pauses for thirty, and a replica that has lost its master for ten times this long is not eligible any more.
 */
const DOWN_AFTER_MS = 5000;

/** One master, one replica, and one sentinel with a quorum of one. */
export interface SentinelTrio {
  readonly url: string;
  readonly master: TestServer;
  readonly replica: TestServer;
  /** Resolves when the replica is in sync: otherwise a failover may lose the last writes. */
  replicated(): Promise<void>;
  dispose(): Promise<void>;
}

export async function startRedisSentinel(downAfterMs = DOWN_AFTER_MS): Promise<SentinelTrio> {
  const master = await startRedis();
  const replica = await startRedis({ args: ['--replicaof', '127.0.0.1', String(master.address.port)] });
  const sentinel = await TestServer.start(await sentinelKind(master, downAfterMs));
  await waitUntil(async () => (await countKnownReplicas(sentinel)) === 1, { what: 'the sentinel knows the replica' });
  return {
    url: `redis-sentinel://127.0.0.1:${sentinel.address.port}/${MASTER_NAME}`,
    master,
    replica,
    replicated: () =>
      waitUntil(async () => (await readOffset(replica)) === (await readOffset(master)), {
        what: 'the replica has everything',
      }),
    dispose: async () => {
      // First, because the sentinel writes to its file in the master's folder until it exits.
      await sentinel.dispose();
      await Promise.all([replica, master].map((server) => server.dispose()));
    },
  };
}

async function sentinelKind(master: TestServer, downAfterMs: number) {
  const plain = await redis('TEST_REDIS_URL', () => []);
  // A sentinel stores its state in its configuration file, so it needs its own.
  const file = join(master.folder, 'sentinel.conf');
  await writeFile(
    file,
    [
      `sentinel monitor ${MASTER_NAME} 127.0.0.1 ${master.address.port} 1`,
      `sentinel down-after-milliseconds ${MASTER_NAME} ${downAfterMs}`,
      `sentinel failover-timeout ${MASTER_NAME} 5000`,
      '',
    ].join('\n'),
  );
  return {
    ...plain,
    name: 'sentinel',
    launch: (folder: string, address: TestServer['address']) => ({
      program: plain.launch(folder, address).program,
      args: [file, '--sentinel', '--port', String(address.port), '--bind', '127.0.0.1', '--protected-mode', 'no'],
    }),
    isReady: async ({ url }: { url: string }) => (await runRedisCommand(url, 'PING')) === 'PONG',
  };
}

const readOffset = async (server: TestServer): Promise<string | undefined> =>
  (await readRedisInfo(server.url, 'INFO', 'replication')).get('master_repl_offset');

async function countKnownReplicas(sentinel: TestServer): Promise<number> {
  const replicas = await runRedisCommand(sentinel.url, 'SENTINEL', 'replicas', MASTER_NAME);
  return Array.isArray(replicas) ? replicas.length : 0;
}
