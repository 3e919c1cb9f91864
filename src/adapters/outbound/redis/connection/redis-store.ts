import { createHash } from 'node:crypto';
import { type ChainableCommander, Cluster, type Redis } from 'ioredis';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { openClients, ReportedErrors } from './open-clients.ts';
import { type RedisClient, type RedisLocation, readClient, writeClient } from './redis-clients.ts';
import { translateError, translateErrors } from './redis-errors.ts';
import { RedisSpace } from './redis-space.ts';
import { scanPages } from './scan-pages.ts';

const REVIVE_MS = 200;
/** Finds new masters after a failover even if no command reached an old one. */
const REFRESH_SLOTS_MS = 5000;
/** The wait is shorter than the command timeout: a lagging replica must not be mistaken for an unreachable server. */
const REPLICAS_MS = 1000;
/** Shorter than any server takes to restart without its data, and long enough to make a flood of wrong keys cheap. */
const SCHEMA_TRUSTED_MS = 100;

export interface RedisStoreOptions {
  readonly location: RedisLocation;
  /** First part of every key, so that several installations can share one Redis. */
  readonly prefix: string;
  readonly minReplicas: number;
}

/** A script, which Redis caches by its digest. */
export interface Script {
  readonly text: string;
  readonly digest: string;
}

/**
 * Marks scripts that let the storage grow without a bound. `content` is rejected with StorageFull while Redis is nearly full,
 * `history` (label moves, statistics) when it is full. All other scripts still run then.
 */
export type Growth = 'content' | 'history';

/**
 * Redis rejects a script when its memory limit is reached, or lets it run to its end. Without a first line that says which,
 * a script would run if it happens to delete something before it adds something.
 */
const EVEN_IF_FULL = '#!lua flags=allow-oom\n';
const UNLESS_FULL = '#!lua\n';

const RUN_COMMAND = 'return redis.call(ARGV[1], KEYS[1], unpack(ARGV, 2))';

export const readScript = (text: string): Script => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
});

/** One Redis of any number of servers: builds keys, confirms writes, and decides which errors are outages. */
export class RedisStore {
  readonly writes: RedisClient;
  private readonly reads: RedisClient;
  private readonly reported = new ReportedErrors();
  private readonly slotRefresh: NodeJS.Timeout;
  private closed = false;
  private schemaSeenAt = Number.NEGATIVE_INFINITY;
  private readonly space = new RedisSpace(() => this.masters());

  constructor(private readonly options: RedisStoreOptions) {
    this.reads = readClient(options.location);
    this.writes = writeClient(options.location);
    this.keepAlive(this.reads);
    this.keepAlive(this.writes);
    this.slotRefresh = setInterval(() => {
      for (const client of [this.reads, this.writes]) if (client.status === 'ready') refreshSlots(client);
    }, REFRESH_SLOTS_MS).unref();
  }

  key(...parts: readonly string[]): string {
    return [this.options.prefix, ...parts].join(':');
  }

  open(): Promise<void> {
    return openClients([this.reads, this.writes], this.options.location, this.reported);
  }

  read<Result>(command: (client: RedisClient) => Promise<Result>): Promise<Result> {
    return translateErrors(command(this.reads));
  }

  /**
   * Throws if the schema is missing: the server has restarted without its data and knows no key and no address. If
   * valid keys were rejected as wrong, their owners would throw them away.
   */
  async assertNotEmpty(): Promise<void> {
    const now = performance.now();
    if (now - this.schemaSeenAt < SCHEMA_TRUSTED_MS) return;
    const exists = await this.read((client) => client.exists(this.key('schema')));
    if (exists === 0) throw new StorageUnavailable('Redis', new Error('it has lost its data'));
    this.schemaSeenAt = now;
  }

  /** Reads on both clients, which proves that writes get through as well. */
  async readOnBothClients<Result>(command: (client: RedisClient) => Promise<Result>): Promise<Result> {
    const [result] = await Promise.all([this.read(command), translateErrors(command(this.writes))]);
    return result;
  }

  /**
   * Runs commands on keys of one slot as one pipeline. Resolves to the reply of the last command once enough replicas
   * have it; too few is an outage, because a failover could lose an acknowledged write.
   *
   * WAIT names no key, so it must be sent in the same pipeline: alone, it would go to a random node.
   *
   * Rejects with StorageFull when Redis is full, unless the commands only delete.
   */
  async write(commands: (pipeline: ChainableCommander) => ChainableCommander): Promise<unknown> {
    const { minReplicas } = this.options;
    if (minReplicas === 0) return (await this.run(commands)).at(-1);

    const replies = await this.run((pipeline) => commands(pipeline).wait(minReplicas, REPLICAS_MS));
    const confirmed = Number(replies.at(-1));
    if (confirmed >= minReplicas) return replies.at(-2);
    throw new StorageUnavailable('Redis', new Error(`${confirmed} of ${minReplicas} replicas have the write`));
  }

  /**
   * Runs a script on keys of one slot. Scripts are atomic, and running one twice must be harmless. A script without growth
   * runs even when Redis is full.
   */
  async script(text: string, keys: Keys, values: Values, growth?: Growth): Promise<unknown> {
    if (growth === 'content') await this.assertRoomForContent();
    const { minReplicas } = this.options;
    if (minReplicas === 0) return this.unconfirmedScript(text, keys, values, growth);
    return evaluate(withFlags(text, growth), keys, values, (command, args) =>
      this.write((pipeline) => pipeline.call(command, args)),
    );
  }

  /** The same without waiting for replicas: for data that may be lost in a failover. */
  unconfirmedScript(text: string, keys: Keys, values: Values, growth?: Growth): Promise<unknown> {
    // A pipeline would cost more than the command itself.
    return evaluate(withFlags(text, growth), keys, values, (command, args) =>
      translateErrors(this.writes.call(command, args)),
    );
  }

  /** Deletes one key, which frees memory and so needs no script. */
  async delete(key: string): Promise<void> {
    if (this.options.minReplicas === 0) await translateErrors(this.writes.del(key));
    else await this.write((pipeline) => pipeline.del(key));
  }

  /** Runs one command on one key, even when Redis is full. */
  command(name: string, key: string, ...values: Values): Promise<unknown> {
    return this.script(RUN_COMMAND, [key], [name, ...values]);
  }

  isNearlyFull(): Promise<boolean> {
    return this.space.isNearlyFull();
  }

  async assertRoomForContent(): Promise<void> {
    if (await this.space.isNearlyFull()) throw new StorageFull('Redis', new Error('it has nearly reached maxmemory'));
  }

  /** Runs a script that reads keys of one slot: its reply is a consistent snapshot. */
  readScript(script: Script, keys: Keys, values: Values): Promise<unknown> {
    return evaluate(script, keys, values, (command, args) => this.read((client) => client.call(`${command}_ro`, args)));
  }

  /**
   * Every server that accepts writes: one, or all masters of a cluster. The driver drops a server whose connection
   * ended until its next refresh. A scan would then silently miss keys, so this is reported as an outage.
   */
  masters(): readonly Redis[] {
    const { reads } = this;
    if (!(reads instanceof Cluster)) return [reads];
    const masters = reads.nodes('master');
    const known = new Set(masters.map(({ options: { host, port } }) => `${host}:${port}`));
    if (reads.slots.length > 0 && reads.slots.every(([master = '']) => known.has(master))) return masters;
    refreshSlots(reads);
    throw new StorageUnavailable('Redis', new Error('a server of the cluster is not connected'));
  }

  /** Every key with this prefix, and of this type, that exists throughout the scan, perhaps more than once. */
  async *scan(prefix: string, type?: 'stream'): AsyncIterable<string> {
    const filter = ['MATCH', `${prefix}*`, 'COUNT', 500, ...(type ? ['TYPE', type] : [])];
    for (const master of this.masters()) {
      const pages = scanPages((cursor) =>
        translateErrors(master.call('scan', [cursor, ...filter]) as Promise<[string, string[]]>),
      );
      for await (const keys of pages) yield* keys;
    }
  }

  close(): void {
    this.closed = true;
    clearInterval(this.slotRefresh);
    this.reads.disconnect();
    this.writes.disconnect();
  }

  private keepAlive(client: RedisClient): void {
    // The driver reconnects by itself, and every command reports its own failure, but the cause is reported only here.
    this.reported.listenTo(client);
    // The driver can give up for good during a failover. A service must not.
    client.on('end', () => {
      if (!this.closed) setTimeout(() => client.connect().catch(() => {}), REVIVE_MS).unref();
    });
  }

  private async run(commands: (pipeline: ChainableCommander) => ChainableCommander): Promise<readonly unknown[]> {
    const results = (await translateErrors(commands(this.writes.pipeline()).exec())) ?? [];
    for (const [error] of results) if (error) throw this.failure(error);
    return results.map(([, reply]) => reply);
  }

  private failure(error: Error): unknown {
    // The driver does not redirect a pipeline that contains WAIT: refresh, so that the next write finds the new owner.
    if (error.message.startsWith('MOVED ')) refreshSlots(this.writes);
    return translateError(error);
  }
}

/** If this fails, the next command reports it. A single server has no slots. */
function refreshSlots(client: RedisClient): void {
  if (client instanceof Cluster) client.refreshSlotsCache(() => {});
}

type Keys = readonly string[];
export type Values = readonly (string | number)[];

/** Scripts by their texts. Each is written in the code, so that they are few. */
const scripts = { evenIfFull: new Map<string, Script>(), unlessFull: new Map<string, Script>() };

function withFlags(text: string, growth: Growth | undefined): Script {
  const known = growth ? scripts.unlessFull : scripts.evenIfFull;
  let script = known.get(text);
  if (!script) {
    script = readScript(`${growth ? UNLESS_FULL : EVEN_IF_FULL}${text}`);
    known.set(text, script);
  }
  return script;
}

/** Passes the arguments as one list: a function call cannot take as many arguments as a prompt can have versions. */
type Send = (command: 'eval' | 'evalsha', args: (string | number)[]) => Promise<unknown>;

async function evaluate({ text, digest }: Script, keys: Keys, values: Values, send: Send): Promise<unknown> {
  try {
    return await send('evalsha', [digest, keys.length, ...keys, ...values]);
  } catch (error) {
    if (!(error instanceof Error && error.message.startsWith('NOSCRIPT '))) throw error;
    // The first time, and after every restart of a server. From then on it knows the digest.
    return send('eval', [text, keys.length, ...keys, ...values]);
  }
}
