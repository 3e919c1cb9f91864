import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { lstat, mkdir, readFile, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { gunzipSync, gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { signedText } from '../../../src/adapters/outbound/backup-file/backup-format.ts';
import { GzipBackupFile } from '../../../src/adapters/outbound/backup-file/gzip-backup-file.ts';
import { storedMember } from '../../../src/adapters/outbound/backup-file/stored-member.ts';
import { BackupAuthentication } from '../../../src/adapters/outbound/crypto/backup-authentication.ts';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import { BackupRefused, BackupTooNew, DamagedBackup } from '../../../src/application/ports/storage/backup-file.ts';
import { serializeRecord } from '../../../src/application/transfer/transfer-summary.ts';
import { inMemoryPorts } from '../../support/in-memory/in-memory-ports.ts';
import fc from '../../support/seeded-fast-check.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { fillStorage } from '../../support/storage/fill-storage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MAKER = { version: '1.2.3' };
const AUTHENTICATION = new BackupAuthentication(Keyring.generate());
const MADE_AT = new Date('2026-11-15T12:00:00.000Z');

let whole: Buffer;
let lines: readonly string[];

beforeAll(async () => {
  const { reader, ...ports } = inMemoryPorts();
  await fillStorage({ reader, ...ports });
  const folder = await temporaryFolder();
  const path = join(folder, 'whole');
  await new GzipBackupFile(path, MAKER, AUTHENTICATION).write(reader.records(), MADE_AT);
  whole = await readFile(path);
  await rm(folder, { recursive: true });
  lines = (await Array.fromAsync(reader.records())).map(serializeRecord);
});

/** A backup file with these bytes. */
async function backupOf(
  bytes: Uint8Array,
  authentication: BackupAuthentication | undefined = AUTHENTICATION,
): Promise<GzipBackupFile> {
  const path = join(await createTestFolder(), 'backup');
  await writeFile(path, bytes);
  return new GzipBackupFile(path, MAKER, authentication);
}

/** Starts to write an empty backup, and finishes it on request. */
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

function flip(bytes: Buffer, position: number, change: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[position] = (changed[position] ?? 0) ^ change;
  return changed;
}

const verifying = async (bytes: Uint8Array) => (await backupOf(bytes)).verify();

/** A file of this format, or of that of release 0.1.0, whose checksum matches whatever is in it. */
const layouts = {
  'version 5': ({ version = 5, text, counts }: Contents): Buffer => {
    const checksum = sha256(Buffer.from(`${headerOf(version)}\n${text}`));
    return gzipSync(`${headerOf(version)}\n${text}${JSON.stringify({ counts, checksum })}\n`);
  },
  'version 2': ({ version = 2, text, counts }: Contents): Buffer => {
    const bytes = Buffer.concat([storedMember(`${headerOf(version)}\n`), gzipSync(text)]);
    return Buffer.concat([bytes, storedMember(JSON.stringify({ counts, checksum: sha256(bytes) }))]);
  },
  'version 1': ({ version = 1, text, counts }: Contents): Buffer => {
    const lines = counts ? `${text}${JSON.stringify({ counts })}\n` : text;
    const bytes = Buffer.concat([Buffer.from(`${headerOf(version)}\n`), gzipSync(lines)]);
    return Buffer.concat([bytes, Buffer.from(`${sha256(bytes)}\n`)]);
  },
};

interface Contents {
  readonly version?: number;
  readonly text: string;
  readonly counts: unknown;
}

const headerOf = (version: number): string => JSON.stringify({ format: 'prompthold-backup', version });
const sha256 = (bytes: Buffer): string => createHash('sha256').update(bytes).digest('hex');

/** The records and their counts, as the file has them. */
function contents(): Contents {
  const all = gunzipSync(whole).toString().trimEnd().split('\n');
  return { text: `${all.slice(1, -1).join('\n')}\n`, counts: JSON.parse(all.at(-1) ?? '').counts };
}

describe('a backup file', () => {
  it('returns every record that was written, and their counts', async () => {
    const backup = await backupOf(whole);

    const { counts, checksum } = await backup.verify();

    expect((await Array.fromAsync(backup.records())).map(serializeRecord)).toEqual(lines);
    expect(counts).toMatchObject({ account: 2, prompt: 4, version: 74 });
    expect(checksum).toMatch(/^[0-9a-f]{64}$/);
    expect(await backup.size()).toEqual({ accounts: 2, prompts: 4 });
  });

  it('is JSON lines in gzip: a header, the records, and their counts with a checksum', async () => {
    const path = join(await createTestFolder(), 'backup');
    await writeFile(path, whole);

    const { stdout } = await promisify(execFile)('gzip', ['-dc', path], { maxBuffer: 100 * 1024 * 1024 });
    const all = stdout.split('\n');

    expect(all[0]).toBe(
      '{"format":"prompthold-backup","version":5,"createdAt":"2026-11-15T12:00:00.000Z","program":"1.2.3"}',
    );
    expect(all.slice(1, -2)).toEqual(lines);
    expect(JSON.parse(all.at(-2) ?? '')).toEqual({
      counts: expect.objectContaining({ account: 2, version: 74 }),
      checksum: (await new GzipBackupFile(path, MAKER, AUTHENTICATION).verify()).checksum,
      keyring: AUTHENTICATION.keyring,
      signature: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
    expect(all.at(-1)).toBe('');
  });

  it('can be read only by its owner', async () => {
    const path = join(await createTestFolder(), 'backup');
    await new GzipBackupFile(path, MAKER, AUTHENTICATION).write(inMemoryPorts().reader.records(), MADE_AT);

    expect((await stat(path)).mode & 0o777).toBe(0o600);
  });

  it('appears complete or not at all', async () => {
    const path = join(await createTestFolder(), 'backup');
    await writeFile(`${path}.part`, 'left behind by a kill');
    async function* broken() {
      yield* inMemoryPorts().reader.records();
      throw new Error('the storage went away');
    }
    const backup = new GzipBackupFile(path, MAKER, AUTHENTICATION);

    await expect(backup.write(broken(), MADE_AT)).rejects.toThrow('the storage went away');
    expect(await backup.exists()).toBe(false);
    await expect(stat(`${path}.part`)).rejects.toThrow('ENOENT');
  });

  it('is never mixed with another backup written to the same path at the same time', async () => {
    const path = join(await createTestFolder(), 'backup');
    const backup = new GzipBackupFile(path, MAKER, AUTHENTICATION);
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
  ])('replaces a file, but never %s', async (_what, make) => {
    const path = join(await createTestFolder(), 'backup');
    await make(path);
    const { ino } = await lstat(path);
    const backup = new GzipBackupFile(path, MAKER, AUTHENTICATION);

    expect(await backup.exists()).toBe(true);
    await expect(backup.write(inMemoryPorts().reader.records(), MADE_AT)).rejects.toThrow(
      new BackupRefused(`${path} is not a file, and was left as it is`),
    );

    expect((await lstat(path)).ino).toBe(ino);
  });

  it('is rejected when any one byte has changed, unless it unpacks to the same lines', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.integer({ min: 1, max: 255 }), async (position, change) => {
        const outcome = await verifying(flip(whole, position, change)).catch((error: unknown) => error);
        if (outcome instanceof DamagedBackup || outcome instanceof BackupTooNew) return;
        expect(gunzipSync(flip(whole, position, change))).toEqual(gunzipSync(whole));
      }),
      {
        numRuns: 300,
        examples: [0, 1, 2, 3, 4, 9, 10, 27, 42, whole.length - 9, whole.length - 1].map(
          (position): [number, number] => [position, 1],
        ),
      },
    );
  }, 300_000);

  it('is rejected when any one byte of its lines has changed', async () => {
    const plain = gunzipSync(whole);
    await fc.assert(
      fc.asyncProperty(fc.nat(plain.length - 1), fc.integer({ min: 1, max: 255 }), async (position, change) => {
        const outcome = await verifying(flip(plain, position, change)).then(
          ({ doubts }) => doubts,
          (error: unknown) => error,
        );
        // A keyring with a changed name is another one.
        if (Array.isArray(outcome)) expect(outcome).toEqual([{ kind: 'other-keyring' }]);
        else expect(outcome instanceof DamagedBackup || outcome instanceof BackupTooNew).toBe(true);
      }),
      {
        numRuns: 300,
        examples: [0, 41, plain.indexOf('\n'), plain.indexOf('\n') + 5, plain.length - 3, plain.length - 1].map(
          (position): [number, number] => [position, 1],
        ),
      },
    );
  }, 300_000);

  it('is rejected when it was cut off anywhere', async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), async (length) => {
        await expect(verifying(whole.subarray(0, length))).rejects.toThrow(DamagedBackup);
      }),
      { numRuns: 100, examples: [[0], [1], [64], [65], [whole.length - 1]] },
    );
  }, 300_000);

  it.each(Object.entries(layouts))(
    'is rejected when it is newer than this program (laid out as %s)',
    async (_, seal) => {
      await expect(verifying(seal({ ...contents(), version: 6 }))).rejects.toThrow(new BackupTooNew(6, 5));
    },
  );

  describe.each(Object.entries(layouts))('of %s', (_layout, seal) => {
    it('is restored', async () => {
      const backup = await backupOf(seal(contents()));

      expect(await backup.verify()).toMatchObject({
        counts: { account: 2, prompt: 4, version: 74 },
        doubts: [{ kind: 'unsigned' }],
      });
      expect((await Array.fromAsync(backup.records())).map(serializeRecord)).toEqual(lines);
    });

    it.each([
      ['a record is missing', /^\{"kind":"rotation".*\n/m, '', /not as many rotation/],
      ['an account comes twice', /^(\{"kind":"account".*\n)/m, '$1$1', /not in order/],
      ['a version is out of place', '"prompt_id":"p_', '"prompt_id":"q_', /out of place/],
      ['a kind is unknown', '"kind":"rotation"', '"kind":"session"', /unknown kind/],
      ['a number is not a number', /"revision":\d+/, '"revision":"x"', /whole number/],
      ['a change has no channel', '"by_channel":"', '"by_channel":"x', /names its channel/],
      ['a body is not JSON', /"body":"/, '"body":"x', /near record/],
      ['an account has no e-mail address', /"email":"[^"]*"/, '"email":"ada"', /e-mail address/],
      ['it has no records', /^.*$/s, '', /not as many/],
    ])('is rejected when %s, even with a matching checksum', async (_what, found, replacement, reason) => {
      const { text, counts } = contents();

      const changed = verifying(seal({ text: text.replace(found, replacement), counts }));

      await expect(changed).rejects.toThrow(DamagedBackup);
      await expect(changed).rejects.toThrow(reason);
    });

    it.each([
      ['missing', undefined],
      ['not numbers', { account: 'two' }],
    ])('is rejected when its counts are %s', async (_what, counts) => {
      await expect(verifying(seal({ text: contents().text, counts }))).rejects.toThrow(DamagedBackup);
    });
  });

  describe('with a signature', () => {
    /** A file with this text and trailer, and with the checksum that belongs to it. */
    const forge = (text: string, trailer: object, header = plainLines()[0] ?? ''): Buffer => {
      const checksum = sha256(Buffer.from(`${header}\n${text}`));
      return gzipSync(`${header}\n${text}${JSON.stringify({ ...trailer, checksum })}\n`);
    };
    const plainLines = () => gunzipSync(whole).toString().trimEnd().split('\n');
    const trailerOf = (bytes: Buffer): object =>
      JSON.parse(gunzipSync(bytes).toString().trimEnd().split('\n').at(-1) ?? '');

    it.each([
      ['with another level of compression', () => gzipSync(gunzipSync(whole), { level: 1 })],
      ['in several members', () => Buffer.concat(halves(gunzipSync(whole)).map((half) => gzipSync(half)))],
      ['not at all: as plain JSON lines', () => gunzipSync(whole)],
    ])('is verified when it was packed again %s', async (_how, pack) => {
      const backup = await backupOf(pack());

      const { doubts, checksum } = await backup.verify();

      expect(doubts).toEqual([]);
      expect(checksum).toBe((await verifying(whole)).checksum);
      expect((await Array.fromAsync(backup.records())).map(serializeRecord)).toEqual(lines);
    });

    const halves = (bytes: Buffer) => [bytes.subarray(0, 12_345), bytes.subarray(12_345)];

    it.each<[string, (all: readonly string[]) => readonly string[]]>([
      ['its end is missing', (all) => all.slice(0, -3)],
      ['its last line is missing', (all) => all.slice(0, -1)],
      ['two lines were swapped', ([header = '', first = '', second = '', ...rest]) => [header, second, first, ...rest]],
      ['a line was dropped', ([header = '', , ...rest]) => [header, ...rest]],
      ['a line comes twice', ([header = '', first = '', ...rest]) => [header, first, first, ...rest]],
      ['it comes twice', (all) => [...all, ...all]],
      ['something follows its end', (all) => [...all, all[1] ?? '']],
      ['its header was changed', ([header = '', ...rest]) => [header.replace('"1.2.3"', '"1.2.4"'), ...rest]],
      ['its header names an older version', ([header = '', ...rest]) => [header.replace(':5,', ':4,'), ...rest]],
      ['its header is missing', ([, ...rest]) => rest],
      ['it has other line ends', (all) => all.map((line) => `${line}\r`)],
    ])('is rejected when %s, packed or not', async (_what, change) => {
      const text = `${change(plainLines()).join('\n')}\n`;

      await expect(verifying(Buffer.from(text))).rejects.toThrow(DamagedBackup);
      await expect(verifying(gzipSync(text))).rejects.toThrow(DamagedBackup);
    });

    it('is rejected when its header was changed, even with a new checksum', async () => {
      const header = plainLines()[0]?.replace('"1.2.3"', '"1.2.4"');
      const changed = forge(contents().text, trailerOf(whole), header);

      await expect(verifying(changed)).rejects.toThrow('its signature does not match');
    });

    it('is rejected when it is of an older version and was packed again, which the reason says', async () => {
      const repacked = gzipSync(gunzipSync(layouts['version 2'](contents())));

      await expect(verifying(repacked)).rejects.toThrow('format version 2, whose checksum is only right as long as');
    });

    it('is verified with the keyring it was written with', async () => {
      expect((await verifying(whole)).doubts).toEqual([]);
    });

    it('is rejected when a record was changed, even with a new checksum', async () => {
      const { text } = contents();
      const changed = forge(text.replace(/"email":"[^"]*"/, '"email":"eve@example.com"'), trailerOf(whole));

      await expect(verifying(changed)).rejects.toThrow('its signature does not match');
    });

    it('is rejected when its counts were changed together with its records', async () => {
      const { text } = contents();
      const rotations = text.match(/^\{"kind":"rotation".*\n/gm) ?? [];
      const counts = { ...(contents().counts as Record<string, number>), rotation: rotations.length - 1 };
      const changed = forge(text.replace(rotations[0] ?? '', ''), { ...trailerOf(whole), counts });

      await expect(verifying(changed)).rejects.toThrow('its signature does not match');
    });

    it.each([3, 4])('is verified if it has version %i and was written without changes', async (version) => {
      const text = contents().text.replace(/^\{"kind":"change".*\n/gm, '');
      const { change: _, ...counts } = contents().counts as Record<string, number>;
      const bytes = Buffer.concat([storedMember(`${headerOf(version)}\n`), gzipSync(text)]);
      const checksum = sha256(bytes);
      const { keyring } = AUTHENTICATION;
      const signature = AUTHENTICATION.sign(signedText(version, checksum, counts));
      const trailer = storedMember(JSON.stringify({ counts, checksum, keyring, signature }));
      const backup = await backupOf(Buffer.concat([bytes, trailer]));

      expect(await backup.verify()).toMatchObject({ counts: { prompt: 4, change: 0 }, doubts: [] });
      const records = (await Array.fromAsync(backup.records())).map(serializeRecord);
      expect(records).toEqual(lines.filter((line) => !line.startsWith('{"kind":"change"')));
    });

    it('is in doubt with another keyring, and without one', async () => {
      const other = await backupOf(whole, new BackupAuthentication(Keyring.generate()));
      const path = join(await createTestFolder(), 'backup');
      await writeFile(path, whole);

      expect((await other.verify()).doubts).toEqual([{ kind: 'other-keyring' }]);
      expect((await new GzipBackupFile(path, MAKER, undefined).verify()).doubts).toEqual([{ kind: 'no-keyring' }]);
    });

    it('is in doubt when the signature was removed', async () => {
      const { text, counts } = contents();

      expect((await verifying(forge(text, { counts }))).doubts).toEqual([{ kind: 'unsigned' }]);
    });
  });

  it('is in doubt when the content of a version is not what its hash says', async () => {
    const { text, counts } = contents();
    const changed = layouts['version 2']({ text: text.replace('"body":"\\"Say ', '"body":"\\"Never say '), counts });

    const { doubts } = await verifying(changed);

    expect(doubts).toEqual([
      { kind: 'unsigned' },
      { kind: 'wrong-hashes', versions: [expect.stringMatching(/^version \d+ of prompt p_/)] },
    ]);
  });

  it.each([
    ['an empty file', ''],
    ['a text', 'no backup at all\n'],
    ['JSON', '{"format":"other","version":1}\n'],
  ])('is rejected when it is %s', async (_what, text) => {
    await expect(verifying(Buffer.from(text))).rejects.toThrow('it does not begin like a backup');
  });
});
