import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../../../../src/domain/accounts/account.ts';
import { changeProtection } from '../../../../../src/domain/prompts/protected-labels.ts';
import { PRODUCTION } from '../../../../support/builders/a-prompt.ts';
import { Author, as } from '../../../../support/builders/an-author.ts';
import { through } from '../../../../support/builders/through.ts';
import { inMemoryPromptPorts } from '../../../../support/in-memory/prompt-ports.ts';
import { aPromptsApplication } from '../../../../support/in-memory/prompts-application.ts';

/** A storage in which an earlier release has protected production, and a service that is about to start. */
async function anUpgrade() {
  const pending = new Set<AccountId>();
  const pendingLocks = {
    list: async (limit: number) => [...pending].slice(0, limit),
    markLocked: async (owner: AccountId) => void pending.delete(owner),
  };
  const author = new Author({ ...inMemoryPromptPorts(), pendingLocks });
  await author.mustCreate('tone', 'Kind.');
  await author.mustCreate('reply', '{{> tone}} Yours.', { labels: ['production'] });
  await author.mustCreate('plain', 'Hello.', { labels: ['production'] });
  const change = changeProtection([], [PRODUCTION]);
  await author.prompts.protection.replace({ owner: author.owner, change, by: through('dashboard'), at: author.now });
  pending.add(author.owner);
  return { author, pending, start: () => aPromptsApplication(author.prompts).lockPendingLabels.execute() };
}

const lockOf = async (author: Author, name: string) => as('read', await author.read(name, 'production')).lock;

describe('before a service serves', () => {
  it('locks labels that were protected without locks, once', async () => {
    const { author, pending, start } = await anUpgrade();
    expect(await lockOf(author, 'reply')).toBeUndefined();

    await start();

    expect(await lockOf(author, 'reply')).toMatchObject({ includes: [{ version: 1 }] });
    expect(await lockOf(author, 'plain')).toBeUndefined();
    expect(pending.size).toBe(0);
    const revision = await author.revision();
    await start();
    expect(await author.revision()).toBe(revision);
  });

  it('starts although an account is always changed meanwhile, and tries again at the next start', async () => {
    const { author, pending, start } = await anUpgrade();
    const { protection } = author.prompts;
    const replace = protection.replace.bind(protection);
    protection.replace = async () => ({ kind: 'stale' });

    await start();
    expect(pending.size).toBe(1);

    protection.replace = replace;
    await start();
    expect(await lockOf(author, 'reply')).toBeDefined();
  });
});
