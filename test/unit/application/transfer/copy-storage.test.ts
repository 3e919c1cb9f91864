import { describe, expect, it } from 'vitest';
import { sha256Digest } from '../../../../src/adapters/outbound/crypto/sha256.ts';
import {
  isCommon,
  type StorageReader,
  type StorageWriter,
  type TransferRecord,
} from '../../../../src/application/ports/storage/storage-transfer.ts';
import { CopyStorage, type TransferProgress } from '../../../../src/application/transfer/copy-storage.ts';
import { serializeRecord } from '../../../../src/application/transfer/transfer-summary.ts';
import { aDraft, anOwner, aPrompt, aQuery, mustRevise } from '../../../support/builders/a-prompt.ts';
import { anAccount } from '../../../support/builders/an-account.ts';
import { inMemoryPorts } from '../../../support/in-memory/in-memory-ports.ts';
import type { StoragePorts } from '../../../support/storage/backends.ts';
import { fillStorage } from '../../../support/storage/fill-storage.ts';

async function aFilledStorage(): Promise<StoragePorts> {
  const ports = inMemoryPorts();
  await fillStorage(ports);
  const owner = await anOwner(ports);
  for (let times = 0; times < 250; times += 1) await aPrompt(ports, owner);
  return ports;
}

const linesOf = async (reader: StorageReader): Promise<readonly string[]> =>
  (await Array.fromAsync(reader.records())).map(serializeRecord);

function prepareCopy(source: StorageReader, { reader, writer }: Pick<StoragePorts, 'reader' | 'writer'>) {
  const seen: TransferProgress[] = [];
  const onProgress = (progress: TransferProgress) => void seen.push(progress);
  const copy = new CopyStorage(source, reader, writer, sha256Digest, { retentionDays: 90, onProgress });
  return { seen, run: () => copy.execute('there') };
}

/** Fails instead of the n-th write, as if the process had been killed. */
function failAtWrite(writer: StorageWriter, last: number): StorageWriter {
  let writes = 0;
  return {
    begin: (source) => writer.begin(source),
    write: async (batch) => {
      writes += 1;
      if (writes === last) throw new Error('killed');
      await writer.write(batch);
    },
    removeAccount: (id) => writer.removeAccount(id),
    finish: () => writer.finish(),
    unfinishedSource: () => writer.unfinishedSource(),
  };
}

describe('CopyStorage', () => {
  it('copies everything and reports its progress', async () => {
    const [source, target] = [await aFilledStorage(), inMemoryPorts()];
    const { run, seen } = prepareCopy(source.reader, target);

    const outcome = await run();

    expect(outcome).toMatchObject({ kind: 'copied', counts: { account: 3, prompt: 254 }, resumed: false });
    expect(await linesOf(target.reader)).toEqual(await linesOf(source.reader));
    expect(seen.at(-1)).toEqual({
      phase: 'verifying',
      accounts: 3,
      prompts: 254,
      accountsDone: 3,
      promptsDone: 254,
    });
  });

  it('has equal checksums only for equal content', async () => {
    const source = await aFilledStorage();
    const [one, same] = [
      await prepareCopy(source.reader, inMemoryPorts()).run(),
      await prepareCopy(source.reader, inMemoryPorts()).run(),
    ];
    await source.accounts.add(anAccount());
    const other = await prepareCopy(source.reader, inMemoryPorts()).run();

    expect(one).toEqual(same);
    expect(one).toMatchObject({ checksum: expect.stringMatching(/^[0-9a-f]{64}$/) });
    expect(other).not.toMatchObject({ checksum: 'checksum' in one ? one.checksum : '' });
  });

  it.each([1, 2, 3, 4, 5])('resumes after write number %i failed', async (last) => {
    const [source, target] = [await aFilledStorage(), inMemoryPorts()];
    await expect(
      prepareCopy(source.reader, { ...target, writer: failAtWrite(target.writer, last) }).run(),
    ).rejects.toThrow('killed');
    expect(await target.writer.unfinishedSource()).toBe('there');

    const outcome = await prepareCopy(source.reader, target).run();

    expect(outcome).toMatchObject({ kind: 'copied', counts: { prompt: 254 } });
    expect(await linesOf(target.reader)).toEqual(await linesOf(source.reader));
    expect(await target.writer.unfinishedSource()).toBeUndefined();
  });

  it('does not write again what was already copied', async () => {
    const [source, target] = [await aFilledStorage(), inMemoryPorts()];
    const recordWrites = (writer: StorageWriter, written: TransferRecord[]): StorageWriter => ({
      ...failAtWrite(writer, -1),
      write: async (batch) => {
        await writer.write(batch);
        // The few records of no account are written every time.
        written.push(...batch.records.filter((record) => !isCommon(record)));
      },
    });
    const before: TransferRecord[] = [];
    const after: TransferRecord[] = [];
    await prepareCopy(source.reader, { ...target, writer: recordWrites(failAtWrite(target.writer, 6), before) })
      .run()
      .catch(() => {});

    await prepareCopy(source.reader, { ...target, writer: recordWrites(target.writer, after) }).run();

    expect(before.length).toBeGreaterThan(0);
    const all = await Array.fromAsync(source.reader.records());
    expect(before.length + after.length).toBe(all.filter((record) => !isCommon(record)).length);
  });

  it('copies the current state of a source that changed between two runs', async () => {
    const [source, target] = [await aFilledStorage(), inMemoryPorts()];
    await prepareCopy(source.reader, { ...target, writer: failAtWrite(target.writer, 4) })
      .run()
      .catch(() => {});
    for await (const account of source.accounts.all()) {
      const [prompt] = await source.prompts.catalog.list(account.id, aQuery({ limit: 1 }));
      if (prompt) await mustRevise(source, prompt, { draft: aDraft() });
      else await source.accounts.remove(account.id);
    }

    expect(await prepareCopy(source.reader, target).run()).toMatchObject({ kind: 'copied', counts: { account: 2 } });

    expect(await linesOf(target.reader)).toEqual(await linesOf(source.reader));
  });

  it('leaves the marker when the copy differs from the source', async () => {
    const [source, target] = [await aFilledStorage(), inMemoryPorts()];
    const lossy: StorageWriter = {
      ...failAtWrite(target.writer, -1),
      write: (batch) =>
        target.writer.write({ ...batch, records: batch.records.filter(({ kind }) => kind !== 'rotation') }),
    };

    const outcome = await prepareCopy(source.reader, { ...target, writer: lossy }).run();

    expect(outcome).toMatchObject({ kind: 'differs', accounts: [expect.stringMatching(/^u_/)] });
    expect(await target.writer.unfinishedSource()).toBe('there');
  });

  it('does not write to a storage that is not empty or is being filled from another source', async () => {
    const [source, target] = [await aFilledStorage(), inMemoryPorts()];
    await target.accounts.add(anAccount());
    expect(await prepareCopy(source.reader, target).run()).toEqual({ kind: 'not-empty' });

    const other = inMemoryPorts();
    await other.writer.begin('elsewhere');
    expect(await prepareCopy(source.reader, other).run()).toEqual({ kind: 'other-source', source: 'elsewhere' });
    expect(await linesOf(other.reader)).toEqual([]);
  });
});
