import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { BackupTooNew, DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import {
  FORMAT_VERSION,
  HEADER_BYTES_MAX,
  header,
  readFirstMember,
  readLastMember,
  TRAILER_BYTES_MAX,
  trailer,
} from './backup-format.ts';

/** Where the parts of a backup lie in its file. */
export interface BackupLayout {
  readonly path: string;
  readonly checksum: string;
  /** Both undefined in a file without a signature. */
  readonly keyring?: string | undefined;
  readonly signature?: string | undefined;
  /** Undefined in version 1, which has them in the last compressed line. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** The first and the last byte of the compressed records. */
  readonly start: number;
  readonly end: number;
}

/** Reads the header and the trailer, of this version and of older ones. */
export async function openBackup(path: string): Promise<BackupLayout> {
  const file = await open(path, 'r');
  try {
    const head = await readAt(file, 0, HEADER_BYTES_MAX);
    const { size } = await file.stat();
    const tail = await readAt(file, Math.max(0, size - TRAILER_BYTES_MAX), TRAILER_BYTES_MAX);
    return { path, ...(head[0] === '{'.charCodeAt(0) ? readVersion1(head, tail, size) : readParts(head, tail, size)) };
  } finally {
    await file.close();
  }
}

/** The checksum of every byte that the recorded one covers. */
export async function computeChecksum(file: BackupLayout): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(file.path, { end: file.end })) hash.update(chunk);
  return hash.digest('hex');
}

type Parts = Omit<BackupLayout, 'path'>;

function readParts(head: Buffer, tail: Buffer, size: number): Parts {
  const first = readFirstMember(head);
  if (!first) throw new DamagedBackup('it does not begin like a backup');
  checkHeader(first.text);
  const last = readLastMember(tail);
  const { data } = trailer.safeParse(last && parseOrNothing(last.text));
  if (!last || !data) throw new DamagedBackup('it does not end like a backup');
  return { ...data, start: first.bytes, end: size - last.bytes - 1 };
}

const VERSION_1_CHECKSUM = /^[0-9a-f]{64}\n$/;
const VERSION_1_CHECKSUM_BYTES = 65;

function readVersion1(head: Buffer, tail: Buffer, size: number): Parts {
  const lineBytes = head.indexOf('\n');
  if (lineBytes === -1) throw new DamagedBackup('it does not begin like a backup');
  checkHeader(head.toString('utf8', 0, lineBytes));
  const checksum = tail.toString('latin1', Math.max(0, tail.length - VERSION_1_CHECKSUM_BYTES));
  if (!VERSION_1_CHECKSUM.test(checksum)) throw new DamagedBackup('it does not end like a backup');
  const end = size - VERSION_1_CHECKSUM_BYTES - 1;
  return { checksum: checksum.trimEnd(), counts: undefined, start: lineBytes + 1, end };
}

function checkHeader(line: string): void {
  const { data } = header.safeParse(parseOrNothing(line));
  if (!data) throw new DamagedBackup('it does not begin like a backup');
  if (data.version > FORMAT_VERSION) throw new BackupTooNew(data.version, FORMAT_VERSION);
}

async function readAt(file: FileHandle, position: number, bytes: number): Promise<Buffer> {
  const { buffer, bytesRead } = await file.read(Buffer.alloc(bytes), 0, bytes, position);
  return buffer.subarray(0, bytesRead);
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
