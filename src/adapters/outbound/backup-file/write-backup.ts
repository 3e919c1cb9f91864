import { createHash, type Hash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { type FileHandle, open, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { printRecord, type TransferRecord } from '../../../application/transfer/transfer-record.ts';
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
  await rm(part, { force: true });
  const file = await open(part, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    const header = printHeader(createdAt, maker);
    hash.update(header);
    await file.write(header);
    await pack(records, hash, file);
    await file.write(`${hash.digest('hex')}\n`);
    await file.sync();
    await file.close();
    await rename(part, path);
    await syncFolder(dirname(path));
  } catch (error) {
    await file.close().catch(() => {});
    await rm(part, { force: true });
    throw error;
  }
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
    lines += `${printRecord(record)}\n`;
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
