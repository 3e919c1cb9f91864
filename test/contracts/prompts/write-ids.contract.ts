import { describe, expect, it } from 'vitest';
import { sha256Digest } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { asTransferRows, type TransferRow } from '../../../src/adapters/outbound/rows/transfer-row.ts';
import type { StorageReader } from '../../../src/application/ports/storage/storage-transfer.ts';
import { CopyStorage } from '../../../src/application/transfer/copy-storage.ts';
import { DEFAULT_CHOICE, type Prompt } from '../../../src/domain/prompts/prompt.ts';
import { UNKNOWN_WRITE, type WriteId } from '../../../src/domain/prompts/write-id.ts';
import {
  aDraft,
  aMove,
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
  mustRevise,
  PRODUCTION,
  protect,
  STAGING,
  toName,
} from '../../support/builders/a-prompt.ts';
import { through } from '../../support/builders/through.ts';
import type { CreateStorage, StoragePorts } from '../../support/storage/backends.ts';
import { connectForTest, twoInstances } from '../two-instances.ts';

/** One test per promise of the PromptWriter port about the ids of writes. */
export function writeIdsContract(createStorage: CreateStorage): void {
  describe('PromptWriter, the ids of writes', () => {
    const { here, there } = twoInstances(createStorage);

    it('begins without one', async () => {
      expect(await here.prompts.reader.readState(await anOwner(here))).toBe(`0.${UNKNOWN_WRITE}`);
    });

    it('replaces those of the prompt and of the account with every change', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const { writer, archive } = here.prompts;
      const added = { versions: [aStoredVersion(3)], moves: [aMove(STAGING, 1)] };
      const preconditions = { revision: 2, accountRevision: 2 };
      const changes: readonly (() => Promise<unknown>)[] = [
        () => writer.revise(aRevision(prompt, { draft: aDraft() })),
        () => archive.append(anAddition(prompt, { ...added, preconditions })),
        () => writer.revise(aRevision(prompt, { labels: [anOrder(PRODUCTION, 1)] })),
        () => writer.revise(aRenaming(prompt, toName(`${prompt.name}-2`))),
        () => writer.revise({ ...anArchiving(prompt), preconditions: {} }),
      ];
      const found = [await writesOf(there, prompt)];
      for (const change of changes) {
        await change();
        found.push(await writesOf(there, prompt));
      }

      expect(found.map(({ revision }) => revision)).toEqual([1, 2, 3, 4, 5, 6]);
      expect(new Set(found.map(({ writeId }) => writeId)).size).toBe(found.length);
      expect(new Set(found.map(({ state }) => state)).size).toBe(found.length);
      expect(found.every(({ writeId }) => /^[0-9a-f]{12}$/.test(writeId))).toBe(true);
    });

    it('replaces that of the account, but not those of other prompts', async () => {
      const owner = await anOwner(here);
      const prompt = await aPrompt(here, owner);
      const other = await aPrompt(here, owner);
      const { reader, archive, writer } = there.prompts;
      const states = [await reader.readState(owner)];
      for (const change of [
        () => archive.restore(aRestoredPrompt(owner)),
        () => protect(here, owner, STAGING),
        () => writer.remove(aRemoval(other)),
      ]) {
        await change();
        states.push(await reader.readState(owner));
      }

      expect(new Set(states).size).toBe(4);
      expect(await reader.find(owner, { by: 'id', id: prompt.id })).toEqual(prompt);
    });

    it('leaves them as they are when nothing changes', async () => {
      const owner = await anOwner(here);
      const draft = aDraft();
      const prompt = await aPrompt(here, owner, { draft });
      const before = await writesOf(there, prompt);

      await here.prompts.writer.revise(aRevision(prompt, { draft }));
      await here.prompts.writer.revise(aRevision(prompt, { draft: aDraft(), preconditions: { revision: 7 } }));
      await here.prompts.writer.confirm(prompt, through('api'));

      expect(await writesOf(there, prompt)).toEqual(before);
    });

    it('returns the same one however a prompt is read', async () => {
      const owner = await anOwner(here);
      const { id, name } = await aPrompt(here, owner);
      const { prompt } = await mustRevise(here, { owner, id }, { draft: aDraft() });
      const { reader, catalog } = there.prompts;
      const query = { tags: [], archived: false, sort: 'name', order: 'ascending', limit: 10 } as const;

      const [listed] = await catalog.list(owner, query);
      for (const reference of [{ by: 'id', id } as const, { by: 'name', name } as const]) {
        const read = [
          await reader.find(owner, reference),
          (await reader.read(owner, reference, DEFAULT_CHOICE))?.prompt,
          await reader.readHead(owner, reference, DEFAULT_CHOICE),
          await reader.readHead(owner, reference, { by: 'version', version: 9 }),
          listed,
        ];
        expect(read.map((found) => found?.writeId)).toEqual(read.map(() => prompt.writeId));
      }
    });

    it('tells histories apart that have the same revisions', async () => {
      const [one, other] = await twoHistories(createStorage);
      const [first, second] = [await writesOf(one, one.prompt), await writesOf(other, other.prompt)];

      expect(first.revision).toBe(second.revision);
      expect(first.writeId).not.toBe(second.writeId);
      expect(first.state).not.toBe(second.state);
    });

    it('rejects writes that were decided by the same revision of another history', async () => {
      const [one, other] = await twoHistories(createStorage);
      const { owner, id } = one.prompt;
      const { revision, writeId } = one.prompt;
      const { writer, archive } = other.prompts;
      const preconditions = { revision, writeId };
      const added = { versions: [aStoredVersion(3)], preconditions: { ...preconditions, accountRevision: 2 } };
      const before = await writesOf(other, other.prompt);

      const outcomes = [
        await writer.revise(aRevision(one.prompt, { draft: aDraft(), preconditions })),
        await writer.revise(aRevision(one.prompt, { labels: [anOrder(STAGING, 1)], preconditions })),
        await archive.append(anAddition(one.prompt, added)),
        await writer.remove(aRemoval({ owner, id, preconditions })),
        await writer.confirm(one.prompt, through('api')),
      ];

      expect(outcomes).toEqual(outcomes.map(() => ({ kind: 'stale' })));
      expect(await writesOf(other, other.prompt)).toEqual(before);
    });

    it('applies writes that were decided by the same revision of the same history', async () => {
      const [, { prompts, prompt }] = await twoHistories(createStorage);
      const { owner, id, revision, writeId } = prompt;
      const { writer } = prompts;

      expect(await writer.confirm(prompt, through('api'))).toEqual({ kind: 'confirmed' });
      const revised = await writer.revise(aRevision(prompt, { draft: aDraft(), preconditions: { revision, writeId } }));
      expect(revised).toMatchObject({ kind: 'revised' });
      const changed = revised.kind === 'revised' ? revised.prompt : prompt;
      const preconditions = { revision: changed.revision, writeId: changed.writeId };
      expect(await writer.remove(aRemoval({ owner, id, preconditions }))).toEqual({ kind: 'removed' });
    });

    it('accepts only revisions without an id for prompts whose last write has none', async () => {
      const [source, target] = [await connectForTest(createStorage), await connectForTest(createStorage)];
      const owner = await anOwner(source);
      const prompt = await aPrompt(source, owner);
      await copy(source, target, withoutWriteIds);
      const { reader, writer } = target.prompts;

      const copied = await reader.find(owner, { by: 'id', id: prompt.id });

      expect(copied).toEqual({ ...prompt, writeId: UNKNOWN_WRITE });
      expect(await reader.readHead(owner, { by: 'id', id: prompt.id }, DEFAULT_CHOICE)).toMatchObject({
        writeId: UNKNOWN_WRITE,
      });
      expect(await reader.readState(owner)).toBe(`1.${UNKNOWN_WRITE}`);
      expect(await writer.confirm(prompt, through('api'))).toEqual({ kind: 'stale' });
      for (const [writeId, kind] of [
        ['0123456789ab' as WriteId, 'stale'],
        [UNKNOWN_WRITE, 'revised'],
      ] as const) {
        const preconditions = { revision: 1, writeId };
        expect(await writer.revise(aRevision(prompt, { draft: aDraft(), preconditions }))).toMatchObject({ kind });
      }
    });
  });
}

async function writesOf({ prompts }: Pick<StoragePorts, 'prompts'>, { owner, id }: Pick<Prompt, 'owner' | 'id'>) {
  const prompt = await prompts.reader.find(owner, { by: 'id', id });
  return {
    revision: prompt?.revision,
    writeId: String(prompt?.writeId),
    state: await prompts.reader.readState(owner),
  };
}

/** A storage and a copy of it, after another write of the same prompt in each. */
async function twoHistories(createStorage: CreateStorage): Promise<readonly [History, History]> {
  const [one, other] = [await connectForTest(createStorage), await connectForTest(createStorage)];
  const prompt = await aPrompt(one, await anOwner(one));
  await copy(one, other);
  return [await continueIn(one, prompt), await continueIn(other, prompt)];
}

interface History {
  readonly prompts: StoragePorts['prompts'];
  readonly prompt: Prompt;
}

async function continueIn({ prompts }: StoragePorts, { owner, id }: Prompt): Promise<History> {
  return { prompts, prompt: (await mustRevise({ prompts }, { owner, id }, { draft: aDraft() })).prompt };
}

const asIs = (record: TransferRow): TransferRow => record;

/** As in a backup of a release that recorded no ids. */
function withoutWriteIds(record: TransferRow): TransferRow {
  if (record.kind === 'account') return { ...record, prompts_write_id: null };
  return record.kind === 'prompt' ? { ...record, write_id: null } : record;
}

async function copy(from: StoragePorts, { reader, writer }: StoragePorts, toCopied = asIs): Promise<void> {
  const source: StorageReader = {
    size: () => from.reader.size(),
    async *records() {
      for (const record of asTransferRows(await Array.fromAsync(from.reader.records()))) yield toCopied(record);
    },
  };
  const settings = { retentionDays: 90, onProgress: () => {} };
  const outcome = await new CopyStorage(source, reader, writer, sha256Digest, settings).execute('elsewhere');
  expect(outcome.kind).toBe('copied');
}
