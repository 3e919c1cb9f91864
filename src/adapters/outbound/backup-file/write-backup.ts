import { createHash } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupRefused } from '../../../application/ports/storage/backup-file.ts';
import type { TransferRecord } from '../../../application/ports/storage/storage-transfer.ts';
import { serializeRecord } from '../../../application/transfer/transfer-summary.ts';
import type { BackupAuthentication } from '../crypto/backup-authentication.ts';
import { syncFolder } from '../host/file-system.ts';
import { type BackupMaker, FORMAT_VERSION, printHeader, signedText } from './backup-format.ts';

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
    await compress(seal(records, printHeader(createdAt, maker), authentication), file);
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

async function compress(lines: AsyncIterable<string>, file: FileHandle): Promise<void> {
  const output = createWriteStream('', { fd: file.fd, autoClose: false });
  await pipeline(Readable.from(lines, { objectMode: false }), createGzip(), output);
}

type Counts = Record<string, number>;

/** The lines of the file: the header, the records, and the trailer that seals both. */
async function* seal(
  records: AsyncIterable<TransferRecord>,
  header: string,
  authentication: BackupAuthentication | undefined,
): AsyncIterable<string> {
  const hash = createHash('sha256');
  const counts: Counts = {};
  hash.update(header);
  yield header;
  for await (const lines of toLines(records, counts)) {
    hash.update(lines);
    yield lines;
  }
  yield printTrailer(counts, hash.digest('hex'), authentication);
}

function printTrailer(counts: Counts, checksum: string, authentication: BackupAuthentication | undefined): string {
  const signed = authentication && {
    keyring: authentication.keyring,
    signature: authentication.sign(signedText(FORMAT_VERSION, checksum, counts)),
  };
  return `${JSON.stringify({ counts, checksum, ...signed })}\n`;
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
