import { describe, expect, it } from 'vitest';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import {
  aDraft,
  anOrder,
  anOwner,
  aPrompt,
  aRelease,
  aRemoval,
  includes,
  PRODUCTION,
  protect,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import type { StoragePorts } from '../../support/storage/backends.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { withRawRedis } from '../../support/storage/raw-redis.ts';

const by = through('dashboard');
const PARTS = ['versions', 'contents', 'published', 'moves', 'includes', 'locks'] as const;

describe.each(redisStorages)('$name › keys of a prompt', (storage) => {
  const { ports, raw, promptKeys } = withRawRedis(storage);

  it.each<[string, (ports: StoragePorts, prompt: Prompt) => Promise<unknown>]>([
    ['the prompt', ({ prompts }, { owner, id }) => prompts.writer.remove(aRemoval({ owner, id, by }))],
    ['its account', ({ accounts }, { owner }) => accounts.remove(owner)],
  ])('are gone when %s is removed', async (_, remove) => {
    const owner = await anOwner(ports);
    await protect(ports, owner, PRODUCTION);
    const labels = [{ ...anOrder(PRODUCTION, 'published'), release: aRelease('tone') }];
    const prompt = await aPrompt(ports, owner, { draft: aDraft({ includes: includes('tone') }), labels, by });
    const keys = [promptKeys.prompt(owner, prompt.id), ...PARTS.map((part) => promptKeys.part(owner, prompt.id, part))];
    const existing = async () => Promise.all(keys.map((key) => raw.exists(key)));
    expect(await existing()).toEqual(keys.map(() => 1));

    await remove(ports, prompt);

    expect(await existing()).toEqual(keys.map(() => 0));
  });
});
