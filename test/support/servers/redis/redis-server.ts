import { findOrInstall } from '../find-binary.ts';
import { type Address, type ServerKind, TestServer } from '../test-server.ts';
import { readRedisInfo } from './redis-command.ts';

interface RedisOptions {
  /** Additional arguments of redis-server, which override the default ones. */
  readonly args?: readonly string[] | ((address: Address) => readonly string[]);
}

const BASE_ARGS = ['--bind', '127.0.0.1', '--protected-mode', 'no', '--dir', '.', '--databases', '1000'];
/** The recommended configuration: acknowledged writes are on disk, and nothing is evicted. */
const DURABLE_ARGS = [
  '--appendonly',
  'yes',
  '--appendfsync',
  'always',
  '--save',
  '',
  '--maxmemory-policy',
  'noeviction',
];

/** Starts an empty Redis. */
export async function startRedis({ args = [] }: RedisOptions = {}): Promise<TestServer> {
  return TestServer.start(await redis('TEST_REDIS_URL', typeof args === 'function' ? args : () => args));
}

export async function redis(variable: string, moreArgs: (address: Address) => readonly string[]): Promise<ServerKind> {
  const program = await findOrInstall({ binary: 'redis-server', variable });

  return {
    name: 'redis',
    user: undefined,
    stopSignal: 'SIGTERM',
    url: ({ port }) => `redis://127.0.0.1:${port}`,
    launch: (_folder, address) => ({
      program,
      args: ['--port', String(address.port), ...BASE_ARGS, ...DURABLE_ARGS, ...moreArgs(address)],
    }),
    isReady: async ({ url, pid }) => {
      const info = await readRedisInfo(url, 'INFO');
      return info.get('process_id') === String(pid) && info.get('loading') === '0';
    },
  };
}
