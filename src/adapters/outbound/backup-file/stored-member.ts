import { crc32 } from 'node:zlib';

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
