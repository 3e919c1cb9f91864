import { describe, expect, it } from 'vitest';
import { SEEN_PROMPTS_MAX, SeenPrompts } from '../../../../../src/application/prompts/includes/seen-prompts.ts';
import { aDraft, anOwner, aPrompt, mustRevise, toName } from '../../../../support/builders/a-prompt.ts';
import { InMemoryPrompts } from '../../../../support/in-memory/in-memory-prompts.ts';
import { InMemoryStorage } from '../../../../support/in-memory/in-memory-storage.ts';
import { inMemoryPromptPorts } from '../../../../support/in-memory/prompt-ports.ts';

const target = (name: string) => ({ name: toName(name), selector: undefined });

async function someStorage() {
  const accounts = new InMemoryStorage();
  const here = { accounts, prompts: inMemoryPromptPorts(new InMemoryPrompts(accounts)) };
  return { here, owner: await anOwner(here), seen: new SeenPrompts(here.prompts.reader) };
}

describe('the prompts that a decision looks at', () => {
  it('are required to be as they were when it first read them', async () => {
    const { here, owner, seen } = await someStorage();
    const part = await aPrompt(here, owner, { metadata: { name: toName('part') } });

    await seen.readIncludedHeads(owner, [target('part'), target('none')]);
    await mustRevise(here, part, { draft: aDraft() });
    await seen.readIncludedHeads(owner, [target('part')]);

    expect(seen.preconditions).toEqual({
      prompts: [
        { name: 'part', id: part.id, revision: 1, writeId: part.writeId },
        { name: 'none', id: undefined, revision: undefined, writeId: undefined },
      ],
    });
  });

  it('also are those whose includes it followed', async () => {
    const { here, owner, seen } = await someStorage();
    const part = await aPrompt(here, owner, { metadata: { name: toName('part') } });

    await seen.listIncludes(owner, [part.name]);

    expect(seen.preconditions).toEqual({
      prompts: [{ name: 'part', id: part.id, revision: 1, writeId: part.writeId }],
    });
  });

  it('stand for the whole account if they are too many for a write to check', async () => {
    const { here, owner, seen } = await someStorage();
    await aPrompt(here, owner);
    const names = Array.from({ length: SEEN_PROMPTS_MAX }, (_, index) => target(`part${index}`));

    await seen.readIncludedHeads(owner, names);
    await aPrompt(here, owner);
    expect(seen.preconditions.prompts).toHaveLength(SEEN_PROMPTS_MAX);
    await seen.readIncludedHeads(owner, [target('one-more')]);

    expect(seen.preconditions).toEqual({ accountRevision: 1 });
  });
});
