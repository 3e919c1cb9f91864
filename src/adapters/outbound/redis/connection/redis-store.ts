import { createHash } from 'node:crypto';
import { type ChainableCommander, Cluster, type Redis, ReplyError } from 'ioredis';
import { StorageUnavailable } from '../../../../application/ports/storage-unavailable.ts';
import { type RedisClient, type RedisLocation, readClient, writeClient } from './redis-clients.ts';

const OPEN_MS = 4000;
const REVIVE_MS = 200;
/** Finds new masters after a failover even where no command ran into an old one. */
const LOOK_MS = 5000;
/** Less than the timeout of a command, so that a replica that lags is told apart from a server that is gone. */
const REPLICAS_MS = 1000;
/** Shorter than any server takes to come back without its data, and long enough that a flood of wrong keys costs nothing more. */
const SCHEMA_TRUSTED_MS = 100;

export interface RedisStoreOptions {
  readonly location: RedisLocation;
  /** First part of every key, so that several installations can share one Redis. */
  readonly prefix: string;
  readonly minReplicas: number;
}

/** A script that Redis lets do nothing but read, and that it knows by its digest once it has seen it. */
export interface ReadScript {
  readonly text: string;
  readonly digest: string;
}

export const readScript = (text: string): ReadScript => ({
  text,
  digest: createHash('sha1').update(text).digest('hex'),
});

/** One Redis, however many servers it has: where keys are, how writes are confirmed, and what counts as an outage. */
export class RedisStore {
  readonly writes: RedisClient;
  private readonly reads: RedisClient;
  private lastError: Error | undefined;
  private readonly looking: NodeJS.Timeout;
  private closed = false;
  private schemaSeenAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: RedisStoreOptions) {
    this.reads = readClient(options.location);
    this.writes = writeClient(options.location);
    this.keepAlive(this.reads);
    this.keepAlive(this.writes);
    this.looking = setInterval(() => {
      for (const client of [this.reads, this.writes]) if (client.status === 'ready') lookForMasters(client);
    }, LOOK_MS).unref();
  }

  key(...parts: readonly string[]): string {
    return [this.options.prefix, ...parts].join(':');
  }

  async open(): Promise<void> {
    try {
      await withDeadline(Promise.all([this.reads.connect(), this.writes.connect()]), OPEN_MS);
    } catch (error) {
      throw new StorageUnavailable('Redis', this.lastError ?? error);
    }
  }

  read<Answer>(command: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    return translating(command(this.reads));
  }

  /**
   * Rejects where nobody has made the schema. A server that has come back without its data knows no key and no address,
   * and whoever is told that his is wrong throws it away.
   */
  async refuseEmpty(): Promise<void> {
    const now = performance.now();
    if (now - this.schemaSeenAt < SCHEMA_TRUSTED_MS) return;
    const made = await this.read((client) => client.exists(this.key('schema')));
    if (made === 0) throw new StorageUnavailable('Redis', new Error('it has lost its data'));
    this.schemaSeenAt = now;
  }

  /** A read that proves that writes get through as well. */
  async readBothWays<Answer>(command: (client: RedisClient) => Promise<Answer>): Promise<Answer> {
    const [answer] = await Promise.all([this.read(command), translating(command(this.writes))]);
    return answer;
  }

  /**
   * Commands on keys of one slot, in one go. Resolves to the answer of the last command once as many
   * replicas as configured have it; fewer is an outage, because a failover could lose what was acknowledged.
   *
   * WAIT names no key, so it must travel in the same pipeline: alone, it would go to a random node.
   */
  async write(commands: (pipeline: ChainableCommander) => ChainableCommander): Promise<unknown> {
    const { minReplicas } = this.options;
    if (minReplicas === 0) return (await this.run(commands)).at(-1);

    const answers = await this.run((pipeline) => commands(pipeline).wait(minReplicas, REPLICAS_MS));
    const confirmed = Number(answers.at(-1));
    if (confirmed >= minReplicas) return answers.at(-2);
    throw new StorageUnavailable('Redis', new Error(`${confirmed} of ${minReplicas} replicas have the write`));
  }

  /** A script on keys of one slot: atomic, and written so that running it twice does no harm. */
  script(text: string, keys: readonly string[], values: readonly (string | number)[]): Promise<unknown> {
    return this.write((pipeline) => evaluate(pipeline, text, keys, values));
  }

  /** The same, whether replicas have it or not: for what may be lost in a failover. */
  async unconfirmedScript(text: string, keys: readonly string[], values: readonly (string | number)[]) {
    return (await this.run((pipeline) => evaluate(pipeline, text, keys, values))).at(-1);
  }

  /** A script that reads keys of one slot: all that it answers was true at one moment. */
  async readScript(script: ReadScript, keys: readonly string[], values: readonly (string | number)[]) {
    const { text, digest } = script;
    try {
      return await this.read((client) => client.evalsha_ro(digest, keys.length, ...keys, ...values));
    } catch (error) {
      if (!(error instanceof Error && error.message.startsWith('NOSCRIPT '))) throw error;
      // The first time, and after every start of a server. It knows the digest from then on.
      return this.read((client) => client.eval_ro(text, keys.length, ...keys, ...values));
    }
  }

  /**
   * Every server that takes writes: one, or as many as a cluster has. The driver forgets one whose connection ended until
   * it next looks who is there. Without it, nobody would notice that its keys are missing: that is an outage.
   */
  masters(): readonly Redis[] {
    const { reads } = this;
    if (!(reads instanceof Cluster)) return [reads];
    const masters = reads.nodes('master');
    const known = new Set(masters.map(({ options: { host, port } }) => `${host}:${port}`));
    if (reads.slots.length > 0 && reads.slots.every(([master = '']) => known.has(master))) return masters;
    lookForMasters(reads);
    throw new StorageUnavailable('Redis', new Error('a server of the cluster is not connected'));
  }

  /** Every key that begins so and is there throughout, perhaps more than once. */
  async *scan(start: string): AsyncIterable<string> {
    for (const master of this.masters()) {
      let cursor = '0';
      do {
        const [next, keys] = await translating(master.scan(cursor, 'MATCH', `${start}*`, 'COUNT', 500));
        yield* keys;
        cursor = next;
      } while (cursor !== '0');
    }
  }

  close(): void {
    this.closed = true;
    clearInterval(this.looking);
    this.reads.disconnect();
    this.writes.disconnect();
  }

  private keepAlive(client: RedisClient): void {
    // The driver reconnects by itself, and every command tells its own failure; but only here it tells why.
    client.on('error', (error) => {
      this.lastError = error;
    });
    // There are moments in a failover at which it gives up for good. A service must not.
    client.on('end', () => {
      if (!this.closed) setTimeout(() => client.connect().catch(() => {}), REVIVE_MS).unref();
    });
  }

  private async run(commands: (pipeline: ChainableCommander) => ChainableCommander): Promise<readonly unknown[]> {
    const results = (await translating(commands(this.writes.pipeline()).exec())) ?? [];
    for (const [error] of results) if (error) throw this.failure(error);
    return results.map(([, answer]) => answer);
  }

  private failure(error: Error): unknown {
    // A pipeline with WAIT in it is not redirected by the driver; the next write shall find the new owner.
    if (error.message.startsWith('MOVED ')) lookForMasters(this.writes);
    return translated(error);
  }
}

/** Who fails to find them is told by the next command. Of one server there is nothing to find. */
function lookForMasters(client: RedisClient): void {
  if (client instanceof Cluster) client.refreshSlotsCache(() => {});
}

/** As one list: a call could not take as many arguments as a prompt can have versions. */
function evaluate(
  pipeline: ChainableCommander,
  text: string,
  keys: readonly string[],
  values: readonly (string | number)[],
): ChainableCommander {
  return pipeline.call('eval', [text, keys.length, ...keys, ...values]);
}

/** What the server says when our command is wrong, not when it cannot answer. The first word is Redis' error code. */
const OUR_FAULT = /^(ERR|WRONGTYPE|CROSSSLOT|NOSCRIPT)\b/;

export function translated(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  return isOurFault(error) ? error : new StorageUnavailable('Redis', error);
}

function isOurFault(error: Error): boolean {
  if (!(error instanceof ReplyError)) return false;
  // A transaction tells why it was discarded only in what its commands were told: in a failover, that they moved.
  const { previousErrors = [] } = error as { previousErrors?: readonly Error[] };
  return OUR_FAULT.test(error.message) || previousErrors.some(isOurFault);
}

async function translating<Answer>(answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw translated(error);
  }
}

async function withDeadline<Answer>(answer: Promise<Answer>, ms: number): Promise<Answer> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no connection within ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
