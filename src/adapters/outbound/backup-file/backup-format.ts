import { z } from 'zod';
import { BackupTooNew, DamagedBackup } from '../../../application/ports/storage/backup-file.ts';
import { parseJsonOrNothing } from '../../text/parse-json-or-nothing.ts';

/**
 * A backup is JSON lines in gzip, so that `zcat FILE | jq` reads it:
 *
 *   header    {"format":"prompthold-backup","version":5,"createdAt":…,"program":…}
 *   records   one line each
 *   trailer   {"counts":{…},"checksum":…,"keyring":…,"signature":…}: the checksum is the SHA-256 of every line before the
 *             trailer, with its newline; the signature is an HMAC of checksum and counts, with a key derived from the keyring
 *
 * Checksum and signature cover the lines and not the compressed bytes: the file may be unpacked, and packed by another
 * program.
 *
 * Older formats, which older-formats.ts reads: version 1 was written by release 0.1.0, and versions 2 to 4 by development
 * versions of 0.2.
 */
export const FORMAT = 'prompthold-backup';
export const FORMAT_VERSION = 5;

const header = z.object({ format: z.literal(FORMAT), version: z.int().min(1) });
export const counts = z.record(z.string(), z.int());
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const trailer = z.object({
  counts,
  checksum: digest,
  keyring: z.string().optional(),
  signature: digest.optional(),
});

/**
 * The text that a signature covers: the header and the records through their checksum, and the counts. The version is part of
 * it from 5 on: a checksum of lines must never pass for one of compressed bytes.
 */
export const signedText = (
  version: number,
  checksum: string,
  recordCounts: Readonly<Record<string, number>>,
): string => {
  const name = version < 5 ? FORMAT : `${FORMAT} ${version}`;
  return `${name}\n${checksum}\n${JSON.stringify(recordCounts)}`;
};

export interface BackupMaker {
  /** The version of the program. */
  readonly version: string;
}

export const printHeader = (createdAt: Date, { version }: BackupMaker): string =>
  `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, createdAt: createdAt.toISOString(), program: version })}\n`;

/** Far longer than the longest version of a prompt. */
export const LINE_BYTES_MAX = 32 * 1024 * 1024;

/** The version that a header line names. */
export function readFormatVersion(line: string): number {
  const { data } = header.safeParse(parseJsonOrNothing(line));
  if (!data) throw new DamagedBackup('it does not begin like a backup');
  if (data.version > FORMAT_VERSION) throw new BackupTooNew(data.version, FORMAT_VERSION);
  return data.version;
}

export function readTrailer(line: string): z.infer<typeof trailer> {
  const { data } = trailer.safeParse(parseJsonOrNothing(line));
  if (!data) throw new DamagedBackup('it does not end like a backup');
  return data;
}
