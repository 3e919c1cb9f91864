import { createHash, randomBytes } from 'node:crypto';
import { Cluster, Redis } from 'ioredis';
import { type CopiedAccounts, copiedAccountEmail, copiedAccountId, OWNER_EVERY } from './copied-accounts.ts';

/** Commands per batch; a batch is pipelined. */
const AT_ONCE = 500;
const PROMPT_KEY = /:p_\d{13}_[a-z0-9]{6}$/;

type Client = Redis | Cluster;

/** A key of the template account, as returned by DUMP. */
interface Dumped {
  /** The part of the key after the account's prefix. */
  readonly rest: string;
  readonly payload: Buffer;
}

export async function fillRedis(url: string, copies: CopiedAccounts): Promise<void> {
  const client = connect(url);
  const masters = client instanceof Cluster ? await mastersOf(client) : [client];
  // Only read from now on, and writing so much to the append-only file would take most of the time.
  for (const master of masters) await master.config('SET', 'appendonly', 'no');

  const row = await client.hgetall(`ph:acct:{${copies.templateId}}`);
  const prompts = await dump(client, masters, `ph:p:{${copies.templateId}}`);
  const perAccount = 3 + Math.ceil(prompts.length / OWNER_EVERY);
  const step = Math.max(OWNER_EVERY, Math.floor(AT_ONCE / perAccount));
  for (let first = 0; first < copies.accounts; first += step) {
    const places = Array.from({ length: Math.min(step, copies.accounts - first) }, (_, index) => first + index);
    await Promise.all(
      places.flatMap((index) => [...addAccount(client, row, copies, index), ...copy(client, prompts, index)]),
    );
  }
  client.disconnect();
}

function connect(url: string): Client {
  if (!url.startsWith('redis-cluster:')) return new Redis(url, { enableAutoPipelining: true });
  const ports = Array.from(url.matchAll(/:(\d+)/g), ([, port]) => Number(port));
  const nodes = ports.map((port) => ({ host: '127.0.0.1', port }));
  return new Cluster(nodes, { enableAutoPipelining: true });
}

async function mastersOf(cluster: Cluster): Promise<readonly Redis[]> {
  await cluster.ping();
  return cluster.nodes('master');
}

async function dump(client: Client, masters: readonly Redis[], start: string): Promise<readonly Dumped[]> {
  const found = await Promise.all(masters.map((master) => master.keys(`${start}*`)));
  return Promise.all(
    found.flat().map(async (key) => {
      const payload = await client.dumpBuffer(key);
      if (payload === null) throw new Error(`${key} is gone`);
      return { rest: key.slice(start.length), payload };
    }),
  );
}

function addAccount(client: Client, row: Record<string, string>, { digests }: CopiedAccounts, index: number) {
  const id = copiedAccountId(index);
  const email = copiedAccountEmail(index);
  const digest = digests.get(index) ?? randomBytes(32).toString('hex');
  return [
    client.hset(`ph:acct:{${id}}`, { ...row, id, email, key_digest: digest }),
    client.set(`ph:idx:${digest}`, id),
    client.set(`ph:mail:${createHash('sha256').update(email).digest('hex')}`, id),
  ];
}

function copy(client: Client, prompts: readonly Dumped[], index: number): readonly Promise<unknown>[] {
  if (index % OWNER_EVERY !== 0) return [];
  const id = copiedAccountId(index);
  return prompts.flatMap(({ rest, payload }) => {
    const key = `ph:p:{${id}}${rest}`;
    const restored = client.restore(key, 0, payload);
    // In the same slot, so these are executed in order.
    return PROMPT_KEY.test(key) ? [restored, client.hset(key, 'account_id', id)] : [restored];
  });
}
