import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { VersionDraft } from '../../../src/domain/prompts/prompt-version.ts';
import { aDeclaration } from '../../support/builders/a-declaration.ts';
import {
  aCreation,
  aDraft,
  aDraftOfBytes,
  aHash,
  anOwner,
  aPrompt,
  aRemoval,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  metadataOf,
  mustRevise,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

/** One test per promise about what an account stores. */
export function storedContentContract(createStorage: CreateStorage): void {
  describe('stored content', () => {
    const { here, there, onBoth } = twoInstances(createStorage);
    const useOf = (owner: AccountId) => there.prompts.catalog.readUse(owner);

    it('is nothing for an account without prompts, and for one that does not exist', async () => {
      const owner = await anOwner(here);

      expect(await useOf(owner)).toEqual({ prompts: 0, contentBytes: 0 });
      expect(await useOf('u_0000000000000_aaaaaa' as AccountId)).toEqual({ prompts: 0, contentBytes: 0 });
    });

    it('counts content, variables and config in bytes of their JSON', async () => {
      const owner = await anOwner(here);
      const variables = [aDeclaration('who')];
      const draft = aDraft({ content: { type: 'text', content: '"ü" {{who}}' }, variables, config: { model: 'é' } });

      await aPrompt(here, owner, { draft });

      const json = [JSON.stringify('"ü" {{who}}'), JSON.stringify(variables), JSON.stringify({ model: 'é' })];
      expect(await useOf(owner)).toEqual({ prompts: 1, contentBytes: Buffer.byteLength(json.join('')) });
    });

    it('is compared with that of versions that are not stored yet', async () => {
      const owner = await anOwner(here);
      const draft = aDraftOfBytes(1000);
      await aPrompt(here, owner, { draft });
      const newBytesOf = async (...drafts: readonly VersionDraft[]) =>
        (await there.prompts.archive.findNewContents(owner, drafts)).map(({ bytes }) => bytes);

      expect(await newBytesOf()).toEqual([]);
      expect(await newBytesOf({ ...draft, hash: aHash() })).toEqual([]);
      const [other, another] = [aDraftOfBytes(500, 'b'), aDraftOfBytes(700, 'c')];
      expect(await newBytesOf(draft, other, { ...other, hash: aHash() }, another)).toEqual([500, 700]);
      expect(await newBytesOf({ ...draft, config: { a: 1 } })).toEqual([1005]);
      const [one] = await there.prompts.archive.findNewContents(owner, [other]);
      expect(await there.prompts.archive.findNewContents(owner, [other, another])).toContainEqual(one);
      expect(await there.prompts.archive.findNewContents(await anOwner(here), [draft])).toHaveLength(1);
    });

    it('counts once what several versions of one or more prompts have, and each of them reads all of it', async () => {
      const owner = await anOwner(here);
      const draft = aDraftOfBytes(1000);
      const prompt = await aPrompt(here, owner, { draft });
      await mustRevise(here, prompt, { draft: aDraftOfBytes(500, 'b') });
      await mustRevise(here, prompt, { draft: { ...draft, hash: aHash(), restoredFrom: 1 } });
      const other = await aPrompt(here, owner, { draft: { ...draft, hash: aHash() } });
      const versions = [aStoredVersion(1, { ...draft }), aStoredVersion(2, { ...draft, hash: aHash() })] as const;
      const restored = await here.prompts.archive.restore(aRestoredPrompt(owner, { versions }));

      expect(restored.kind).toBe('created');
      expect(await useOf(owner)).toEqual({ prompts: 3, contentBytes: 1500 });
      for (const [id, version] of [[prompt.id, 3] as const, [other.id, 1] as const]) {
        expect(await there.prompts.reader.findVersion(owner, id, version)).toMatchObject({ content: draft.content });
      }
    });

    it('returns each version exactly as it was written, also where only the order of its config differs', async () => {
      const owner = await anOwner(here);
      const content = { type: 'text', content: 'Hello.' } as const;
      const prompt = await aPrompt(here, owner, { draft: aDraft({ content, config: { a: 1, b: 2 } }) });
      await mustRevise(here, prompt, { draft: aDraft({ content, config: { b: 2, a: 1 } }) });

      const versions = await there.prompts.archive.readVersions(owner, prompt.id, {
        after: 0,
        limit: 10,
        bytesMax: 1000,
      });

      expect(versions.map(({ config }) => JSON.stringify(config))).toEqual(['{"a":1,"b":2}', '{"b":2,"a":1}']);
    });

    it('is separate for each account', async () => {
      const [owner, stranger] = [await anOwner(here), await anOwner(here)];
      const draft = aDraftOfBytes(100);
      const prompt = await aPrompt(here, owner, { draft });
      await aPrompt(here, stranger, { draft });

      await here.prompts.writer.remove(aRemoval({ owner, id: prompt.id }));

      expect(await useOf(owner)).toEqual({ prompts: 0, contentBytes: 0 });
      expect(await useOf(stranger)).toEqual({ prompts: 1, contentBytes: 100 });
    });

    it('is removed with the last prompt that has it, and not before', async () => {
      const owner = await anOwner(here);
      const draft = aDraftOfBytes(100);
      const prompt = await aPrompt(here, owner, { draft });
      await mustRevise(here, prompt, { draft: aDraftOfBytes(50, 'b') });
      await mustRevise(here, prompt, { draft: { ...draft, hash: aHash() } });
      const other = await aPrompt(here, owner, { draft });

      await here.prompts.writer.remove(aRemoval({ owner, id: prompt.id }));

      expect(await useOf(owner)).toEqual({ prompts: 1, contentBytes: 100 });
      expect(await there.prompts.reader.findVersion(owner, other.id, 1)).toMatchObject({ content: draft.content });
      await here.prompts.writer.remove(aRemoval({ owner, id: other.id }));
      expect(await useOf(owner)).toEqual({ prompts: 0, contentBytes: 0 });
    });

    it('is removed however many contents a prompt has', async () => {
      const owner = await anOwner(here);
      const [first, ...others] = Array.from({ length: 100 }, (_, index) => aStoredVersion(index + 1));
      if (!first) throw new Error('there is a first version');
      const restored = aRestoredPrompt(owner, { versions: [first, ...others] });
      await here.prompts.archive.restore(restored);
      await aPrompt(here, owner, { draft: first });
      const left = await useOf(owner);

      await here.prompts.writer.remove(aRemoval({ owner, id: restored.id }));

      expect(left.prompts).toBe(2);
      expect(await useOf(owner)).toEqual({ prompts: 1, contentBytes: left.contentBytes / 100 });
    });

    it('does not change with a write that is rejected', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { draft: aDraftOfBytes(100) });
      const stale = { revision: prompt.revision + 1 };

      await here.prompts.writer.revise(aRevision(prompt, { draft: aDraftOfBytes(50, 'b'), preconditions: stale }));
      await here.prompts.writer.remove(aRemoval({ owner, id: prompt.id, preconditions: stale }));
      await here.prompts.writer.create(
        aCreation(owner, { metadata: metadataOf(prompt), draft: aDraftOfBytes(50, 'b') }),
      );

      expect(await useOf(owner)).toEqual({ prompts: 1, contentBytes: 100 });
    });

    it('survives publishing and removing the same content concurrently', async () => {
      const owner = await anOwner(here);
      const draft = aDraftOfBytes(100);

      const ids = await onBoth(TWENTY, async (ports, index) => {
        const { id } = await aPrompt(ports, owner, { draft });
        if (index >= 3) await ports.prompts.writer.remove(aRemoval({ owner, id }));
        return id;
      });

      expect(await useOf(owner)).toEqual({ prompts: 3, contentBytes: 100 });
      for (const id of ids.slice(0, 3)) {
        expect(await here.prompts.reader.findVersion(owner, id, 1)).toMatchObject({ content: draft.content });
      }
    });
  });
}
