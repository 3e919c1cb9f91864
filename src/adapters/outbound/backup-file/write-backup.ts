import { createHash, type Hash } from 'node:crypto';
import { createWriteStream, type Stats } from 'node:fs';
import { type FileHandle, lstat, open, rename, rm, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { BackupRefused } from '../../../application/ports/backup-file.ts';
import type { TransferRecord } from '../../../application/ports/storage-transfer.ts';
import { serializeRecord } from '../../../application/transfer/transfer-summary.ts';
import { type BackupMaker, printHeader } from './backup-format.ts';

const PIECE_CHARACTERS = 64 * 1024;

/** Written beside its place and moved there when it is safe on the disk: a stop leaves `….part` and nothing else. */
export async function writeBackup(
  path: string,
  records: AsyncIterable<TransferRecord>,
  createdAt: Date,
  maker: BackupMaker,
): Promise<void> {
  const part = `${path}.part`;
  await refuseOtherThanFile(path);
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  const ours = await file.stat();
  try {
    const hash = createHash('sha256');
    const header = printHeader(createdAt, maker);
    hash.update(header);
    await file.write(header);
    await pack(records, hash, file);
    await file.write(`${hash.digest('hex')}\n`);
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

/** A name can belong to a device, say /dev/null, and whoever may write there could make a file of it for everybody. */
async function refuseOtherThanFile(path: string): Promise<void> {
  const found = await lstat(path).catch(() => undefined);
  if (found && !found.isFile()) throw new BackupRefused(`${path} is not a file, and was left as it is`);
}

/** No longer, once another backup has begun at the same place: what lies there now is its own, and perhaps half. */
async function isNamed({ dev, ino }: Stats, path: string): Promise<boolean> {
  const named = await stat(path).catch(() => undefined);
  return named?.dev === dev && named.ino === ino;
}

async function pack(records: AsyncIterable<TransferRecord>, hash: Hash, file: FileHandle): Promise<void> {
  const hashed = new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk);
      done(null, chunk);
    },
  });
  const written = createWriteStream('', { fd: file.fd, autoClose: false });
  await pipeline(Readable.from(linesOf(records), { objectMode: false }), createGzip(), hashed, written);
}

/** Many at a time, so that packing them is not mostly waiting. */
async function* linesOf(records: AsyncIterable<TransferRecord>): AsyncIterable<string> {
  const counts: Record<string, number> = {};
  let lines = '';
  for await (const record of records) {
    counts[record.kind] = (counts[record.kind] ?? 0) + 1;
    lines += `${serializeRecord(record)}\n`;
    if (lines.length < PIECE_CHARACTERS) continue;
    yield lines;
    lines = '';
  }
  yield `${lines}${JSON.stringify({ counts })}\n`;
}

/** The new name, too, must outlast a power cut. */
async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
