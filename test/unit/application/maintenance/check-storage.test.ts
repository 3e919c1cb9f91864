import { describe, expect, it } from 'vitest';
import { sha256ContentHashing } from '../../../../src/adapters/outbound/crypto/sha256.ts';
import { toLabelLock } from '../../../../src/adapters/outbound/rows/release-row.ts';
import { RowStorageContents } from '../../../../src/adapters/outbound/rows/row-storage-contents.ts';
import {
  type TransferRow,
  type TransferRowOf,
  toTransferRow,
} from '../../../../src/adapters/outbound/rows/transfer-row.ts';
import { CheckStorage } from '../../../../src/application/maintenance/check-storage.ts';
import { BrokenSeal, type KeySealing, type WebhookSecretSealing } from '../../../../src/application/ports/secrets.ts';
import type {
  StorageFault,
  StorageMaintenance,
} from '../../../../src/application/ports/storage/storage-maintenance.ts';
import type { PromptId } from '../../../../src/domain/naming/prompt-name.ts';
import type { Fingerprint } from '../../../../src/domain/prompts/release.ts';
import { includes, noon } from '../../../support/builders/a-prompt.ts';
import { aWebhook } from '../../../support/builders/a-webhook.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { Author } from '../../../support/builders/an-author.ts';
import { InMemoryKeyringRegister } from '../../../support/in-memory/in-memory-keyring-register.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { InMemoryReader } from '../../../support/in-memory/in-memory-reader.ts';
import { InMemoryStorage } from '../../../support/in-memory/in-memory-storage.ts';
import { InMemoryUsage } from '../../../support/in-memory/in-memory-usage.ts';
import { InMemoryWebhooks } from '../../../support/in-memory/in-memory-webhooks.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';

/** Two prompts, one of which includes the other, with several versions, labels and a roll-back. */
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
  const webhooks = new InMemoryWebhooks(storage);
  await webhooks.add(aWebhook(author.owner));
  const register = new InMemoryKeyringRegister();
  const parts = { storage, prompts, register, usage: new InMemoryUsage(storage), webhooks };
  return Array.fromAsync(new InMemoryReader(parts).records());
}

/** Records all requested repairs. */
class RecordingMaintenance implements StorageMaintenance {
  readonly repaired: unknown[] = [];

  async *inspect(): AsyncIterable<StorageFault> {}

  async setLabels(_prompt: unknown, labels: ReadonlyMap<string, number | null>) {
    this.repaired.push(Object.fromEntries(labels));
  }

  async setIncludes(_prompt: unknown, targets: readonly string[]) {
    this.repaired.push(targets);
  }

  async recordFirstAccount(accountId: string) {
    this.repaired.push(accountId);
  }
}

const clock = { now: () => noon() };

async function check(records: readonly TransferRow[], sealing?: KeySealing, secretSealing?: WebhookSecretSealing) {
  const maintenance = new RecordingMaintenance();
  const reader = {
    async *records() {
      yield* records;
    },
    size: async () => ({ accounts: 0, prompts: 0 }),
  };
  const faults = await Array.fromAsync(
    new CheckStorage(
      new RowStorageContents(reader),
      maintenance,
      sha256ContentHashing,
      clock,
      sealing,
      secretSealing,
    ).execute(),
  );
  return {
    faults: faults.map(({ kind, what, repaired }) => ({ kind, what, repaired })),
    repaired: maintenance.repaired,
  };
}

type Change = (record: TransferRow) => readonly TransferRow[];

const checkChanged = async (change: Change) => check((await soundRecords()).flatMap(change));

const without =
  (isGone: (record: TransferRow) => boolean): Change =>
  (record) =>
    isGone(record) ? [] : [record];

const isRevision =
  (revision: number) =>
  (record: TransferRow): boolean =>
    record.kind === 'change' && record.revision === revision;

const unrepaired = (what: string) => ({ kind: 'version', what, repaired: false });

describe('CheckStorage', () => {
  it('finds no faults in sound records', async () => {
    expect(await check(await soundRecords())).toEqual({ faults: [], repaired: [] });
    expect(await check([])).toEqual({ faults: [], repaired: [] });
  });

  it('reports which version is missing', async () => {
    const { faults } = await checkChanged(without((record) => record.kind === 'version' && record.version === 1));

    expect(faults).toContainEqual(unrepaired('version 1 is missing'));
  });

  it('reports a missing latest version and leaves labels that point to it', async () => {
    const { faults, repaired } = await checkChanged(
      without((record) => record.kind === 'version' && record.version === 2),
    );

    expect(faults).toContainEqual(unrepaired('it has 1 versions instead of 2'));
    expect(repaired).toEqual([]);
  });

  it.each([
    ['body', '"Other content"', 'version 1 does not match its hash'],
    ['config', '{"model":"other"}', 'version 1 does not match its hash'],
    ['variables', '[]', 'version 1 does not match its hash'],
    ['body', 'no JSON', 'version 1 cannot be read'],
    ['body', '"{{#open}}"', 'version 1 cannot be read'],
  ])('reports a version whose %s is %s', async (field, value, what) => {
    const { faults } = await checkChanged((record) =>
      record.kind === 'version' && record.version === 1 && record.type === 'text'
        ? [{ ...record, [field]: value }]
        : [record],
    );

    expect(faults).toContainEqual(unrepaired(what));
  });

  it.each([
    ['of a label that is not protected', 'staging', 1, 'its label production has a lock, but is not protected'],
    [
      'that names a missing version',
      'production',
      3,
      /^the lock of its label production names version 3 of p_\w+, which/,
    ],
    ['of a protected label', 'production', 2, undefined],
  ])('checks a lock %s', async (_, label, version, what) => {
    const fingerprint = 'sha256:0' as Fingerprint;
    const { faults } = await checkChanged((record) => {
      if (record.kind === 'account') return [record, toTransferRow('protection', { label })];
      if (record.kind !== 'label' || record.label !== 'production') return [record];
      const locked = includes('greeting').map((target) => ({
        target,
        promptId: record.prompt_id as PromptId,
        version,
      }));
      return [{ ...record, lock: toLabelLock(record.version, { fingerprint, includes: locked }) }];
    });

    const problem = typeof what === 'string' ? what : expect.stringMatching(what ?? '');
    expect(faults).toEqual(what === undefined ? [] : [{ kind: 'lock', what: problem, repaired: false }]);
  });

  it('reports a latest hash that does not match the latest version', async () => {
    const { faults } = await checkChanged((record) =>
      record.kind === 'prompt' && record.name === 'greeting' ? [{ ...record, latest_hash: 'sha256:0' }] : [record],
    );

    expect(faults).toEqual([unrepaired('the hash of version 2 is not the latest hash of the prompt')]);
  });

  it.each([
    [
      'points to another version',
      (record: TransferRow) => [record.kind === 'label' ? { ...record, version: 2 } : record],
    ],
    ['is missing', without((record) => record.kind === 'label' && record.label === 'production')],
  ] satisfies [string, Change][])('repairs a label that %s from its history', async (_what, change) => {
    const { faults, repaired } = await checkChanged(change);

    expect(faults).toMatchObject([{ kind: 'label', repaired: true }]);
    expect(repaired).toEqual([{ production: 1, staging: 2 }]);
  });

  it('removes a label without a history', async () => {
    const { repaired } = await checkChanged((record) =>
      record.kind === 'label' && record.label === 'staging' ? [record, { ...record, label: 'stray' }] : [record],
    );

    expect(repaired).toEqual([{ production: 1, staging: 2, stray: null }]);
  });

  it('rebuilds the list of includes from the content of the versions', async () => {
    const missing = await checkChanged(without((record) => record.kind === 'include' && record.target === 'greeting'));
    const stray = await checkChanged((record) =>
      record.kind === 'include' && record.target === 'greeting' ? [record, { ...record, target: 'stray' }] : [record],
    );

    expect(missing.faults).toMatchObject([{ kind: 'include', repaired: true }]);
    expect([missing.repaired, stray.repaired]).toEqual([
      [['greeting', 'greeting@production']],
      [['greeting', 'greeting@production']],
    ]);
  });

  const contradiction = (what: string) => ({ kind: 'change', what, repaired: false });
  const changing =
    (isWanted: (record: TransferRowOf<'change'>) => boolean, fields: Partial<TransferRowOf<'change'>>): Change =>
    (record) =>
      record.kind === 'change' && isWanted(record) ? [{ ...record, ...fields }] : [record];

  it.each([
    ['ends before the revision of the account', without(isRevision(4)), 'its feed ends at revision 3 instead of 4'],
    ['lacks a revision', without(isRevision(2)), 'its feed has no change for revision 2'],
    [
      'is ahead of the account',
      (record: TransferRow) => [record.kind === 'account' ? { ...record, prompts_revision: 3 } : record],
      'its feed ends at revision 4 instead of 3',
    ],
    [
      'moved a label elsewhere',
      changing(isRevision(3), { version: 2 }),
      'its label production does not point where the feed says',
    ],
    [
      'published another version',
      changing(({ type }) => type === 'version.published', { version: 3 }),
      'the feed says that its latest version is 3',
    ],
    [
      'deleted a prompt that exists',
      changing(isRevision(4), { type: 'prompt.deleted', extra: null }),
      'it exists, but the feed says that it was deleted',
    ],
    [
      'did not delete a prompt that does not exist',
      changing(isRevision(4), { prompt_id: 'p_1' }),
      'it does not exist, but the feed does not say that it was deleted',
    ],
  ] satisfies [string, Change, string][])('reports a feed that %s', async (_what, change, what) => {
    const { faults, repaired } = await checkChanged(change);

    expect(faults).toContainEqual(contradiction(what));
    expect(repaired).toEqual([]);
  });

  it('accepts a feed whose oldest changes were deleted, and one that has none yet', async () => {
    const isOld = (record: TransferRow) => record.kind === 'change' && record.revision < 3;

    expect((await checkChanged(without(isOld))).faults).toEqual([]);
    expect((await checkChanged(without(({ kind }) => kind === 'change'))).faults).toEqual([]);
  });

  it('reports a label that differs from its history only once', async () => {
    const { faults } = await checkChanged((record) => [record.kind === 'label' ? { ...record, version: 2 } : record]);

    expect(faults).toMatchObject([{ kind: 'label', repaired: true }]);
  });

  it('records the first account if it is not recorded', async () => {
    const records = await soundRecords();
    const account = records.find((record) => record.kind === 'account');

    const { faults, repaired } = await check(records.filter(({ kind }) => kind !== 'first'));

    expect(faults).toMatchObject([{ kind: 'first-account', repaired: true }]);
    expect(repaired).toEqual([account?.id]);
  });

  it('reports the account whose key does not open, but nothing about the key', async () => {
    const records = await soundRecords();
    const { faults } = await check(records, sealingThatFails(false));

    expect(faults).toEqual([
      { kind: 'key', what: 'its key does not open with the keyring; rotate it', repaired: false },
    ]);
  });

  it('does not report a key that was lost with its keyring: its owner gets a new one', async () => {
    const { faults } = await check(await soundRecords(), sealingThatFails(true));

    expect(faults).toEqual([]);
  });

  it('reports a webhook whose secret does not open, unless it was lost with its keyring', async () => {
    const records = await soundRecords();
    const broken = await check(records, undefined, sealingThatFails(false) as unknown as WebhookSecretSealing);
    const lost = await check(records, undefined, sealingThatFails(true) as unknown as WebhookSecretSealing);

    expect(broken.faults).toEqual([
      { kind: 'webhook', what: expect.stringMatching(/webhook w_\S+ does not open/), repaired: false },
    ]);
    expect(lost.faults).toEqual([]);
  });

  it('reports a value that cannot be read', async () => {
    const maintenance = new RecordingMaintenance();
    const reader = {
      async *records() {
        yield toTransferRow('prompt', { id: 'p' });
      },
      size: async () => ({ accounts: 0, prompts: 0 }),
    };

    const faults = await Array.fromAsync(
      new CheckStorage(new RowStorageContents(reader), maintenance, sha256ContentHashing, clock, undefined).execute(),
    );

    expect(faults).toMatchObject([{ kind: 'unreadable', repaired: false }]);
  });
});

const sealingThatFails = (isLost: boolean) =>
  ({
    isLost: async () => isLost,
    open: () => {
      throw new BrokenSeal('altered');
    },
  }) as unknown as KeySealing;
