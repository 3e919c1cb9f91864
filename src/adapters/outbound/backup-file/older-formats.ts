import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import { readFormatVersion, readTrailer } from './backup-format.ts';
import type { BackupLayout } from './backup-layout.ts';
import type { FileEnds } from './read-ends.ts';
import { readFirstMember, readLastMember } from './stored-member.ts';

/**
 * Reads a backup of format version 1 to 4, in which the checksum is the SHA-256 of every byte of the file before it;
 * undefined if it is a newer one. Rejects with DamagedBackup unless the checksum matches.
 *
 * Version 4 has the header and the trailer in gzip members of their own, uncompressed, around the compressed records.
 * Version 3 has no changes, nor any other kind of record that is newer than those.
 * Version 2 has no keyring and no signature either, like any other that was written without a keyring.
 * Version 1 has the same parts without gzip around the first and the last: the header is a plain line, the counts are the
 * last of the compressed lines, and the checksum is 64 hex digits and a newline.
 */
export async function openOlderFormat(path: string, ends: FileEnds): Promise<BackupLayout | undefined> {
  const parts = readMembers(ends) ?? readVersion1(ends);
  if (!parts) return undefined;
  const { version, checksum, keyring, signature, counts, start, end } = parts;
  if ((await computeChecksum(path, end)) !== checksum) throw new DamagedBackup('its checksum does not match');
  return { version, checksum, keyring, signature, counts, lines: { path, isPacked: true, start, end } };
}

interface Parts extends Omit<BackupLayout, 'lines'> {
  /** The first and the last byte of the compressed records. */
  readonly start: number;
  readonly end: number;
}

function readMembers({ head, tail, size }: FileEnds): Parts | undefined {
  const first = readFirstMember(head);
  const version = first && readFormatVersion(first.text);
  if (!first || version === undefined || version >= 5) return undefined;
  const last = readLastMember(tail);
  if (!last) throw new DamagedBackup('it does not end like a backup');
  return { ...readTrailer(last.text), version, start: first.bytes, end: size - last.bytes - 1 };
}

const VERSION_1_CHECKSUM = /^[0-9a-f]{64}\n$/;
const VERSION_1_CHECKSUM_BYTES = 65;

function readVersion1({ head, tail, size }: FileEnds): Parts | undefined {
  const lineBytes = head.indexOf('\n');
  if (head[0] !== '{'.charCodeAt(0) || lineBytes === -1) return undefined;
  const version = readFormatVersion(head.toString('utf8', 0, lineBytes));
  if (version !== 1) return undefined;
  const checksum = tail.toString('latin1', Math.max(0, tail.length - VERSION_1_CHECKSUM_BYTES));
  if (!VERSION_1_CHECKSUM.test(checksum)) throw new DamagedBackup('it does not end like a backup');
  const end = size - VERSION_1_CHECKSUM_BYTES - 1;
  return { version, checksum: checksum.trimEnd(), counts: undefined, start: lineBytes + 1, end };
}

async function computeChecksum(path: string, end: number): Promise<string> {
  const hash = createHash('sha256');
  for await (const chunk of createReadStream(path, { end })) hash.update(chunk);
  return hash.digest('hex');
}
