import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupRefused } from '../../../application/ports/storage/backup-file.ts';
import type { TransferRecord } from '../../../application/ports/storage/storage-transfer.ts';
import { serializeRecord } from '../../../application/transfer/transfer-summary.ts';
import type { BackupAuthentication } from '../crypto/backup-authentication.ts';
import { type BackupMaker, printHeader, signedText, storedMember } from './backup-format.ts';

const CHUNK_CHARACTERS = 64 * 1024;

/** Writes to `….part` and renames it once it is safe on the disk, so that an interrupted backup never looks complete. */
export async function writeBackup(
  path: string,
  records: AsyncIterable<TransferRecord>,
  createdAt: Date,
  maker: BackupMaker,
  authentication: BackupAuthentication | undefined,
): Promise<void> {
  const part = `${path}.part`;
  await assertRegularFile(path);
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  const ours = await file.stat();
  try {
    const hash = createHash('sha256');
    const header = storedMember(printHeader(createdAt, maker));
    hash.update(header);
    await file.write(header);
    const counts = await compress(records, hash, file);
    await file.write(storedMember(printTrailer(counts, hash.digest('hex'), authentication)));
    await file.sync();
    if (!(await isNamed(ours, part))) throw new BackupRefused(`${path} is being written by another backup`);
    await file.close();
    await rename(part, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close().catch(() => {});
    if (await isNamed(ours, part)) await rm(part, { force: true });
    throw error;
  }
}

function printTrailer(counts: Counts, checksum: string, authentication: BackupAuthentication | undefined): string {
  const signed = authentication && {
    keyring: authentication.keyring,
    signature: authentication.sign(signedText(checksum, counts)),
  };
  return `${JSON.stringify({ counts, checksum, ...signed })}\n`;
}

/** The name may belong to a device such as /dev/null, and root could replace it with a file for every process. */
async function assertRegularFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new BackupRefused(`${path} is not a file, and was left as it is`);
}

/** False once another backup to the same path has begun: the file there is its own, perhaps incomplete. */
async function isNamed({ dev, ino }: Stats, path: string): Promise<boolean> {
  const named = await stat(path).catch(() => undefined);
  return named?.dev === dev && named.ino === ino;
}

type Counts = Record<string, number>;

async function compress(records: AsyncIterable<TransferRecord>, hash: Hash, file: FileHandle): Promise<Counts> {
  const counts: Counts = {};
  const hashing = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const output = createWriteStream('', { fd: file.fd, autoClose: false });
  await pipeline(Readable.from(toLines(records, counts), { objectMode: false }), createGzip(), hashing, output);
  return counts;
}

/** Many records per chunk: compressing them one by one would mostly wait. */
async function* toLines(records: AsyncIterable<TransferRecord>, counts: Counts): AsyncIterable<string> {
  let lines = '';
  for await (const record of records) {
    counts[record.kind] = (counts[record.kind] ?? 0) + 1;
    lines += `${serializeRecord(record)}\n`;
    if (lines.length < CHUNK_CHARACTERS) continue;
    yield lines;
    lines = '';
  }
  if (lines !== '') yield lines;
}

/** Without this, a power cut could lose the new name. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
