import { describe, expect, it, onTestFinished } from 'vitest';
import {
  anOrder,
  anOwner,
  aPromptOfVersions,
  aRelease,
  mustRevise,
  PRODUCTION,
  protect,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { accountKeysOf, promptKeysOf, rawRedis } from '../../support/storage/raw-redis.ts';

/** The last version without locks. */
const UNLOCKED_VERSION = 6;

describe.each(redisStorages)('$name written by a release without locks', ({ name, fresh }) => {
  it('names the accounts that protect labels, and applies no lock of a label that such a release moved', async () => {
    const { url, dispose } = await fresh();
    onTestFinished(dispose);
    const raw = rawRedis(name);
    onTestFinished(() => raw.disconnect());
    const ports = await connectTo(url);
    onTestFinished(ports.close);
    await anOwner(ports);
    const { owner, id } = await aPromptOfVersions(ports, await anOwner(ports), 2);
    await protect(ports, owner, PRODUCTION);
    const labels = [{ ...anOrder(PRODUCTION, 1), release: aRelease('tone') }];
    await mustRevise(ports, { owner, id }, { labels, by: through('dashboard') });
    expect(await ports.prompts.pendingLocks.list(10)).toEqual([]);

    await raw.hset(promptKeysOf(url).prompt(owner, id), `label:${PRODUCTION}`, 2);
    await raw.set(accountKeysOf(url).pendingLocks.replace('pending-locks', 'schema'), UNLOCKED_VERSION);
    const upgraded = await connectTo(url);
    onTestFinished(upgraded.close);

    expect(await upgraded.prompts.pendingLocks.list(10)).toEqual([owner]);
    const reading = await upgraded.prompts.reader.read(owner, { by: 'id', id }, { by: 'label', label: PRODUCTION });
    expect(reading).toMatchObject({ version: { version: 2 }, lock: undefined });
  });
});
