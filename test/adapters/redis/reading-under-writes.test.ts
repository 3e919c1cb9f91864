import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  asTransferRows,
  type TransferRow,
  type TransferRowOf,
} from '../../../src/adapters/outbound/rows/transfer-row.ts';
import { anAccount } from '../../support/builders/an-account.ts';
import { Author } from '../../support/builders/an-author.ts';
import { connectTo, type StoragePorts } from '../../support/storage/backends.ts';
import { redisStorages } from '../../support/storage/fresh-storage.ts';
import { times } from '../http/support/api.ts';

/** So many that the last would be read long after the first if they were read one by one. */
const PROMPTS = 150;
const ROUNDS = 30;
/** A limit, so that a slow reader does not have more and more to read. */
const WRITES_MAX = 1500;

describe.each(redisStorages)('$name', ({ fresh }) => {
  let writing: StoragePorts;
  let reading: StoragePorts;

  beforeAll(async () => {
    const { url } = await fresh();
    [writing, reading] = [await connectTo(url), await connectTo(url)];
  });
  afterAll(() => Promise.all([writing.close(), reading.close()]));

  it('reads a consistent snapshot of an account that is being written continuously', async () => {
    const author = new Author(writing.prompts);
    await writing.accounts.add(anAccount({ id: author.owner }));
    for (const index of times(PROMPTS, Number)) await author.create(`filler/n${index}`, 'x');
    author.wait(1);
    await author.create('mail', 'no parts yet');

    let isOver = false;
    const write = async (): Promise<void> => {
      for (let round = 1; !isOver && round <= WRITES_MAX; round += 1) {
        author.wait(1);
        await author.create(`part-${round}`, 'x');
        await author.publish('mail', `{{>part-${round}}}`);
      }
    };
    const writer = write();
    const missing: string[] = [];
    for (const _ of times(ROUNDS, Number)) {
      const records = asTransferRows(await Array.fromAsync(reading.reader.records()));
      missing.push(...missingParts(records), ...wrongRevisions(records));
    }
    isOver = true;
    await writer;

    expect(missing).toEqual([]);
  });
});

/** Included names that no prompt has. */
function missingParts(records: readonly TransferRow[]): string[] {
  const names = new Set(records.flatMap((record) => (record.kind === 'prompt' ? [record.name] : [])));
  const includes = records.filter((record): record is TransferRowOf<'include'> => record.kind === 'include');
  return includes.map(({ target }) => target).filter((target) => !names.has(target));
}

/** Revisions of the account without a change, and changes of revisions that the account does not have yet. */
function wrongRevisions(records: readonly TransferRow[]): string[] {
  const accounts = records.filter((record): record is TransferRowOf<'account'> => record.kind === 'account');
  const revisions = new Set(times(accounts[0]?.prompts_revision ?? 0, (index) => index + 1));
  const changed = new Set(records.flatMap((record) => (record.kind === 'change' ? [record.revision] : [])));
  const differing = [...revisions, ...changed].filter((revision) => !revisions.has(revision) || !changed.has(revision));
  return differing.map((revision) => `revision ${revision}`);
}
