import { describe, expect, it, onTestFinished } from 'vitest';
import { promptKeys } from '../../../src/adapters/outbound/redis/prompts/prompt-keys.ts';
import { usageKeys } from '../../../src/adapters/outbound/redis/usage/usage-keys.ts';
import { webhookKeys } from '../../../src/adapters/outbound/redis/webhooks/webhook-keys.ts';
import { toAccountRow } from '../../../src/adapters/outbound/rows/account-row.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { accountKeysOf, rawRedis } from '../../support/storage/raw-redis.ts';
import { aSoundStorage, check, type Sound, seen } from '../../system/transfer/a-sound-storage.ts';

describe.each(redisStorages)('storage check on $name', ({ name, fresh }) => {
  type Broken = Sound & {
    readonly redis: ReturnType<typeof rawRedis>;
    readonly accountKeys: ReturnType<typeof accountKeysOf>;
    readonly keys: ReturnType<typeof promptKeys>;
    readonly usage: ReturnType<typeof usageKeys>;
    readonly webhooks: ReturnType<typeof webhookKeys>;
  };

  async function aBreakable(): Promise<Broken> {
    const sound = await aSoundStorage(fresh);
    const redis = rawRedis(name);
    onTestFinished(() => redis.disconnect());
    const accountKeys = accountKeysOf(sound.url);
    const prefix = accountKeys.first.slice(0, -'setup'.length - 1);
    const store = { key: (...parts: string[]) => [prefix, ...parts].join(':') };
    return {
      ...sound,
      redis,
      accountKeys,
      keys: promptKeys(store),
      usage: usageKeys(store),
      webhooks: webhookKeys(store),
    };
  }

  it.each<[string, (broken: Broken) => Promise<unknown>, string]>([
    ['a name', ({ redis, keys, owner }) => redis.hdel(keys.names(owner), 'letter'), 'index'],
    ['the list by name', ({ redis, keys, owner }) => redis.del(keys.byName(owner)), 'index'],
    ['the list by time', ({ redis, keys, owner }) => redis.del(keys.byTime(owner)), 'index'],
    ['who includes whom', ({ redis, keys, owner }) => redis.del(keys.includers(owner)), 'index'],
    ['a name of nothing', ({ redis, keys, owner }) => redis.hset(keys.names(owner), 'stray', 'p_1'), 'index'],
    [
      'an entry by name of nothing',
      ({ redis, keys, owner }) => redis.zadd(keys.byName(owner), 0, 'stray p_1'),
      'index',
    ],
    ['an entry by time of nothing', ({ redis, keys, owner }) => redis.zadd(keys.byTime(owner), 0, '000 p_1'), 'index'],
    ['an includer of nothing', ({ redis, keys, owner }) => redis.zadd(keys.includers(owner), 0, 'x  p_1'), 'index'],
    [
      'a label that points elsewhere',
      ({ redis, keys, owner, greeting }) => redis.hset(keys.prompt(owner, greeting.id), 'label:production', 2),
      'label',
    ],
    [
      'a label that is missing',
      ({ redis, keys, owner, greeting }) => redis.hdel(keys.prompt(owner, greeting.id), 'label:production'),
      'label',
    ],
    ['the e-mail address', ({ redis, accountKeys, account }) => redis.del(accountKeys.email(account.email)), 'index'],
    [
      'the hint of the key',
      ({ redis, accountKeys, account }) => redis.del(accountKeys.hint(account.key.digest)),
      'index',
    ],
    [
      'content that no version has',
      ({ redis, keys, owner }) => redis.hset(keys.shared(owner, 'contents'), 'x', '"Stray"'),
      'leftover',
    ],
    [
      'the number of versions that have a content',
      async ({ redis, keys, owner }) => {
        const [digest = ''] = await redis.hkeys(keys.shared(owner, 'uses'));
        await redis.hincrby(keys.shared(owner, 'uses'), digest, 1);
      },
      'index',
    ],
    ['the hint of its webhooks', ({ redis, webhooks, owner }) => redis.srem(webhooks.accounts, owner), 'index'],
    ['the size of all content', ({ redis, keys, owner }) => redis.del(keys.shared(owner, 'bytes')), 'index'],
    ['the memory of the first account', ({ redis, accountKeys }) => redis.del(accountKeys.first), 'first-account'],
  ])('repairs %s', async (_what, breaking, kind) => {
    const broken = await aBreakable();
    await breaking(broken);

    const faults = await check(broken.url);

    expect(faults.length).toBeGreaterThan(0);
    for (const fault of faults) expect(fault).toMatchObject({ kind, repaired: true });
    expect(await seen(broken.ports, broken.owner)).toEqual(broken.before);
    expect(await check(broken.url)).toEqual([]);
  });

  it('deletes the remains of a removal, and nothing else', async () => {
    const { redis, accountKeys, keys, usage, webhooks, url, ports, owner, before } = await aBreakable();
    const gone = anAccount();
    const left = [
      keys.prompt(gone.id, 'p_1'),
      keys.part(gone.id, 'p_1', 'versions'),
      keys.names(gone.id),
      usage.calls(gone.id, 1),
      webhooks.webhook(gone.id, 'w_1'),
      accountKeys.rotations(gone.id),
    ];
    for (const key of left) await redis.hset(key, 'a', 'b');
    await redis.set(accountKeys.email(gone.email), gone.id);
    await redis.set(accountKeys.hint(gone.key.digest), gone.id);

    const faults = await check(url);

    expect(faults.map(({ kind, what, accountId, repaired }) => ({ kind, what, accountId, repaired }))).toEqual(
      [
        'it is gone, and its e-mail address was left behind',
        'it is gone, and the digest of its key was left behind',
        '6 keys of an account that is gone were left behind',
      ].map((what) => ({ kind: 'leftover', what, accountId: gone.id, repaired: true })),
    );
    for (const key of [...left, accountKeys.email(gone.email)]) expect(await redis.exists(key)).toBe(0);
    expect(await seen(ports, owner)).toEqual(before);
    expect(await check(url)).toEqual([]);
  });

  it('deletes an incomplete account whose e-mail address is taken', async () => {
    const { redis, accountKeys, url, ports, owner, account, before } = await aBreakable();
    const other = anAccount({ email: account.email });
    await redis.hset(accountKeys.account(other.id), { ...toAccountRow(other) });
    await redis.set(accountKeys.hint(other.key.digest), other.id);

    const faults = await check(url);

    expect(faults).toMatchObject([{ kind: 'leftover', accountId: other.id, repaired: true }]);
    expect(await redis.exists(accountKeys.account(other.id))).toBe(0);
    expect(await seen(ports, owner)).toEqual(before);
  });

  it('reports versions with missing parts', async () => {
    const { redis, keys, url, owner, greeting } = await aBreakable();
    await redis.hdel(keys.part(owner, greeting.id, 'contents'), '1');

    const faults = await check(url);

    const where = { accountId: owner, promptId: greeting.id, repaired: false };
    expect(faults).toContainEqual({ kind: 'version', what: 'parts of its versions are missing', ...where });
  });

  it('reports versions whose content is missing', async () => {
    const { redis, keys, url, owner, greeting } = await aBreakable();
    await redis.del(keys.shared(owner, 'contents'));

    const faults = await check(url);

    const where = { accountId: owner, promptId: greeting.id, repaired: false };
    expect(faults).toContainEqual({ kind: 'version', what: 'version 1 cannot be read', ...where });
  });
});
