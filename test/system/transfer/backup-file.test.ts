import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { GzipBackupFile } from '../../../src/adapters/outbound/backup-file/gzip-backup-file.ts';
import { BackupRefused, BackupTooNew, DamagedBackup } from '../../../src/application/ports/backup-file.ts';
import { serializeRecord } from '../../../src/application/transfer/transfer-summary.ts';
import { inMemoryPorts } from '../../support/in-memory/in-memory-ports.ts';
import fc from '../../support/seeded-fast-check.ts';
import { aFolder } from '../../support/service/test-resources.ts';
import { fill } from '../../support/storage/a-filled-storage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MAKER = { version: '1.2.3' };
const MADE_AT = new Date('2026-11-15T12:00:00.000Z');

let whole: Buffer;
let lines: readonly string[];

beforeAll(async () => {
  const { reader, ...ports } = inMemoryPorts();
  await fill({ reader, ...ports });
  const folder = await temporaryFolder();
  const path = join(folder, 'whole');
  await new GzipBackupFile(path, MAKER).write(reader.records(), MADE_AT);
  whole = await readFile(path);
  await rm(folder, { recursive: true });
  lines = (await Array.fromAsync(reader.records())).map(serializeRecord);
});

/** The file with these bytes, wherever it lies. */
async function backupOf(bytes: Uint8Array): Promise<GzipBackupFile> {
  const path = join(await aFolder(), 'backup');
  await writeFile(path, bytes);
  return new GzipBackupFile(path, MAKER);
}

/** An empty backup on its way: begun, and finished when it is told to. */
async function begin(backup: GzipBackupFile) {
  const [begun, rest] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  async function* records() {
    begun.resolve();
    await rest.promise;
    yield* inMemoryPorts().reader.records();
  }
  const written = backup.write(records(), MADE_AT);
  await begun.promise;
  return {
    finish: () => {
      rest.resolve();
      return written;
    },
  };
}

const verifying = async (bytes: Uint8Array) => (await backupOf(bytes)).verify();

/** A file whose checksum fits, whatever is in it. */
function sealed(header: string, text: string): Buffer {
  const bytes = Buffer.concat([Buffer.from(`${header}\n`), gzipSync(text)]);
  return Buffer.concat([bytes, Buffer.from(`${createHash('sha256').update(bytes).digest('hex')}\n`)]);
}

const partsOf = (bytes: Buffer) => {
  const end = bytes.indexOf('\n') + 1;
  return {
    header: bytes.subarray(0, end - 1).toString(),
    text: gunzipSync(bytes.subarray(end, bytes.length - 65)).toString(),
  };
};

describe('a backup file', () => {
  it('gives back what was put in, line by line, and tells how much it is', async () => {
    const backup = await backupOf(whole);

    const { counts, checksum } = await backup.verify();

    expect((await Array.fromAsync(backup.records())).map(serializeRecord)).toEqual(lines);
    expect(counts).toMatchObject({ account: 2, prompt: 4, version: 74 });
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(await backup.size()).toEqual({ accounts: 2, prompts: 4 });
  });

  it('says in plain text what it is, and is only for its owner', async () => {
    const path = join(await aFolder(), 'backup');
    await new GzipBackupFile(path, MAKER).write(inMemoryPorts().reader.records(), MADE_AT);

    const [first] = (await readFile(path, 'latin1')).split('\n');
    expect(first).toBe(
      '{"format":"prompthold-backup","version":1,"createdAt":"2026-11-15T12:00:00.000Z","program":"1.2.3"}',
    );
    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('is there in full or not at all', async () => {
    const path = join(await aFolder(), 'backup');
    await writeFile(`${path}.part`, 'left behind by a kill');
    async function* broken() {
      yield* inMemoryPorts().reader.records();
      throw new Error('the storage went away');
    }
    const backup = new GzipBackupFile(path, MAKER);

    await expect(backup.write(broken(), MADE_AT)).rejects.toThrow('the storage went away');
    expect(await backup.exists()).toBe(false);
    await expect(stat(`${path}.part`)).rejects.toThrow('ENOENT');
  });

  it('is never half of another one that is written to the same place at the same time', async () => {
    const path = join(await aFolder(), 'backup');
    const backup = new GzipBackupFile(path, MAKER);
    const overtaken = await begin(backup);
    const later = await begin(backup);

    await expect(overtaken.finish()).rejects.toThrow(new BackupRefused(`${path} is being written by another backup`));
    expect(await backup.exists()).toBe(false);
    await later.finish();
    expect((await backup.verify()).counts).toMatchObject({ account: 0 });
  });

  it.each([
    ['a pipe', (path: string) => promisify(execFile)('mkfifo', [path])],
    ['a device, or a link to one', (path: string) => symlink('/dev/null', path)],
    ['a folder', (path: string) => mkdir(path)],
  ])('takes the place of a file, but never of %s', async (_what, make) => {
    const path = join(await aFolder(), 'backup');
    await make(path);
    const { ino } = await lstat(path);
    const backup = new GzipBackupFile(path, MAKER);

    expect(await backup.exists()).toBe(true);
    await expect(backup.write(inMemoryPorts().reader.records(), MADE_AT)).rejects.toThrow(
      new BackupRefused(`${path} is not a file, and was left as it is`),
    );

    expect((await lstat(path)).ino).toBe(ino);
  });

  it('is refused when any one of its bytes is another', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (position, change) => {
        const bytes = Buffer.from(whole);
        bytes[position] = (bytes[position] ?? 0) ^ change;
        const outcome = await verifying(bytes).catch((error: unknown) => error);
        expect(outcome instanceof DamagedBackup || outcome instanceof BackupTooNew).toBe(true);
      }),
      {
        numRuns: 300,
        examples: [0, 1, 27, 42, whole.indexOf('\n'), whole.indexOf('\n') + 5, whole.length - 66, whole.length - 1].map(
          (position): [number, number] => [position, 1],
        ),
      },
    );
  }, 300_000);

  it('is refused when it was cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        await expect(verifying(whole.subarray(0, length))).rejects.toThrow(DamagedBackup);
      }),
      { numRuns: 100, examples: [[0], [1], [64], [65], [whole.length - 1]] },
    );
  }, 300_000);

  it('is refused when it is of a newer format, and says what to do', async () => {
    const { header, text } = partsOf(whole);

    await expect(verifying(sealed(header.replace('"version":1', '"version":2'), text))).rejects.toThrow(
      new BackupTooNew(2, 1),
    );
  });

  it.each([
    ['a record is missing', (text: string) => text.replace(/^\{"kind":"rotation".*\n/m, ''), /not as many rotation/],
    ['an account comes twice', (text: string) => text.replace(/^(\{"kind":"account".*\n)/m, '$1$1'), /not in order/],
    ['a version is elsewhere', (text: string) => text.replace('"prompt_id":"p_', '"prompt_id":"q_'), /out of place/],
    ['a kind is unknown', (text: string) => text.replace('"kind":"rotation"', '"kind":"session"'), /unknown kind/],
    ['a number is none', (text: string) => text.replace(/"revision":\d+/, '"revision":"x"'), /whole number/],
    ['words are no JSON', (text: string) => text.replace(/"body":"/, '"body":"x'), /near record/],
    ['an account has no address', (text: string) => text.replace(/"email":"[^"]*"/, '"email":"ada"'), /e-mail address/],
    ['the counts are missing', (text: string) => text.replace(/\{"counts".*\n$/, ''), /without the counts/],
    ['nothing is in it', () => '', /near record 0/],
  ])('is refused when %s, though its checksum fits', async (_what, change, reason) => {
    const { header, text } = partsOf(whole);
    expect(await verifying(sealed(header, text))).toMatchObject({ counts: { account: 2 } });

    const changed = verifying(sealed(header, change(text)));

    await expect(changed).rejects.toThrow(DamagedBackup);
    await expect(changed).rejects.toThrow(reason);
  });
});
