import { type Cluster, Redis, type RedisOptions } from 'ioredis';
import { endWhenInDoubt, UnqueuedCluster } from './reply-order.ts';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

interface RedisLogin {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly tls?: boolean | undefined;
}

/** Where a Redis is and how to enter it. Standalone, Sentinel and Cluster differ here and nowhere else. */
export type RedisLocation =
  | (RedisLogin & RedisAddress & { readonly kind: 'redis'; readonly db: number })
  | (RedisLogin & { readonly kind: 'redis-cluster'; readonly nodes: readonly RedisAddress[] })
  | (RedisLogin & {
      readonly kind: 'redis-sentinel';
      readonly sentinels: readonly RedisAddress[];
      readonly master: string;
      readonly db: number;
    });

export type RedisClient = Redis | Cluster;

const COMMAND_MS = 1500;
const CONNECT_MS = 2000;
const RETRY_MS_MAX = 500;

const retry = (times: number): number => Math.min(times * 50, RETRY_MS_MAX);

type Settings = Omit<RedisOptions, 'replyMapping'>;

const common = {
  commandTimeout: COMMAND_MS,
  connectTimeout: CONNECT_MS,
  maxRetriesPerRequest: 1,
  enableOfflineQueue: false,
  retryStrategy: retry,
  // A master that a failover made a replica keeps its connections; who is still there must look for the new one.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
} satisfies Settings;

/** Reads may be sent again after a reconnect. Each leaves at once: to gather them costs more than it saves. */
export function readClient(location: RedisLocation): RedisClient {
  return client(location, common);
}

/** A write whose answer was lost is never sent again by the driver: whoever asked for it decides what to do. */
export function writeClient(location: RedisLocation): RedisClient {
  return client(location, { ...common, autoResendUnfulfilledCommands: false });
}

/** To one server, whatever it is part of. Tries once. */
export function serverClient(location: RedisLocation, { host, port }: RedisAddress): Redis {
  const options: Settings = { ...common, ...login(location), lazyConnect: true, retryStrategy: () => null };
  return new Redis({ ...options, host, port });
}

function client(location: RedisLocation, settings: Settings): RedisClient {
  const options: Settings = { ...settings, ...login(location), lazyConnect: true };
  switch (location.kind) {
    case 'redis':
      return endWhenInDoubt(new Redis({ ...options, host: location.host, port: location.port, db: location.db }));
    case 'redis-sentinel':
      return endWhenInDoubt(
        new Redis({
          ...options,
          sentinels: [...location.sentinels],
          name: location.master,
          db: location.db,
          sentinelRetryStrategy: retry,
          enableTLSForSentinelMode: location.tls === true,
        }),
      );
    case 'redis-cluster':
      return new UnqueuedCluster([...location.nodes], clusterOptions(options)).on('+node', endWhenInDoubt);
  }
}

function clusterOptions(options: Settings) {
  const { autoResendUnfulfilledCommands = true } = options;
  const { enableOfflineQueue: _, lazyConnect, ...redisOptions } = options;
  return {
    redisOptions,
    // Only for connections that are just being made, and no longer than a command may take.
    enableOfflineQueue: true,
    lazyConnect: lazyConnect ?? true,
    scaleReads: 'master' as const,
    clusterRetryStrategy: retry,
    slotsRefreshTimeout: COMMAND_MS,
    // RedisStore looks by itself: the driver's timer goes on for ever when it is disconnected in the middle of a look.
    slotsRefreshInterval: 0,
    // One redirection, or one wait for a failover, is worth a try; more would outlast the request.
    maxRedirections: 3,
    // Only so does a cluster's client not send again, by itself, what was under way when a connection broke.
    ...(autoResendUnfulfilledCommands ? {} : { retryDelayOnFailover: 0 }),
  };
}

function login({ username, password, tls }: RedisLogin): Settings {
  return {
    ...(username === undefined ? {} : { username }),
    ...(password === undefined ? {} : { password }),
    ...(tls ? { tls: {} } : {}),
  };
}
