import { describe, expect, it } from 'vitest';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { DEFAULT_CHOICE, type Prompt } from '../../../src/domain/prompts/prompt.ts';
import {
  aDraft,
  aName,
  anAddition,
  anId,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRemoval,
  aRestoredPrompt,
  aRevision,
  aStoredVersion,
  EVERY_VERSION,
  includes,
  metadataOf,
  mustRevise,
  noon,
  PRODUCTION,
  stateOf,
  toName,
  toTags,
} from '../../support/builders/a-prompt.ts';
import type { PromptPorts } from '../../support/in-memory/prompt-ports.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { twoInstances } from '../two-instances.ts';

const STALE = { kind: 'stale' };
const NO_INCLUDES = { includes: [], next: undefined };

/** Every method that reads something about a prompt, with its result for a missing one. */
const readsOf = (
  prompts: PromptPorts,
  owner: AccountId,
  { id, name }: Prompt,
): readonly (readonly [string, () => Promise<unknown>, nothing: unknown])[] => [
  ['find by id', () => prompts.reader.find(owner, { by: 'id', id }), undefined],
  ['find by name', () => prompts.reader.find(owner, { by: 'name', name }), undefined],
  ['read by id', () => prompts.reader.read(owner, { by: 'id', id }, DEFAULT_CHOICE), undefined],
  ['read by name', () => prompts.reader.read(owner, { by: 'name', name }, DEFAULT_CHOICE), undefined],
  ['read a version', () => prompts.reader.read(owner, { by: 'id', id }, { by: 'version', version: 1 }), undefined],
  ['read a label', () => prompts.reader.read(owner, { by: 'id', id }, { by: 'label', label: PRODUCTION }), undefined],
  ['readHead by id', () => prompts.reader.readHead(owner, { by: 'id', id }, DEFAULT_CHOICE), undefined],
  ['readHead by name', () => prompts.reader.readHead(owner, { by: 'name', name }, DEFAULT_CHOICE), undefined],
  [
    'readHead a version',
    () => prompts.reader.readHead(owner, { by: 'id', id }, { by: 'version', version: 1 }),
    undefined,
  ],
  ['readVersion', () => prompts.reader.findVersion(owner, id, 1), undefined],
  ['listVersions', () => prompts.reader.listVersions(owner, id, { limit: 10 }), []],
  ['findLatestAt', () => prompts.reader.findLatestAt(owner, id, noon(1000)), undefined],
  ['listMoves', () => prompts.reader.listMoves(owner, id, PRODUCTION, { limit: 10 }), []],
  ['list', () => prompts.catalog.list(owner, aQuery({ archived: 'any' })), []],
  ['count', () => prompts.catalog.count(owner, aQuery({ archived: 'any' })), 0],
  ['list by name', () => prompts.catalog.list(owner, aQuery({ name, archived: 'any' })), []],
  [
    'listWithVersions',
    () => prompts.catalog.listWithVersions(owner, aQuery({ archived: 'any' }), DEFAULT_CHOICE, 1000),
    { readings: [], isCutOff: false },
  ],
  ['search', () => prompts.search.search(owner, aQuery({ archived: 'any' }), ['a'], NEVER), { ids: [] }],
  ['readRevision', () => prompts.reader.readRevision(owner), 0],
  ['countByTag', () => prompts.catalog.countByTag(owner, { limit: 100 }), []],
  ['countByFolder', () => prompts.catalog.countByFolder(owner, { limit: 100 }), []],
  ['listIncludes', () => prompts.reader.listIncludes(owner, [name]), NO_INCLUDES],
  ['readIncludedHeads', () => prompts.reader.readIncludedHeads(owner, [{ name, selector: undefined }]), [undefined]],
  ['listIncluders', () => prompts.reader.listIncluders(owner, toName('included')), NO_INCLUDES],
  ['readVersions', () => prompts.archive.readVersions(owner, id, EVERY_VERSION), []],
  ['readMoves', () => prompts.archive.readMoves(owner, id, { limit: 10 }), []],
];

const NEVER = new AbortController().signal;

/** One test per promise that the prompt ports make about all of their methods. The other contracts test the rest. */
export function promptPortsContract(createStorage: CreateStorage): void {
  describe('prompt ports', () => {
    const { here, there } = twoInstances(createStorage);

    /** A prompt for which every read returns something. */
    const aRichPrompt = (owner: AccountId): Promise<Prompt> =>
      aPrompt(here, owner, {
        metadata: { name: aName('shop'), tags: toTags('friendly') },
        draft: aDraft({ includes: includes('included') }),
        labels: [anOrder(PRODUCTION, 'published')],
      });

    it('shows a prompt to its owner and nothing of it to another account, from every method', async () => {
      const owner = await anOwner(here);
      const stranger = await anOwner(here);
      const prompt = await aRichPrompt(owner);

      for (const [read, ask, nothing] of readsOf(there.prompts, owner, prompt)) {
        expect(await ask(), `${read} by the owner`).not.toEqual(nothing);
      }
      for (const [read, ask, nothing] of readsOf(there.prompts, stranger, prompt)) {
        expect(await ask(), `${read} by a stranger`).toEqual(nothing);
      }
    });

    it('rejects every change by another account as stale and changes nothing', async () => {
      const prompt = await aRichPrompt(await anOwner(here));
      const { id, revision } = prompt;
      const owner = await anOwner(here);
      const before = await stateOf(here, prompt);

      const target = { owner, id };
      const { writer, archive } = here.prompts;
      for (const preconditions of [{}, { revision }, { revision, accountRevision: 0 }]) {
        const metadata = metadataOf(prompt);
        expect(await writer.revise(aRevision(target, { draft: aDraft(), preconditions }))).toEqual(STALE);
        expect(await writer.revise(aRevision(target, { metadata, preconditions }))).toEqual(STALE);
        expect(await writer.remove(aRemoval({ ...target, preconditions }))).toEqual(STALE);
      }
      const added = { versions: [aStoredVersion(2)], preconditions: { revision, accountRevision: 0 } };
      expect(await archive.append(anAddition(target, added))).toEqual(STALE);

      expect(await stateOf(here, prompt)).toEqual(before);
      expect(await here.prompts.reader.readRevision(owner)).toBe(0);
    });

    it('rejects every change of a missing prompt as stale and creates none', async () => {
      const owner = await anOwner(here);
      const { revision } = await aPrompt(here, owner);
      const target = { owner, id: anId() };
      const before = await stateOf(here, target);

      const { writer, archive } = here.prompts;
      for (const preconditions of [{}, { revision }, { accountRevision: 1 }]) {
        expect(await writer.revise(aRevision(target, { draft: aDraft(), preconditions }))).toEqual(STALE);
        expect(await writer.remove(aRemoval({ ...target, preconditions }))).toEqual(STALE);
      }
      const added = { versions: [aStoredVersion(2)], preconditions: { revision, accountRevision: 1 } };
      expect(await archive.append(anAddition(target, added))).toEqual(STALE);

      expect(await stateOf(here, target)).toEqual(before);
    });

    it('allows the same name in two accounts', async () => {
      const metadata = { name: toName('greeting') };
      const one = await aPrompt(here, await anOwner(here), { metadata });
      const other = await aPrompt(there, await anOwner(there), { metadata });

      expect(await there.prompts.reader.find(one.owner, { by: 'name', name: toName('greeting') })).toEqual(one);
      expect(await here.prompts.reader.find(other.owner, { by: 'name', name: toName('greeting') })).toEqual(other);
    });

    it('increments only the revisions of the prompt and its account by one with every change', async () => {
      const owner = await anOwner(here);
      const neighbour = await aPrompt(here, owner);
      const stranger = await aPrompt(here, await anOwner(here));
      const raisedTo = async (revision: number | undefined, accountRevision: number) => {
        expect((await there.prompts.reader.find(owner, { by: 'id', id }))?.revision).toBe(revision);
        expect(await there.prompts.reader.readRevision(owner)).toBe(accountRevision);
      };
      const prompt = await aPrompt(here, owner, { labels: [anOrder(PRODUCTION, 'published')] });
      const { id } = prompt;
      await raisedTo(1, 2);

      await mustRevise(here, prompt, { draft: aDraft() });
      await raisedTo(2, 3);
      await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, 2)] });
      await raisedTo(3, 4);
      await mustRevise(here, prompt, { labels: [anOrder(PRODUCTION, null)] });
      await raisedTo(4, 5);
      await mustRevise(here, prompt, { metadata: { ...metadataOf(prompt), description: 'new' } });
      await raisedTo(5, 6);
      await mustRevise(here, prompt, {
        metadata: { ...metadataOf(prompt), description: 'newer' },
        draft: aDraft(),
        labels: [anOrder(PRODUCTION, 'published')],
      });
      await raisedTo(6, 7);
      const added = { versions: [aStoredVersion(4)], preconditions: { revision: 6, accountRevision: 7 } };
      await here.prompts.archive.append(anAddition(prompt, added));
      await raisedTo(7, 8);
      await here.prompts.writer.remove(aRemoval({ owner, id }));
      await raisedTo(undefined, 9);
      await here.prompts.archive.restore(aRestoredPrompt(owner));
      await raisedTo(undefined, 10);

      expect(await there.prompts.reader.find(owner, { by: 'id', id: neighbour.id })).toEqual(neighbour);
      expect(await there.prompts.reader.readRevision(stranger.owner)).toBe(1);
    });

    it('has no prompts of a removed account', async () => {
      const owner = await anOwner(here);
      const prompt = await aRichPrompt(owner);
      const { id, revision } = prompt;

      await here.accounts.remove(owner);

      for (const [read, ask, nothing] of readsOf(there.prompts, owner, prompt)) {
        expect(await ask(), read).toEqual(nothing);
      }
      for (const preconditions of [{}, { revision }]) {
        const revision = aRevision(prompt, { draft: aDraft(), preconditions });
        expect(await there.prompts.writer.revise(revision)).toEqual(STALE);
        expect(await there.prompts.writer.remove(aRemoval({ owner, id, preconditions }))).toEqual(STALE);
      }
    });
  });
}
