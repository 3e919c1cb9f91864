import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findOrInstall } from '../find-binary.ts';
import { type ControlledServer, TestServer } from '../test-server.ts';
import { waitUntil } from '../wait-until.ts';
import { readRedisInfo } from './redis-command.ts';
import { redis } from './redis-server.ts';

const run = promisify(execFile);

const VARIABLE = 'TEST_REDIS_CLUSTER_URL';
const SLOT_COUNT = '16384';
/** Short, so that a replica takes over quickly. */
const NODE_TIMEOUT_MS = 2_000;
/** Long without replicas: a node must not count as failed only because the machine is busy. */
const LONG_NODE_TIMEOUT_MS = 30_000;

interface ClusterOptions {
  readonly masters?: number;
  /** Per master. */
  readonly replicas?: number;
  /** How long a node may be unreachable before the others replace it. */
  readonly nodeTimeoutMs?: number;
}

/** A Redis Cluster whose slots are all served. */
export async function startRedisCluster(options: ClusterOptions = {}): Promise<RedisCluster> {
  const { masters = 3, replicas = 1 } = options;
  const { nodeTimeoutMs = replicas === 0 ? LONG_NODE_TIMEOUT_MS : NODE_TIMEOUT_MS } = options;
  const nodes = await startNodes(masters * (1 + replicas), nodeTimeoutMs);
  const cluster = new RedisCluster(nodes);
  try {
    await createCluster(nodes, replicas);
    await cluster.healthy();
  } catch (error) {
    await cluster.dispose();
    throw error;
  }
  return cluster;
}

/** All nodes as one server. Each can also be stopped, killed and paused separately; masters come first until a failover. */
export class RedisCluster implements ControlledServer {
  readonly url: string;
  readonly nodes: readonly TestServer[];

  constructor(nodes: readonly TestServer[]) {
    this.nodes = nodes;
    this.url = `redis-cluster://${nodes.map(({ address }) => `127.0.0.1:${address.port}`).join()}`;
  }

  /** Starts every node that is not running. Resolves when all slots are served again. */
  async start(): Promise<void> {
    await Promise.all(this.nodes.filter(({ running }) => !running).map((node) => node.start()));
    await this.healthy();
  }

  async stop(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.stop()));
  }

  async kill(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.kill()));
  }

  pause(): void {
    for (const node of this.nodes) node.pause();
  }

  resume(): void {
    for (const node of this.nodes) node.resume();
  }

  async dispose(): Promise<void> {
    await Promise.all(this.nodes.map((node) => node.dispose()));
  }

  /** Resolves when every node sees every slot served and every replica has its master's data, on disk too. */
  async healthy(): Promise<void> {
    const isHealthy = async ({ url }: TestServer): Promise<boolean> => {
      const cluster = await readRedisInfo(url, 'CLUSTER', 'INFO');
      const node = await readRedisInfo(url, 'INFO');
      return (
        cluster.get('cluster_state') === 'ok' &&
        cluster.get('cluster_slots_ok') === SLOT_COUNT &&
        cluster.get('cluster_known_nodes') === String(this.nodes.length) &&
        (node.get('role') === 'master' || node.get('master_link_status') === 'up') &&
        node.get('aof_rewrite_in_progress') === '0' &&
        node.get('aof_rewrite_scheduled') === '0'
      );
    };
    await waitUntil(async () => (await Promise.all(this.nodes.map(isHealthy))).every(Boolean), {
      what: 'all nodes of the Redis Cluster agree that it is healthy',
    });
  }
}

/** Starts all nodes or none: when one fails, the others are stopped again. */
async function startNodes(count: number, nodeTimeoutMs: number): Promise<readonly TestServer[]> {
  const kind = await redis(VARIABLE, ({ peerPort }) => [
    ...['--cluster-enabled', 'yes', '--cluster-port', String(peerPort)],
    ...['--cluster-node-timeout', String(nodeTimeoutMs)],
    // Otherwise a master delays its first replica by five seconds, in case more replicas connect.
    ...['--repl-diskless-sync-delay', '0'],
    // Otherwise a stopping master waits ten seconds for a replica that a test has frozen.
    ...['--shutdown-timeout', '1'],
  ]);
  const starts = await Promise.allSettled(Array.from({ length: count }, () => TestServer.start(kind)));
  const nodes = starts.flatMap((start) => (start.status === 'fulfilled' ? [start.value] : []));
  const failure = starts.find((start) => start.status === 'rejected');
  if (!failure) return nodes;
  await Promise.all(nodes.map((node) => node.dispose()));
  throw failure.reason;
}

async function createCluster(nodes: readonly TestServer[], replicas: number): Promise<void> {
  const redisCli = await findOrInstall({ binary: 'redis-cli', package: 'redis-tools', variable: VARIABLE });
  const addresses = nodes.map(({ address }) => `127.0.0.1:${address.port}@${address.peerPort}`);
  await run(redisCli, ['--cluster', 'create', ...addresses, '--cluster-replicas', String(replicas), '--cluster-yes']);
}
