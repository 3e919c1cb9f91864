import type { Cluster, Redis } from 'ioredis';

/** The prefix of every key of an installation that names none. */
const DEFAULT_PREFIX = 'ph';

/** One key of a Redis data set. */
interface RedisEntry {
  readonly key: string;
  readonly type: string;
  /** How long it had to live, in milliseconds; null for ever. */
  readonly ttlMs: number | null;
  /** What the command that reads a whole value of its type returns. */
  readonly value: string | readonly string[];
}

/** Every key as one line of JSON: unlike an RDB file, this can be loaded into any version and into a cluster. */
export async function dumpRedis(client: Redis): Promise<string> {
  const keys = (await client.keys('*')).sort();
  const lines: string[] = [];
  for (const key of keys) {
    const type = await client.type(key);
    const ttlMs = await client.pttl(key);
    const entry: RedisEntry = { key, type, ttlMs: ttlMs < 0 ? null : ttlMs, value: await readValue(client, key, type) };
    lines.push(JSON.stringify(entry));
  }
  return `${lines.join('\n')}\n`;
}

async function readValue(client: Redis, key: string, type: string): Promise<RedisEntry['value']> {
  switch (type) {
    case 'string':
      return (await client.get(key)) ?? '';
    case 'hash':
      return (await client.call('HGETALL', key)) as string[];
    case 'list':
      return client.lrange(key, 0, -1);
    case 'set':
      return (await client.smembers(key)).sort();
    case 'zset':
      return client.zrange(key, '0', '-1', 'WITHSCORES');
    default:
      throw new Error(`${key} has the unknown type ${type}`);
  }
}

/** Writes the data set under another prefix. Keys live as long as they had left when they were dumped. */
export async function loadRedis(client: Redis | Cluster, dump: string, prefix: string): Promise<void> {
  for (const line of dump.trimEnd().split('\n')) {
    const { key, type, ttlMs, value }: RedisEntry = JSON.parse(line);
    const renamed = key.replace(DEFAULT_PREFIX, prefix);
    await writeValue(client, renamed, type, value);
    if (ttlMs !== null) await client.pexpire(renamed, ttlMs);
  }
}

async function writeValue(
  client: Redis | Cluster,
  key: string,
  type: string,
  value: RedisEntry['value'],
): Promise<unknown> {
  if (typeof value === 'string') return client.set(key, value);
  switch (type) {
    case 'hash':
      return client.hset(key, ...value);
    case 'list':
      return client.rpush(key, ...value);
    case 'set':
      return client.sadd(key, ...value);
    case 'zset':
      return client.zadd(key, ...value.map((_, index) => value[index ^ 1] ?? ''));
    default:
      throw new Error(`${key} has the unknown type ${type}`);
  }
}
