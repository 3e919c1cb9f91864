import { Cluster, Redis } from 'ioredis';
import type { AccountRow, BaselineStorage, PromptRow } from './baseline-storage.ts';
import { folderOf } from './new-prompt.ts';

const LABEL_FIELD = 'label:';

const account = (id: string): string => `ph:acct:{${id}}`;
const hint = (digest: string): string => `ph:idx:${digest}`;
const prompts = (accountId: string): string => `ph:p:{${accountId}}`;

/** Compare and swap, plus the record of the rotation. */
const REPLACE_KEY = `
  if redis.call('HGET', KEYS[1], 'key_digest') ~= ARGV[1] then return 0 end
  redis.call('HSET', KEYS[1], 'key_digest', ARGV[2], 'key_sealed', ARGV[3], 'key_issued_at', ARGV[4])
  redis.call('LPUSH', KEYS[2], redis.call('HINCRBY', KEYS[1], 'rotations', 1) .. ' ' .. ARGV[5])
  return 1`;

export function redisBaseline(url: string): BaselineStorage {
  const redis = connect(url);

  return {
    accountByDigest: async (digest) => {
      const id = await redis.get(hint(digest));
      if (id === null) return undefined;
      const [held, email, name] = await redis.hmget(account(id), 'key_digest', 'email', 'name');
      return held === digest ? ({ id, email, name } as AccountRow) : undefined;
    },
    promptsByName: async (accountId, after, limit) => {
      const key = prompts(accountId);
      // After the space that ends the name, and before all characters of longer names.
      const members = await redis.zrangebylex(`${key}:by-name`, `[${after}!`, '+', 'LIMIT', 0, limit);
      const pipeline = redis.pipeline();
      for (const member of members) pipeline.hgetall(`${key}:${member.slice(member.indexOf(' ') + 1)}`);
      const replies = (await pipeline.exec()) ?? [];
      return replies.map(([, hash]) => toRow(hash as Record<string, string>));
    },
    readHead: async (accountId, name, label) => {
      const id = await redis.hget(`${prompts(accountId)}:names`, name);
      if (id === null) return undefined;
      const key = `${prompts(accountId)}:${id}`;
      const [revision, version] = await redis.hmget(key, 'revision', LABEL_FIELD + label);
      return version == null ? undefined : { id, revision: Number(revision), version: Number(version) };
    },
    read: async (accountId, name, label) => {
      const id = await redis.hget(`${prompts(accountId)}:names`, name);
      if (id === null) return undefined;
      const key = `${prompts(accountId)}:${id}`;
      const row = toRow(await redis.hgetall(key));
      const version = Number(JSON.parse(row.labels)[label]);
      const replies = await redis
        .pipeline()
        .hget(`${key}:versions`, String(version))
        .hget(`${key}:contents`, String(version))
        .lindex(`${key}:published`, version - 1)
        .exec();
      const [summary = '', digest = '', publishedAt] = (replies ?? []).map(([, reply]) => String(reply));
      const [body, settings] = await Promise.all([
        redis.hget(`${prompts(accountId)}:contents`, digest),
        redis.hget(`${prompts(accountId)}:settings`, digest),
      ]);
      const details = { ...JSON.parse(summary), ...JSON.parse(settings ?? '') };
      return { ...row, ...details, version, body, published_at: Number(publishedAt) };
    },
    create: async (accountId, prompt, version) => {
      const key = prompts(accountId);
      const { body, published_at, version: number, ...summary } = version;
      const { labels: _, ...row } = prompt;
      await redis
        .multi()
        .incr(`${key}:rev`)
        .hset(`${key}:${prompt.id}`, { ...row, account_id: accountId, latest_hash: version.hash })
        .hset(`${key}:names`, prompt.name, prompt.id)
        .zadd(`${key}:by-name`, 0, `${prompt.name} ${prompt.id}`)
        .zadd(`${key}:by-time`, 0, `${String(prompt.updated_at).padStart(16, '0')} ${prompt.id}`)
        .hset(`${key}:${prompt.id}:versions`, number, JSON.stringify({ ...summary, type: prompt.type }))
        .hset(`${key}:${prompt.id}:bodies`, number, body)
        .rpush(`${key}:${prompt.id}:published`, published_at)
        .exec();
    },
    replaceKey: async ({ accountId, retired, digest, sealed, at }) => {
      await redis.set(hint(digest), accountId);
      const record = { issued_digest: digest, rotated_at: at, rotated_by: 'api', address: '127.0.0.1' };
      const keys = [account(accountId), `ph:rot:{${accountId}}`] as const;
      const swapped = await redis.eval(REPLACE_KEY, 2, ...keys, retired, digest, sealed, at, JSON.stringify(record));
      await redis.del(hint(swapped === 1 ? retired : digest));
      return swapped === 1;
    },
  };
}

function connect(url: string): Redis | Cluster {
  if (!url.startsWith('redis-cluster:')) return new Redis(url);
  const nodes = url.replace('redis-cluster://', '').split(',');
  return new Cluster(nodes.map((node) => ({ host: '127.0.0.1', port: Number(node.split(':')[1]) })));
}

function toRow(hash: Readonly<Record<string, string>>): PromptRow {
  const labels = Object.entries(hash).filter(([field]) => field.startsWith(LABEL_FIELD));
  return {
    ...(hash as unknown as PromptRow),
    folder: folderOf(String(hash['name'])),
    labels: JSON.stringify(
      Object.fromEntries(labels.map(([field, version]) => [field.slice(LABEL_FIELD.length), Number(version)])),
    ),
    latest_version: Number(hash['latest_version']),
    revision: Number(hash['revision']),
    archived: Number(hash['archived']),
    created_at: Number(hash['created_at']),
    updated_at: Number(hash['updated_at']),
  };
}
