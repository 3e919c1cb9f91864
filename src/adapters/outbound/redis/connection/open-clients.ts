import { connect } from 'node:net';
import { Redis } from 'ioredis';
import type { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { type RedisAddress, type RedisClient, type RedisLocation, serverClient } from './redis-clients.ts';
import { toUnavailable } from './redis-errors.ts';
import { explainRedisError } from './redis-problem.ts';

const OPEN_MS = 4000;
const PLAIN_REPLY_MS = 1000;

/** Errors of the driver after trying several servers, or losing a connection. They never state the reason. */
const VAGUE =
  /Connection is closed|sentinels are unreachable|Failed to refresh slots|None of startup nodes|no connection within/;

/** Collects what clients report while they connect. The driver rejects with less than that. */
export class ReportedErrors {
  private telling: Error | undefined;

  listenTo(client: RedisClient): void {
    const note = (error: Error): void => {
      if (!this.telling || (!VAGUE.test(error.message) && explainRedisError(error))) this.telling = error;
    };
    client.on('error', note);
    // A cluster reports that no node serves it, and sentinels that none knows the master. Here they say why.
    client.on('node error', note);
    client.on('sentinelError', note);
  }

  /** The most telling of them. */
  get last(): Error | undefined {
    return this.telling;
  }
}

/** Connects all clients. Rejects with StorageUnavailable, with the reason as exactly as it can be found. */
export async function openClients(
  clients: readonly RedisClient[],
  location: RedisLocation,
  reported: ReportedErrors,
): Promise<void> {
  try {
    const connected = Promise.all(clients.map((client) => client.connect()));
    // With sentinels, the driver would try again until the deadline.
    const failed = location.kind === 'redis-sentinel' ? [rejectOnError(clients)] : [];
    await withDeadline(Promise.race([connected, ...failed]), OPEN_MS);
    // The driver goes on with database 0 if there is none of the wanted number.
    if (location.kind !== 'redis-cluster' && location.db > 0) {
      await Promise.all(clients.map((client) => (client instanceof Redis ? client.select(location.db) : undefined)));
    }
  } catch (error) {
    throw await explain(reported.last ?? error, location);
  }
}

const rejectOnError = (clients: readonly RedisClient[]): Promise<never> =>
  new Promise((_, reject) => {
    for (const client of clients) client.once('error', reject);
  });

async function explain(error: unknown, location: RedisLocation): Promise<StorageUnavailable> {
  const message = error instanceof Error ? error.message : '';
  if (location.tls && /ETIMEDOUT|no connection within/.test(message))
    return toUnavailable(await tryPlain(location, error));
  return toUnavailable(VAGUE.test(message) ? ((await findReason(location)) ?? error) : error);
}

/** Connects to the servers of the URL one by one. */
async function findReason(location: RedisLocation): Promise<Error | undefined> {
  for (const address of addressesOf(location)) {
    // A user of the servers need not exist on the sentinels.
    const anonymous = { ...location, username: undefined, password: undefined };
    const isUnknown = location.kind === 'redis-sentinel' && location.username !== undefined;
    const client = serverClient(isUnknown ? anonymous : location, address);
    const reported = new ReportedErrors();
    reported.listenTo(client);
    try {
      await client.connect();
    } catch {
      if (reported.last) return reported.last;
    } finally {
      client.disconnect();
    }
  }
  return undefined;
}

/** A server without TLS takes the first message of TLS for an incomplete command, and waits for the rest. */
async function tryPlain(location: RedisLocation, error: unknown): Promise<unknown> {
  const [address] = addressesOf(location);
  return address && (await repliesWithoutTls(address)) ? new Error('it replies without TLS') : error;
}

function repliesWithoutTls({ host, port }: RedisAddress): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ host, port, timeout: PLAIN_REPLY_MS }, () => socket.write('PING\r\n'));
    const finish = (isReply: boolean) => () => {
      socket.destroy();
      resolve(isReply);
    };
    socket
      .once('data', finish(true))
      .once('timeout', finish(false))
      .once('error', finish(false))
      .once('close', finish(false));
  });
}

function addressesOf(location: RedisLocation): readonly RedisAddress[] {
  switch (location.kind) {
    case 'redis':
      return [location];
    case 'redis-cluster':
      return location.nodes;
    case 'redis-sentinel':
      return location.sentinels;
  }
}

async function withDeadline<Result>(result: Promise<Result>, ms: number): Promise<Result> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no connection within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([result, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
