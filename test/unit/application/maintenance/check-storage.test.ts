import { describe, expect, it } from 'vitest';
import { sha256ContentHashing } from '../../../../src/adapters/outbound/crypto/sha256.ts';
import { RowStorageContents } from '../../../../src/adapters/outbound/rows/row-storage-contents.ts';
import { type TransferRow, toTransferRow } from '../../../../src/adapters/outbound/rows/transfer-row.ts';
import { CheckStorage } from '../../../../src/application/maintenance/check-storage.ts';
import { BrokenSeal, type KeySealing } from '../../../../src/application/ports/secrets.ts';
import type { StorageFault, StorageMaintenance } from '../../../../src/application/ports/storage-maintenance.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { Author } from '../../../support/builders/an-author.ts';
import { InMemoryKeyringRegister } from '../../../support/in-memory/in-memory-keyring-register.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { InMemoryReader } from '../../../support/in-memory/in-memory-reader.ts';
import { InMemoryStorage } from '../../../support/in-memory/in-memory-storage.ts';
import { InMemoryUsage } from '../../../support/in-memory/in-memory-usage.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';

/** Two prompts, of which one includes the other, with versions, labels and a rolled back one. */
async function soundRecords(): Promise<readonly TransferRow[]> {
  const storage = new InMemoryStorage();
  const prompts = new InMemoryPrompts();
  const author = new Author(inMemoryPromptPorts(prompts));
  await storage.add(anAccount({ id: author.owner }));
  await author.create('greeting', 'Dear {{name}},', { labels: ['production'] });
  author.wait(1);
  await author.publish('greeting', 'Hello {{name}},', { labels: ['production', 'staging'] });
  author.wait(1);
  await author.rollBack('greeting', 'production');
  await author.create('letter', [{ role: 'user', content: '{{> greeting@production}} {{> greeting}}' }]);
  const parts = { storage, prompts, register: new InMemoryKeyringRegister(), usage: new InMemoryUsage(storage) };
  return Array.fromAsync(new InMemoryReader(parts).records());
}

/** Remembers what it was asked to mend. */
class RecordingMaintenance implements StorageMaintenance {
  readonly repaired: unknown[] = [];

  async *inspect(): AsyncIterable<StorageFault> {}

  async setLabels(_prompt: unknown, labels: ReadonlyMap<string, number>) {
    this.repaired.push(Object.fromEntries(labels));
  }

  async setIncludes(_prompt: unknown, targets: readonly string[]) {
    this.repaired.push(targets);
  }

  async recordFirstAccount(accountId: string) {
    this.repaired.push(accountId);
  }
}

async function checked(records: readonly TransferRow[], sealing?: KeySealing) {
  const upkeep = new RecordingMaintenance();
  const reader = {
    async *records() {
      yield* records;
    },
    size: async () => ({ accounts: 0, prompts: 0 }),
  };
  const faults = await Array.fromAsync(
    new CheckStorage(new RowStorageContents(reader), upkeep, sha256ContentHashing, sealing).execute(),
  );
  return { faults: faults.map(({ kind, what, repaired }) => ({ kind, what, repaired })), repaired: upkeep.repaired };
}

type Change = (record: TransferRow) => readonly TransferRow[];

const changed = async (change: Change) => checked((await soundRecords()).flatMap(change));

const without =
  (isGone: (record: TransferRow) => boolean): Change =>
  (record) =>
    isGone(record) ? [] : [record];

const left = (what: string) => ({ kind: 'version', what, repaired: false });

describe('CheckStorage', () => {
  it('finds nothing where nothing is wrong', async () => {
    expect(await checked(await soundRecords())).toEqual({ faults: [], repaired: [] });
    expect(await checked([])).toEqual({ faults: [], repaired: [] });
  });

  it('tells which version is missing', async () => {
    const { faults } = await changed(without((record) => record.kind === 'version' && record.version === 1));

    expect(faults).toContainEqual(left('version 1 is missing'));
  });

  it('tells that the latest version is missing, and leaves labels that point there', async () => {
    const { faults, repaired } = await changed(without((record) => record.kind === 'version' && record.version === 2));

    expect(faults).toContainEqual(left('it has 1 versions instead of 2'));
    expect(repaired).toEqual([]);
  });

  it.each([
    ['body', '"Other words"', 'version 1 does not match its hash'],
    ['config', '{"model":"other"}', 'version 1 does not match its hash'],
    ['variables', '[]', 'version 1 does not match its hash'],
    ['body', 'no JSON', 'version 1 cannot be read'],
    ['body', '"{{#open}}"', 'version 1 cannot be read'],
  ])('tells of a version whose %s is %s', async (field, value, what) => {
    const { faults } = await changed((record) =>
      record.kind === 'version' && record.version === 1 && record.type === 'text'
        ? [{ ...record, [field]: value }]
        : [record],
    );

    expect(faults).toContainEqual(left(what));
  });

  it('tells that the latest hash is not that of the latest version', async () => {
    const { faults } = await changed((record) =>
      record.kind === 'prompt' && record.name === 'greeting' ? [{ ...record, latest_hash: 'sha256:0' }] : [record],
    );

    expect(faults).toEqual([left('the hash of version 2 is not the latest hash of the prompt')]);
  });

  it.each([
    ['points elsewhere', (record: TransferRow) => [record.kind === 'label' ? { ...record, version: 2 } : record]],
    ['is missing', without((record) => record.kind === 'label' && record.label === 'production')],
  ] satisfies [string, Change][])('points a label that %s where its history ends', async (_what, change) => {
    const { faults, repaired } = await changed(change);

    expect(faults).toMatchObject([{ kind: 'label', repaired: true }]);
    expect(repaired).toEqual([{ production: 1, staging: 2 }]);
  });

  it('takes away a label without a history', async () => {
    const { repaired } = await changed((record) =>
      record.kind === 'label' && record.label === 'staging' ? [record, { ...record, label: 'stray' }] : [record],
    );

    expect(repaired).toEqual([{ production: 1, staging: 2 }]);
  });

  it('makes the list of includes anew from what versions say', async () => {
    const missing = await changed(without((record) => record.kind === 'include' && record.target === 'greeting'));
    const stray = await changed((record) =>
      record.kind === 'include' && record.target === 'greeting' ? [record, { ...record, target: 'stray' }] : [record],
    );

    expect(missing.faults).toMatchObject([{ kind: 'include', repaired: true }]);
    expect([missing.repaired, stray.repaired]).toEqual([
      [['greeting', 'greeting@production']],
      [['greeting', 'greeting@production']],
    ]);
  });

  it('remembers the first account where nothing does', async () => {
    const records = await soundRecords();
    const account = records.find((record) => record.kind === 'account');

    const { faults, repaired } = await checked(records.filter(({ kind }) => kind !== 'first'));

    expect(faults).toMatchObject([{ kind: 'first-account', repaired: true }]);
    expect(repaired).toEqual([account?.id]);
  });

  it('tells whose key does not open, and nothing of the key', async () => {
    const records = await soundRecords();
    const sealing = {
      open: () => {
        throw new BrokenSeal('altered');
      },
    } as unknown as KeySealing;

    const { faults } = await checked(records, sealing);

    expect(faults).toEqual([
      { kind: 'key', what: 'its key does not open with the keyring; rotate it', repaired: false },
    ]);
  });

  it('tells when something cannot even be read', async () => {
    const upkeep = new RecordingMaintenance();
    const reader = {
      async *records() {
        yield toTransferRow('prompt', { id: 'p' });
      },
      size: async () => ({ accounts: 0, prompts: 0 }),
    };

    const faults = await Array.fromAsync(
      new CheckStorage(new RowStorageContents(reader), upkeep, sha256ContentHashing, undefined).execute(),
    );

    expect(faults).toMatchObject([{ kind: 'unreadable', repaired: false }]);
  });
});
