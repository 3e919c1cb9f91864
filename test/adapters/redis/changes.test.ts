import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { CHANGES_PER_ACCOUNT_MAX } from '../../../src/domain/changes/change.ts';
import {
  aCreation,
  anOrder,
  anOwner,
  aPrompt,
  aRemoval,
  aRevision,
  noon,
  PRODUCTION,
} from '../../support/builders/a-prompt.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { withRawRedis } from '../../support/storage/raw-redis.ts';

/** Enough that every master of a cluster has some. */
const ACCOUNTS = 24;
/** More than two batches of deletions. */
const OLD_CHANGES = 1200;
/** Few enough not to block the Redis of other tests. */
const FILLED_BATCH = 10_000;

/** Adds entries to a stream, with the revisions from ARGV[1] to ARGV[2]. */
const FILL = `
for revision = tonumber(ARGV[1]), tonumber(ARGV[2]) do
  redis.call('XADD', KEYS[1], revision .. '-1', 'type', 'prompt.deleted', 'at', ARGV[3], 'prompt_id', 'p_1', 'name', 'old',
    'label', '', 'version', '1', 'previous', '', 'hash', '', 'by_channel', 'api', 'message', '', 'extra', '')
end
return 1`;

describe.each(redisStorages)('the feed of changes on $name', (storage) => {
  const { ports, raw, promptKeys: keys } = withRawRedis(storage);

  const positionsOf = async (owner: AccountId) =>
    (await ports.prompts.changes.after(owner, { revision: 0, n: 0 }, 200)).changes.map(
      ({ revision, n, type }) => `${revision}-${n} ${type}`,
    );

  async function fill(owner: AccountId, first: number, last: number, at: Date): Promise<void> {
    for (let from = first; from <= last; from += FILLED_BATCH) {
      const to = Math.min(last, from + FILLED_BATCH - 1);
      await raw.eval(FILL, 1, keys.changes(owner), from, to, at.getTime());
    }
    await raw.set(keys.revision(owner), last);
  }

  it('lies in the slot of its account, as the account’s revision does', async () => {
    const owner = await anOwner(ports);
    await aPrompt(ports, owner);
    const stored = [keys.changes(owner), keys.revision(owner), ...keys.ofScripts(owner)];

    expect(await raw.xlen(keys.changes(owner))).toBe(1);
    if (storage.name === 'redis-cluster') {
      const slots = await Promise.all(stored.map((key) => raw.cluster('KEYSLOT', key)));
      expect(new Set(slots).size).toBe(1);
    }
  });

  it('begins with the next revision of an account that an earlier version wrote', async () => {
    const owner = await anOwner(ports);
    const prompt = await aPrompt(ports, owner);
    await raw.del(keys.changes(owner));
    await raw.set(keys.revision(owner), 57);
    expect(await ports.prompts.changes.latest(owner, { limit: 10 })).toEqual({ changes: [], revision: 57 });

    await ports.prompts.writer.revise(aRevision(prompt, { labels: [anOrder(PRODUCTION, 1)] }));

    expect(await positionsOf(owner)).toEqual(['58-1 label.moved']);
    expect(await ports.prompts.reader.readRevision(owner)).toBe(58);
  });

  it('continues after its newest entry, even if the revision of its account is lower', async () => {
    const owner = await anOwner(ports);
    const prompt = await aPrompt(ports, owner);
    await fill(owner, 1000, 1000, noon());
    await raw.set(keys.revision(owner), 3);

    const outcome = await ports.prompts.writer.remove(aRemoval(prompt));

    expect(outcome.kind).toBe('removed');
    expect((await positionsOf(owner)).at(-1)).toBe('1001-1 prompt.deleted');
    expect(await ports.prompts.reader.readRevision(owner)).toBe(1001);
  });

  it('continues after an entry that was deleted', async () => {
    const owner = await anOwner(ports);
    const prompt = await aPrompt(ports, owner);
    await fill(owner, 1000, 1000, noon());
    await raw.xdel(keys.changes(owner), '1000-1');
    await raw.set(keys.revision(owner), 3);

    const outcome = await ports.prompts.writer.revise(aRevision(prompt, { labels: [anOrder(PRODUCTION, 1)] }));

    expect(outcome.kind).toBe('revised');
    expect((await positionsOf(owner)).at(-1)).toBe('1001-1 label.moved');
  });

  it('makes a write fail before it changes anything, if it cannot be written itself', async () => {
    const owner = await anOwner(ports);
    const prompt = await aPrompt(ports, owner);
    await raw.del(keys.changes(owner));
    await raw.set(keys.changes(owner), 'not a stream');
    const creation = aCreation(owner);
    const writes = [
      () => ports.prompts.writer.create(creation),
      () => ports.prompts.writer.revise(aRevision(prompt, { labels: [anOrder(PRODUCTION, 1)] })),
      () => ports.prompts.writer.remove(aRemoval(prompt)),
    ];

    for (const write of writes) await expect(write()).rejects.toThrow('WRONGTYPE');

    expect(await ports.prompts.reader.find(owner, { by: 'id', id: prompt.id })).toEqual(prompt);
    expect(await ports.prompts.reader.find(owner, { by: 'id', id: creation.id })).toBeUndefined();
    expect(await ports.prompts.reader.readRevision(owner)).toBe(1);
  });

  it('has at most as many entries as an account may have, whatever is written', async () => {
    const owner = await anOwner(ports);
    await fill(owner, 1, CHANGES_PER_ACCOUNT_MAX, noon());

    await aPrompt(ports, owner, { labels: [anOrder(PRODUCTION, 'published')] });

    const { changes, oldest } = await ports.prompts.changes.after(owner, { revision: 0, n: 0 }, 1);
    expect(await raw.xlen(keys.changes(owner))).toBe(CHANGES_PER_ACCOUNT_MAX);
    expect([changes[0]?.revision, oldest]).toEqual([3, { revision: 3, n: 1 }]);
  });

  it('loses what is too old in every account on every server, in batches, except for its newest entry', async () => {
    const owners: AccountId[] = [];
    for (let index = 0; index < ACCOUNTS; index += 1) owners.push(await anOwner(ports));
    for (const owner of owners) await fill(owner, 1, 3, noon());
    const [first] = owners as [AccountId];
    await fill(first, 4, OLD_CHANGES, noon());
    await fill(first, OLD_CHANGES + 1, OLD_CHANGES + 2, noon(10));

    await ports.prompts.changes.deleteBefore(noon(10));

    const left = await Promise.all(owners.map((owner) => raw.xlen(keys.changes(owner))));
    expect(left).toEqual([2, ...owners.slice(1).map(() => 1)]);
    const { oldest } = await ports.prompts.changes.after(first, { revision: 0, n: 0 }, 1);
    expect(oldest).toEqual({ revision: OLD_CHANGES + 1, n: 1 });
  });

  it('loses the oldest beyond the maximum, however recent they are', async () => {
    const owner = await anOwner(ports);
    await fill(owner, 1, CHANGES_PER_ACCOUNT_MAX + 700, noon());

    await ports.prompts.changes.deleteBefore(noon(-1));

    expect(await raw.xlen(keys.changes(owner))).toBe(CHANGES_PER_ACCOUNT_MAX);
  });

  it('is deleted in the same step as its account', async () => {
    const owner = await anOwner(ports);
    await aPrompt(ports, owner);

    await ports.accounts.remove(owner);

    expect(await raw.exists(keys.changes(owner))).toBe(0);
  });
});
