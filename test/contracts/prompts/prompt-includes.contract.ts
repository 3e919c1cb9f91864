import { describe, expect, it } from 'vitest';
import type { Include } from '../../../src/application/ports/prompts/prompt-reader.ts';
import { readIncluders, readIncludes } from '../../../src/application/prompts/includes/read-includes.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { printIncludeTarget } from '../../../src/domain/naming/include-target.ts';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import {
  aChat,
  aDraft,
  anAddition,
  anArchiving,
  anOrder,
  anOwner,
  aPrompt,
  aRemoval,
  aRenaming,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  includes,
  mustRevise,
  PRODUCTION,
  toName,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

/** Sorted, because backends return includes in any order. */
const printed = (found: readonly Include[]): readonly string[] =>
  found.map(({ includer, target }) => `${includer} > ${printIncludeTarget(target)}`).toSorted();

/** One test per promise of the PromptReader port about includes. */
export function promptIncludesContract(createStorage: CreateStorage): void {
  describe('PromptReader, includes', () => {
    const { here, there } = twoInstances(createStorage);

    const including = (owner: AccountId, name: string, ...targets: readonly string[]): Promise<Prompt> =>
      aPrompt(here, owner, {
        metadata: { name: toName(name) },
        draft: aDraft({ includes: includes(...targets) }),
      });

    const includesOf = async (owner: AccountId, ...names: readonly string[]) =>
      printed(await Array.fromAsync(readIncludes(there.prompts.reader, owner, names.map(toName))));

    const includersOf = async (owner: AccountId, name: string) =>
      printed(await Array.fromAsync(readIncluders(there.prompts.reader, owner, toName(name))));

    it('returns include targets with every kind of selector', async () => {
      const owner = await anOwner(here);
      const targets = ['t', 't@production', 't@latest', 't@7', 'a/b.c/d_e/f-g/h@v1.2_x-y', 'u'];
      await including(owner, 'one', ...targets);

      const { includes: found } = await there.prompts.reader.listIncludes(owner, [toName('one')]);

      expect(found).toHaveLength(6);
      for (const target of includes(...targets)) expect(found).toContainEqual({ includer: 'one', target });
      expect(await includersOf(owner, 't')).toEqual(['one > t', 'one > t@7', 'one > t@latest', 'one > t@production']);
    });

    it('returns the includes of all versions of the given prompts, without duplicates', async () => {
      const owner = await anOwner(here);
      const one = await including(owner, 'one', 'a', 'b@2');
      await mustRevise(here, one, { draft: aDraft({ includes: includes('b@2', 'c') }) });
      await mustRevise(here, one, { draft: aDraft() });
      await including(owner, 'two', 'a');
      await including(owner, 'three', 'a');
      await including(owner, 'none');

      expect(await includesOf(owner, 'one')).toEqual(['one > a', 'one > b@2', 'one > c']);
      expect(await includesOf(owner, 'one', 'two')).toEqual(['one > a', 'one > b@2', 'one > c', 'two > a']);
      expect(await includesOf(owner, 'none', 'missing')).toEqual([]);
      expect(await includesOf(owner)).toEqual([]);
    });

    it('returns very many includes in pages, each once', async () => {
      const { reader } = there.prompts;
      const owner = await anOwner(here);
      const targets = Array.from({ length: 2500 }, (_, index) => `target@${index + 1}`);
      await including(owner, 'one', ...targets);
      await including(owner, 'two', 'target', 'other');
      const names = ['one', 'two'].map(toName);

      const firstPages = [await reader.listIncludes(owner, names), await reader.listIncluders(owner, toName('target'))];

      for (const { includes, next } of firstPages) {
        expect(includes.length).toBeLessThan(2000);
        expect(next).toBeDefined();
      }
      const fromOne = targets.map((target) => `one > ${target}`);
      expect(await includesOf(owner, 'one', 'two')).toEqual([...fromOne, 'two > other', 'two > target'].toSorted());
      expect(await includesOf(owner, 'two', 'one', 'two')).toHaveLength(2502);
      expect(await includersOf(owner, 'target')).toEqual([...fromOne, 'two > target'].toSorted());
    });

    it('returns the prompt, its type and the stored length of every include target, in the order of the targets', async () => {
      const owner = await anOwner(here);
      const content = (text: string) => aDraft({ content: { type: 'text', content: text } });
      const [one, lines] = ['🦁'.repeat(1000), '\n'.repeat(100_000)];
      const text = await aPrompt(here, owner, {
        metadata: { name: toName('text') },
        draft: content(one),
        labels: [anOrder(PRODUCTION, 'published')],
      });
      await mustRevise(here, text, { draft: content(lines) });
      const chatPrompt = await aPrompt(here, owner, { metadata: { name: toName('chat') }, draft: aChat() });
      await aPrompt(here, await anOwner(here), { metadata: { name: toName('theirs') } });
      const names = ['text', 'none', 'text@1', 'text@2', 'text@3', 'text@latest', 'text@staging', 'chat', 'theirs'];

      const heads = await there.prompts.reader.readIncludedHeads(owner, includes(...names));

      expect(heads.map((head) => head?.type)).toEqual([
        ...['text', undefined, 'text', 'text', 'text', 'text', 'text', 'chat', undefined],
      ]);
      expect(heads.map((head) => head && [head.id, head.revision])).toEqual([
        [text.id, 2],
        undefined,
        ...Array(5).fill([text.id, 2]),
        [chatPrompt.id, 1],
        undefined,
      ]);
      const [selected, , first, second, missing, latest, unlabelled, chat] = heads.map(
        (head) => head?.storedBytes ?? 0,
      );
      expect([missing, unlabelled]).toEqual([0, 0]);
      expect([selected, latest]).toEqual([first, second]);
      for (const [stored, utf8] of [
        [first, 4000],
        [second, 100_000],
        [chat, 10],
      ] as const) {
        expect(stored).toBeGreaterThanOrEqual(utf8);
        expect(stored).toBeLessThanOrEqual(2 * utf8 + 100);
      }
      expect(await there.prompts.reader.readIncludedHeads(owner, [])).toEqual([]);
    });

    it('returns every include of a prompt, in any version of any prompt, even archived ones', async () => {
      const owner = await anOwner(here);
      await including(owner, 'target');
      const one = await including(owner, 'one', 'target', 'other');
      await mustRevise(here, one, { draft: aDraft({ includes: includes('target', 'target@1') }) });
      await mustRevise(here, one, { draft: aDraft() });
      await here.prompts.writer.revise(anArchiving(await including(owner, 'two', 'target')));
      await including(owner, 'three', 'target-2', 'folder/target', 'targe');

      expect(await includersOf(owner, 'target')).toEqual(['one > target', 'one > target@1', 'two > target']);
      expect(await includersOf(owner, 'target-2')).toEqual(['three > target-2']);
      expect(await includersOf(owner, 'missing')).toEqual([]);
    });

    it('returns the current name of an includer and the target as written', async () => {
      const owner = await anOwner(here);
      const target = await including(owner, 'target');
      const one = await including(owner, 'one', 'target');

      await here.prompts.writer.revise(aRenaming(one, toName('renamed')));
      await here.prompts.writer.revise(aRenaming(target, toName('moved')));

      expect(await includersOf(owner, 'target')).toEqual(['renamed > target']);
      expect(await includersOf(owner, 'moved')).toEqual([]);
      expect(await includesOf(owner, 'one', 'renamed')).toEqual(['renamed > target']);
    });

    it('removes the includes of a removed prompt, but not those that point to it', async () => {
      const owner = await anOwner(here);
      const target = await including(owner, 'target', 'deeper');
      const one = await including(owner, 'one', 'target');
      await including(owner, 'two', 'target');

      await here.prompts.writer.remove(aRemoval({ owner, id: one.id }));
      await here.prompts.writer.remove(aRemoval({ owner, id: target.id }));

      expect(await includersOf(owner, 'target')).toEqual(['two > target']);
      expect(await includersOf(owner, 'deeper')).toEqual([]);
      expect(await includesOf(owner, 'one', 'target')).toEqual([]);
      await including(owner, 'one');
      expect(await includesOf(owner, 'one')).toEqual([]);
    });

    it('stores no includes of a rejected draft', async () => {
      const owner = await anOwner(here);
      const draft = aDraft({ includes: includes('a') });
      const one = await aPrompt(here, owner, { metadata: { name: toName('one') }, draft });

      const stray = { ...draft, includes: includes('b') };
      const { writer } = here.prompts;
      const stale = { revision: 9 };
      expect(await writer.revise(aRevision(one, { draft: stray }))).toEqual({ kind: 'unchanged' });
      expect(await writer.revise(aRevision(one, { draft: stray, preconditions: stale }))).toEqual({ kind: 'stale' });

      expect(await includesOf(owner, 'one')).toEqual(['one > a']);
      expect(await includersOf(owner, 'b')).toEqual([]);
    });

    it('stores the includes of restored and appended versions', async () => {
      const owner = await anOwner(here);
      const restored = aRestoredPrompt(owner, {
        metadata: { name: toName('one') },
        versions: [
          aStoredVersion(1, { includes: includes('a') }),
          aStoredVersion(2, { includes: includes('a', 'b@1') }),
        ],
      });
      await here.prompts.archive.restore(restored);
      const versions = [aStoredVersion(3, { includes: includes('b@1', 'c@latest') })];
      const preconditions = { revision: 1, accountRevision: 1 };
      await here.prompts.archive.append(anAddition(restored, { versions, preconditions }));

      expect(await includesOf(owner, 'one')).toEqual(['one > a', 'one > b@1', 'one > c@latest']);
      expect(await includersOf(owner, 'c')).toEqual(['one > c@latest']);
    });
  });
}
