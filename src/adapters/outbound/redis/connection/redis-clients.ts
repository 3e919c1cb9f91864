import { type Cluster, Redis, type RedisOptions } from 'ioredis';
import { joinWrites } from './joined-writes.ts';
import { ClusterWithoutOfflineQueue, disconnectOnDesync } from './reply-order.ts';

export interface RedisAddress {
  readonly host: string;
  readonly port: number;
}

interface RedisLogin {
  readonly username?: string | undefined;
  readonly password?: string | undefined;
  readonly tls?: boolean | undefined;
}

/** Addresses and credentials. Standalone, Sentinel and Cluster differ only in this file. */
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
  // A master that a failover demoted keeps its connections: reconnect to find the new one.
  reconnectOnError: (error) => error.message.startsWith('READONLY'),
} satisfies Settings;

/** Reads may be resent after a reconnect. */
export function readClient(location: RedisLocation): RedisClient {
  return client(location, common);
}

/** The driver never resends a write whose reply was lost: the caller decides. */
export function writeClient(location: RedisLocation): RedisClient {
  return client(location, { ...common, autoResendUnfulfilledCommands: false });
}

/** Connects to one server, whatever it is part of, without retries. */
export function serverClient(location: RedisLocation, { host, port }: RedisAddress): Redis {
  const options: Settings = { ...common, ...login(location), lazyConnect: true, retryStrategy: () => null };
  return surviveLateErrors(new Redis({ ...options, host, port }));
}

function client(location: RedisLocation, settings: Settings): RedisClient {
  const options: Settings = { ...settings, ...login(location), lazyConnect: true };
  switch (location.kind) {
    case 'redis':
      return guard(new Redis({ ...options, host: location.host, port: location.port, db: location.db }));
    case 'redis-sentinel':
      return guard(
        new Redis({
          ...options,
          sentinels: [...location.sentinels],
          name: location.master,
          db: location.db,
          sentinelRetryStrategy: retry,
          enableTLSForSentinelMode: location.tls === true,
          // Sentinels without a password ignore it. A user of the servers need not exist there.
          ...(location.username === undefined && location.password !== undefined
            ? { sentinelPassword: location.password }
            : {}),
        }),
      );
    case 'redis-cluster':
      return new ClusterWithoutOfflineQueue([...location.nodes], clusterOptions(options)).on('+node', guard);
  }
}

const guard = (connection: Redis): Redis => surviveLateErrors(joinWrites(disconnectOnDesync(connection)));

/**
 * The driver listens only to the first error of a socket. With TLS there may be a second, such as an alert after a
 * rejected certificate, which would end the process.
 */
function surviveLateErrors(connection: Redis): Redis {
  const listen = (): void => void connection.stream?.on('error', () => {});
  return connection.on('connect', listen).on('error', listen);
}

function clusterOptions(options: Settings) {
  const { autoResendUnfulfilledCommands = true } = options;
  const { enableOfflineQueue: _, lazyConnect, ...redisOptions } = options;
  return {
    redisOptions,
    // Commands wait only while a connection is being made, and no longer than the command timeout.
    enableOfflineQueue: true,
    lazyConnect: lazyConnect ?? true,
    scaleReads: 'master' as const,
    clusterRetryStrategy: retry,
    slotsRefreshTimeout: COMMAND_MS,
    // RedisStore refreshes instead: the driver's timer runs forever if it is disconnected during a refresh.
    slotsRefreshInterval: 0,
    // The limit is enough for a redirection or a failover; more would outlast the request.
    maxRedirections: 3,
    // Without this option, the cluster client resends commands that were in flight when a connection broke.
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
