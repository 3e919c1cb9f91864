import { crc32 } from 'node:zlib';
import { z } from 'zod';

/**
 * A backup is JSON lines in gzip, so that `zcat FILE | jq` reads it:
 *
 *   header    {"format":"prompthold-backup","version":4,"createdAt":…,"program":…}
 *   records   one line each
 *   trailer   {"counts":{…},"checksum":…,"keyring":…,"signature":…}: the checksum is the SHA-256 of every byte of the file
 *             before the trailer; the signature is an HMAC of checksum and counts, with a key derived from the keyring
 *
 * Header and trailer are gzip members of their own, uncompressed, so that the whole file can be verified before
 * anything is unpacked.
 *
 * Version 3, written by development versions of 0.2, has no changes, nor any other kind of record that is newer than those.
 * Version 2, written by development versions of 0.2, has no keyring and no signature either, like any other if there was no keyring.
 * Version 1, written by release 0.1.0, has the same parts without gzip around the first and the last: the header is a
 * plain line, the counts are the last of the compressed lines, and the checksum is 64 hex digits and a newline.
 */
export const FORMAT = 'prompthold-backup';
export const FORMAT_VERSION = 4;

export const header = z.object({ format: z.literal(FORMAT), version: z.int().min(1) });
export const counts = z.record(z.string(), z.int());
const digest = z.string().regex(/^[0-9a-f]{64}$/);
export const trailer = z.object({
  counts,
  checksum: digest,
  keyring: z.string().optional(),
  signature: digest.optional(),
});

/** The text that a signature covers: the header and the records through their checksum, and the counts. */
export const signedText = (checksum: string, recordCounts: Readonly<Record<string, number>>): string =>
  `${FORMAT}\n${checksum}\n${JSON.stringify(recordCounts)}`;

export interface BackupMaker {
  /** The version of the program. */
  readonly version: string;
}

export const printHeader = (createdAt: Date, { version }: BackupMaker): string =>
  `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, createdAt: createdAt.toISOString(), program: version })}\n`;

export const HEADER_BYTES_MAX = 1024;
export const TRAILER_BYTES_MAX = 4096;

/** Far longer than the longest version of a prompt. */
export const LINE_CHARACTERS_MAX = 8 * 1024 * 1024;

/** Magic number, deflate, no flags, no time, unknown system; then one final block that is stored, not compressed. */
const MEMBER_START = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255, 1]);
/** The start, the length and its complement; after the text, its CRC-32 and its length again. */
const TEXT_OFFSET = MEMBER_START.length + 4;
const MEMBER_END_BYTES = 8;

/** A gzip member that holds a short text uncompressed. Written by hand: its bytes must not depend on a library. */
export function storedMember(text: string): Buffer {
  const content = Buffer.from(text);
  const lengths = Buffer.alloc(4);
  lengths.writeUInt16LE(content.length, 0);
  lengths.writeUInt16LE(content.length ^ 0xffff, 2);
  const end = Buffer.alloc(MEMBER_END_BYTES);
  end.writeUInt32LE(crc32(content), 0);
  end.writeUInt32LE(content.length, 4);
  return Buffer.concat([MEMBER_START, lengths, content, end]);
}

interface StoredMember {
  readonly text: string;
  readonly bytes: number;
}

/** The stored member that the bytes begin with; undefined unless every byte of it is right. */
export function readFirstMember(bytes: Buffer): StoredMember | undefined {
  if (bytes.length < TEXT_OFFSET) return undefined;
  const textBytes = bytes.readUInt16LE(MEMBER_START.length);
  const text = bytes.toString('utf8', TEXT_OFFSET, TEXT_OFFSET + textBytes);
  const member = storedMember(text);
  return member.equals(bytes.subarray(0, member.length)) ? { text, bytes: member.length } : undefined;
}

/** The stored member that the bytes end with. */
export function readLastMember(bytes: Buffer): StoredMember | undefined {
  if (bytes.length < TEXT_OFFSET + MEMBER_END_BYTES) return undefined;
  const memberBytes = TEXT_OFFSET + bytes.readUInt32LE(bytes.length - 4) + MEMBER_END_BYTES;
  if (memberBytes > bytes.length) return undefined;
  const member = readFirstMember(bytes.subarray(bytes.length - memberBytes));
  return member?.bytes === memberBytes ? member : undefined;
}
