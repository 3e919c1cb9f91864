import { describe, expect, it } from 'vitest';
import { sha256Digest } from '../../../src/adapters/outbound/crypto/sha256.ts';
import { asTransferRows, type TransferRow } from '../../../src/adapters/outbound/rows/transfer-row.ts';
import { isCommon, type StorageReader } from '../../../src/application/ports/storage/storage-transfer.ts';
import { CopyStorage } from '../../../src/application/transfer/copy-storage.ts';
import { serializeRecord } from '../../../src/application/transfer/transfer-summary.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { newestLabelReads, sortCallers } from '../../../src/domain/usage/caller.ts';
import { sortRefusedCalls } from '../../../src/domain/usage/refused-call.ts';
import type { UsageGrouping } from '../../../src/domain/usage/usage.ts';
import { feedOf } from '../../support/builders/a-feed.ts';
import {
  aDraft,
  anOrder,
  anOwner,
  aPrompt,
  aQuery,
  aRemoval,
  mustRevise,
  PRODUCTION,
  stateOf,
  toName,
} from '../../support/builders/a-prompt.ts';
import { anAccount, aRotation } from '../../support/builders/an-account.ts';
import { searchPrompts } from '../../support/builders/search-prompts.ts';
import { through } from '../../support/builders/through.ts';
import type { Backend, CreateStorage, StoragePorts } from '../../support/storage/backends.ts';
import { fillStorage } from '../../support/storage/fill-storage.ts';
import { connectForTest } from '../two-instances.ts';

/** One test per promise of the StorageReader and StorageWriter ports. */
export function storageTransferContract(createStorage: CreateStorage, target: Backend): void {
  describe('StorageReader and StorageWriter', () => {
    it('reads nothing from an empty storage', async () => {
      const { reader, writer } = await connectForTest(createStorage);

      expect(await linesOf(reader)).toEqual([]);
      expect(await reader.size()).toEqual({ accounts: 0, prompts: 0 });
      expect(await writer.unfinishedSource()).toBeUndefined();
    });

    it('reads everything in a fixed order, with accounts sorted by id', async () => {
      const ports = await connectForTest(createStorage);
      await fillStorage(ports);

      const records = await recordsOf(ports.reader);

      const ids = records.flatMap((record) => (record.kind === 'account' ? [record.id] : []));
      expect(ids).toEqual(ids.toSorted());
      expect(records.findIndex((record) => !isCommon(record))).toBe(4);
      expect(countByKind(records)).toEqual({
        first: 1,
        keyring: 3,
        account: 2,
        rotation: 3,
        protection: 2,
        webhook: 2,
        prompt: 4,
        version: 74,
        move: 8,
        include: 3,
        label: 3,
        change: 83,
        call: 3,
        read: 3,
        promptCall: 3,
        caller: 2,
        served: 2,
        refusedCall: 2,
      });
      expect(await ports.reader.size()).toEqual({ accounts: 2, prompts: 4 });
    });

    it(`can be copied to ${target.name} without differences, and the copy works`, async () => {
      const source = await connectForTest(createStorage);
      await fillStorage(source);
      const copy = await connectForTest(target.createStorage);

      const outcome = await copyTo(source.reader, copy).execute('elsewhere');

      expect(outcome).toMatchObject({ kind: 'copied', counts: { version: 74 }, resumed: false });
      expect(await linesOf(copy.reader)).toEqual(await linesOf(source.reader));
      expect(await readThroughPorts(copy)).toEqual(await readThroughPorts(source));
      expect(await copy.writer.unfinishedSource()).toBeUndefined();
      await expectWorking(copy);
    });

    it('tolerates writing a batch twice, and stores the position', async () => {
      const source = await connectForTest(createStorage);
      await fillStorage(source);
      const records = await recordsOf(source.reader);
      const { reader, writer } = await connectForTest(createStorage);
      await writer.begin('elsewhere');

      for (const times of [1, 2]) {
        for (const batch of batchesOf(records)) {
          await writer.write(batch);
          if (times === 2) await writer.write(batch);
        }
      }

      expect(await linesOf(reader)).toEqual(records.map(serializeRecord));
      const last = batchesOf(records).at(-1);
      const position = { accountId: last?.accountId, records: last?.until };
      expect(await writer.begin('elsewhere')).toEqual({ kind: 'begun', position });
    });

    it('sets a marker for one source from begin to finish', async () => {
      const { writer } = await connectForTest(createStorage);

      expect(await writer.begin('one')).toEqual({ kind: 'begun', position: undefined });
      expect(await writer.unfinishedSource()).toBe('one');
      expect(await writer.begin('one')).toEqual({ kind: 'begun', position: undefined });
      expect(await writer.begin('other')).toEqual({ kind: 'other-source', source: 'one' });

      await writer.finish();
      expect(await writer.unfinishedSource()).toBeUndefined();
    });

    it.each([
      ['an account', async ({ accounts }: StoragePorts) => void (await accounts.add(anAccount()))],
      [
        'the record of a removed account',
        async ({ accounts }: StoragePorts) => {
          const account = anAccount();
          await accounts.add(account);
          await accounts.remove(account.id);
        },
      ],
      ['a keyring', async ({ register }: StoragePorts) => void (await register.record(new Map([['k', 'v']])))],
    ])('does not fill a storage that contains %s', async (_what, hold) => {
      const ports = await connectForTest(createStorage);
      await hold(ports);
      const before = await linesOf(ports.reader);

      expect(await ports.writer.begin('elsewhere')).toEqual({ kind: 'not-empty' });
      expect(await ports.writer.unfinishedSource()).toBeUndefined();
      expect(await linesOf(ports.reader)).toEqual(before);
    });

    it('removes an account with everything that belongs to it', async () => {
      const source = await connectForTest(createStorage);
      await fillStorage(source);
      const records = await recordsOf(source.reader);
      const { reader, writer } = await connectForTest(createStorage);
      await writer.begin('elsewhere');
      for (const batch of batchesOf(records)) await writer.write(batch);

      for (const record of records) if (record.kind === 'account') await writer.removeAccount(record.id as AccountId);

      expect(await linesOf(reader)).toEqual(records.filter(isCommon).map(serializeRecord));
    });

    it('reads a consistent prompt during concurrent writes', async () => {
      const { prompts, accounts, reader } = await connectForTest(createStorage);
      const ports = { prompts, accounts };
      const owner = await anOwner(ports);
      const prompt = await aPrompt(ports, owner);
      let done = false;
      const writing = (async () => {
        for (let times = 0; times < 40; times += 1) {
          await mustRevise(ports, prompt, { draft: aDraft(), labels: [anOrder(PRODUCTION, 'published')] });
        }
        done = true;
      })();

      do expectConsistent(await recordsOf(reader));
      while (!done);
      await writing;
    });
  });
}

const copyTo = (source: StorageReader, { reader, writer }: StoragePorts): CopyStorage =>
  new CopyStorage(source, reader, writer, sha256Digest, { retentionDays: 90, onProgress: () => {} });

const recordsOf = async (reader: StorageReader): Promise<readonly TransferRow[]> =>
  asTransferRows(await Array.fromAsync(reader.records()));

const linesOf = async (reader: StorageReader): Promise<string[]> => (await recordsOf(reader)).map(serializeRecord);

const countByKind = (records: readonly TransferRow[]) =>
  Object.fromEntries(
    [...Map.groupBy(records, ({ kind }) => kind)].map(([kind, all]): [string, number] => [kind, all.length]),
  );

/** Batches as a copy sends them: each of one account, with a limited number of records. */
function batchesOf(records: readonly TransferRow[]) {
  const accounts: TransferRow[][] = [[]];
  for (const record of records) {
    if (record.kind === 'account') accounts.push([]);
    accounts.at(-1)?.push(record);
  }
  return accounts.flatMap((all) => {
    const [first] = all;
    const accountId = first?.kind === 'account' ? (first.id as AccountId) : undefined;
    const starts = all.flatMap((_, index) => (index % 20 === 0 ? [index] : []));
    return starts.map((start) => ({
      accountId,
      records: all.slice(start, start + 20),
      until: Math.min(start + 20, all.length),
      retentionDays: 90,
    }));
  });
}

/** Reads everything through the ports that the service uses. */
async function readThroughPorts({ accounts, keys, register, prompts, usage, reader }: StoragePorts) {
  const [account] = (await recordsOf(reader)).filter((record) => record.kind === 'account');
  const id = (account?.id ?? '') as AccountId;
  const listed = await prompts.catalog.list(id, aQuery({ archived: 'any' }));
  const from = new Date(0);
  const to = new Date(Date.now() + 86_400_000);
  const stats = (groupBy: UsageGrouping) => usage.summarize(id, { from, to, interval: 'hour', groupBy, limit: 100 });
  const toSortedLines = (counts: readonly { readonly group: string }[]) =>
    counts.map((count) => JSON.stringify(count)).sort();
  const found = await accounts.find(id);
  return {
    account: found,
    byEmail: found && (await accounts.findByEmail(found.email)),
    byKey: found && (await keys.findByDigest(found.key.digest)),
    everHeld: await accounts.everHeldAccount(),
    rotations: await keys.rotations(id, { limit: 10 }),
    registered: await register.keys(),
    states: (await Promise.all(listed.map((prompt) => stateOf({ prompts }, prompt)))).map(sortedMoves),
    feed: await feedOf({ prompts }, id),
    protected: await prompts.protection.read(id),
    locked: await prompts.catalog.listWithVersions(id, aQuery(), { by: 'label', label: PRODUCTION }, 1_000_000),
    tagged: await prompts.catalog.countByTag(id, { limit: 100 }),
    folders: await prompts.catalog.countByFolder(id, { limit: 100 }),
    labelled: await prompts.catalog.list(id, aQuery({ label: PRODUCTION, sort: 'updatedAt' })),
    found: await searchPrompts(prompts, id, 'says "hello"'),
    includers: (await prompts.reader.listIncluders(id, toName('mail/greeting'))).includes
      .map((each) => JSON.stringify(each))
      .sort(),
    calls: toSortedLines(await stats('route')),
    reads: toSortedLines(await stats('prompt')),
    failures: toSortedLines(await stats('failedPrompt')),
    refused: sortRefusedCalls(await usage.listRefusedCalls(id)),
    callers: sortCallers(await usage.listCallers(id)).map(({ labels, ...caller }) => ({
      ...caller,
      labels: newestLabelReads(labels),
    })),
    lastUsedAt: await usage.lastUsedAt(id),
  };
}

/** Sorted, because only moves of the same label have a defined order. */
const sortedMoves = ({ moves, ...state }: Awaited<ReturnType<typeof stateOf>>) => ({
  ...state,
  moves: moves.map((move) => JSON.stringify(move)).sort(),
});

/** Checks that copied data can be changed and removed like any other. */
async function expectWorking({ accounts, keys, prompts, reader }: StoragePorts): Promise<void> {
  const [record] = (await recordsOf(reader)).filter((each) => each.kind === 'account');
  const id = (record?.id ?? '') as AccountId;
  const account = await accounts.find(id);
  if (!account) throw new Error('the account is missing');
  expect(await keys.apply(aRotation(account))).toBe('applied');
  expect((await keys.rotations(id, { limit: 1 }))[0]?.number).toBe(4);
  const [prompt] = await prompts.catalog.list(id, aQuery({ name: toName('mail/greeting') }));
  if (!prompt) throw new Error('the prompt is missing');
  const removal = aRemoval({ owner: id, id: prompt.id, preconditions: { revision: prompt.revision } });
  expect(await prompts.writer.remove(removal)).toEqual({ kind: 'protected', labels: [PRODUCTION] });
  expect(await prompts.writer.remove({ ...removal, by: through('dashboard') })).toEqual({ kind: 'removed' });
  expect(await accounts.remove(id)).toBe('removed');
}

/** Checks that versions are complete, and that each label points to the target of its last move and its last change. */
function expectConsistent(records: readonly TransferRow[]): void {
  const of = <Kind extends TransferRow['kind']>(kind: Kind) =>
    records.filter((record): record is Extract<TransferRow, { kind: Kind }> => record.kind === kind);
  for (const { id, latest_version, latest_hash } of of('prompt')) {
    const versions = of('version').filter(({ prompt_id }) => prompt_id === id);
    expect(versions.map(({ version }) => version)).toEqual(Array.from({ length: latest_version }, (_, at) => at + 1));
    expect(versions.at(-1)?.hash).toBe(latest_hash);
    for (const { label, version } of of('label').filter(({ prompt_id }) => prompt_id === id)) {
      const isMove = (move: { prompt_id: string | null; label: string | null }) =>
        move.prompt_id === id && move.label === label;
      expect(of('move').findLast(isMove)?.version).toBe(version);
      expect(of('change').findLast(isMove)?.version).toBe(version);
    }
  }
  for (const { prompts_revision } of of('account')) {
    const revisions = new Set(of('change').map(({ revision }) => revision));
    expect([...revisions]).toEqual(Array.from({ length: prompts_revision }, (_, at) => at + 1));
  }
}
