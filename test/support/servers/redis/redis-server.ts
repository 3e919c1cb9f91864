import { findOrInstall } from '../find-binary.ts';
import type { ChoosePort } from '../free-port.ts';
import { type Address, type ServerKind, TestServer } from '../test-server.ts';
import { readRedisInfo } from './redis-command.ts';

interface RedisOptions {
  /** Arguments of redis-server after ours, so that they win. */
  readonly args?: readonly string[];
  readonly choosePort?: ChoosePort;
}

const BASE_ARGS = ['--bind', '127.0.0.1', '--protected-mode', 'no', '--dir', '.', '--databases', '1000'];
/** As an operator should run it for us: what was acknowledged is on disk, and nothing is thrown away. */
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

/** An empty Redis. */
export async function startRedis({ args = [], choosePort }: RedisOptions = {}): Promise<TestServer> {
  return TestServer.start(await redis('TEST_REDIS_URL', () => args), choosePort);
}

export async function redis(variable: string, moreArgs: (address: Address) => readonly string[]): Promise<ServerKind> {
  const program = await findOrInstall({ binary: 'redis-server', package: 'redis-server', folders: [], variable });

  return {
    name: 'redis',
    user: undefined,
    stopSignal: 'SIGTERM',
    url: ({ port }) => `redis://127.0.0.1:${port}`,
    launch: (_folder, address) => ({
      program,
      args: ['--port', String(address.port), ...BASE_ARGS, ...DURABLE_ARGS, ...moreArgs(address)],
    }),
    answers: async ({ url, pid }) => {
      const info = await readRedisInfo(url, 'INFO');
      return info.get('process_id') === String(pid) && info.get('loading') === '0';
    },
  };
}
