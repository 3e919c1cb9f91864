import { describe, expect, it } from 'vitest';
import type { SeenPrompt } from '../../../src/application/ports/prompts/prompt-writer.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Prompt } from '../../../src/domain/prompts/prompt.ts';
import {
  aCreation,
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
  STAGING,
  stateOf,
  toName,
} from '../../support/builders/a-prompt.ts';
import type { CreateStorage } from '../../support/storage/backends.ts';
import { TWENTY, twoInstances } from '../two-instances.ts';

const STALE = { kind: 'stale' };

const seen = ({ name, id, revision }: Prompt): SeenPrompt => ({ name, id, revision });
const absent = (name: string): SeenPrompt => ({ name: toName(name), id: undefined, revision: undefined });

/** One test per promise of the PromptWriter port about preconditions on less than the account. */
export function narrowPreconditionsContract(createStorage: CreateStorage): void {
  describe('PromptWriter, narrow preconditions', () => {
    const { here, there, onBoth } = twoInstances(createStorage);

    const named = (owner: AccountId, name: string) => aPrompt(here, owner, { metadata: { name: toName(name) } });

    /** Every kind of write, with preconditions on other prompts. */
    async function writeEach(prompt: Prompt, prompts: readonly SeenPrompt[]): Promise<readonly string[]> {
      const { writer, archive, reader } = there.prompts;
      const { owner, id } = prompt;
      const preconditions = { prompts };
      const { latestVersion = 0, revision = 0 } = (await reader.find(owner, { by: 'id', id })) ?? {};
      const added = { versions: [aStoredVersion(latestVersion + 1)], preconditions: { revision, prompts } };
      const outcomes = [
        await writer.create(aCreation(owner, { preconditions })),
        await archive.restore(aRestoredPrompt(owner, { preconditions })),
        await archive.append(anAddition(prompt, added)),
        await writer.revise(aRevision(prompt, { draft: aDraft(), preconditions })),
        await writer.remove(aRemoval({ owner, id, preconditions })),
      ];
      return outcomes.map(({ kind }) => kind);
    }
    const APPLIED = ['created', 'created', 'appended', 'revised', 'removed'];
    const REJECTED = APPLIED.map(() => 'stale');

    it('applies a write whatever happened to prompts that its decision did not look at', async () => {
      const owner = await anOwner(here);
      const [prompt, part] = [await named(owner, 'whole'), await named(owner, 'part')];
      const other = await named(owner, 'other');
      await mustRevise(here, other, { draft: aDraft() });
      await here.prompts.writer.remove(aRemoval(other));

      expect(await writeEach(prompt, [seen(part), absent('none')])).toEqual(APPLIED);
    });

    it.each<[string, (part: Prompt) => Promise<unknown>]>([
      ['has a new version', (part) => mustRevise(here, part, { draft: aDraft() })],
      ['has a label that moved', (part) => mustRevise(here, part, { labels: [anOrder(STAGING, 1)] })],
      ['was archived', (part) => here.prompts.writer.revise(anArchiving(part))],
      ['was renamed', (part) => here.prompts.writer.revise(aRenaming(part, toName('renamed')))],
      ['was removed', (part) => here.prompts.writer.remove(aRemoval(part))],
      [
        'was replaced by another one of the same name',
        async (part) => {
          await here.prompts.writer.remove(aRemoval(part));
          await named(part.owner, part.name);
        },
      ],
    ])('rejects a write as stale if a prompt that its decision looked at %s', async (_, change) => {
      const owner = await anOwner(here);
      const [prompt, one, part] = [await named(owner, 'whole'), await named(owner, 'one'), await named(owner, 'part')];
      await change(part);
      const before = await stateOf(here, prompt);

      expect(await writeEach(prompt, [seen(one), seen(part)])).toEqual(REJECTED);
      expect(await stateOf(there, prompt)).toEqual(before);
    });

    it('rejects a write as stale if a name that its decision found free is taken', async () => {
      const owner = await anOwner(here);
      const prompt = await named(owner, 'whole');
      await named(owner, 'part');

      expect(await writeEach(prompt, [absent('none'), absent('part')])).toEqual(REJECTED);
    });

    it('moves a label that points where it did, whatever else happened to the prompt', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels: [anOrder(PRODUCTION, 'published')] });
      await mustRevise(here, prompt, { draft: aDraft(), labels: [anOrder(STAGING, 'published')] });
      const publish = (labels: readonly { label: typeof STAGING; version: number | null }[]) =>
        there.prompts.writer.revise(
          aRevision(prompt, {
            draft: aDraft(),
            labels: [anOrder(PRODUCTION, 'published')],
            preconditions: { labels },
          }),
        );

      expect(
        await publish([
          { label: STAGING, version: 2 },
          { label: PRODUCTION, version: 1 },
        ]),
      ).toMatchObject({
        kind: 'revised',
        version: { version: 3 },
      });
      expect(await publish([{ label: 'new' as typeof STAGING, version: null }])).toMatchObject({ kind: 'revised' });
    });

    it('rejects a write as stale if a label of the prompt points elsewhere than it did', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels: [anOrder(PRODUCTION, 'published')] });
      await mustRevise(here, prompt, { draft: aDraft(), labels: [anOrder(PRODUCTION, 'published')] });
      const before = await stateOf(here, prompt);

      for (const label of [
        { label: PRODUCTION, version: 1 },
        { label: PRODUCTION, version: null },
        { label: STAGING, version: 2 },
      ]) {
        const preconditions = { labels: [{ label: PRODUCTION, version: 2 }, label] };
        expect(await there.prompts.writer.revise(aRevision(prompt, { draft: aDraft(), preconditions }))).toEqual(STALE);
      }
      expect(await stateOf(there, prompt)).toEqual(before);
    });

    it('applies exactly one of twenty concurrent publications that move a label from the same version', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner, { labels: [anOrder(PRODUCTION, 'published')] });
      const revision = () =>
        aRevision(prompt, {
          draft: aDraft(),
          labels: [anOrder(PRODUCTION, 'published')],
          preconditions: { labels: [{ label: PRODUCTION, version: 1 }] },
        });

      const outcomes = await onBoth(TWENTY, ({ prompts }) => prompts.writer.revise(revision()));

      expect(outcomes.map(({ kind }) => kind).toSorted()).toEqual(['revised', ...Array(19).fill('stale')]);
    });

    it('renames and removes a prompt only while no version of a prompt includes it', async () => {
      const owner = await anOwner(here);
      const part = await named(owner, 'part');
      await named(owner, 'part2');
      await aPrompt(here, owner, { draft: aDraft({ includes: includes('part2', 'par') }) });
      const { writer } = there.prompts;
      const notIncluded = { label: undefined };
      const rename = (name: string, revision: number) =>
        writer.revise(aRenaming(part, toName(name), { preconditions: { revision, notIncluded } }));
      const removal = aRemoval({ ...part, preconditions: { revision: 3, notIncluded } });
      expect((await rename('other', 1)).kind).toBe('revised');
      expect((await rename('part', 2)).kind).toBe('revised');
      const whole = await aPrompt(here, owner, { draft: aDraft({ includes: includes('part@7') }) });
      await mustRevise(here, whole, { draft: aDraft() });
      const before = await stateOf(here, part);

      expect(await rename('other', 3)).toEqual(STALE);
      expect(await writer.remove(removal)).toEqual(STALE);
      expect(await stateOf(there, part)).toEqual(before);

      await here.prompts.writer.remove(aRemoval(whole));
      expect(await writer.remove(removal)).toEqual({ kind: 'removed' });
    });

    it('publishes a version and adds imported ones only while no version of a prompt includes it', async () => {
      const owner = await anOwner(here);
      const part = await named(owner, 'part');
      const { writer, archive } = there.prompts;
      const notIncluded = { label: undefined };
      const publish = () => writer.revise(aRevision(part, { draft: aDraft(), preconditions: { notIncluded } }));
      const append = (revision: number) =>
        archive.append(
          anAddition(part, { versions: [aStoredVersion(revision + 1)], preconditions: { revision, notIncluded } }),
        );
      expect((await publish()).kind).toBe('revised');
      expect((await append(2)).kind).toBe('appended');
      await aPrompt(here, owner, { draft: aDraft({ includes: includes('part@7') }) });
      const before = await stateOf(here, part);

      expect([await publish(), await append(3)]).toEqual([STALE, STALE]);
      expect(await stateOf(there, part)).toEqual(before);
    });

    it('removes a label only while no version of a prompt includes the prompt by it', async () => {
      const owner = await anOwner(here);
      const labels = [anOrder(PRODUCTION, 'published'), anOrder(STAGING, 'published')];
      const part = await aPrompt(here, owner, { metadata: { name: toName('part') }, labels });
      await aPrompt(here, owner, {
        draft: aDraft({
          includes: includes('part', 'part@1', 'part@latest', 'part@staging', 'part@production2', 'part2@production'),
        }),
      });
      const unlabel = (label: typeof STAGING) =>
        there.prompts.writer.revise(
          aRevision(part, { labels: [anOrder(label, null)], preconditions: { notIncluded: { label } } }),
        );
      const before = await stateOf(here, part);

      expect(await unlabel(STAGING)).toEqual(STALE);
      expect(await stateOf(there, part)).toEqual(before);
      expect((await unlabel(PRODUCTION)).kind).toBe('revised');
    });
  });
}
