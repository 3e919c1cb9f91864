import { z } from 'zod';

/**
 * A backup is three parts:
 *
 *   a line of JSON      what this is, when and by which release it was made
 *   gzip                a line of JSON for every record, and one with their counts at the end
 *   64 hex digits, \n   SHA-256 over every byte before them
 */
export const FORMAT = 'prompthold-backup';
export const FORMAT_VERSION = 1;

export const header = z.object({ format: z.literal(FORMAT), version: z.int().min(1) });

export interface BackupMaker {
  /** Of the program. */
  readonly version: string;
}

export const printHeader = (createdAt: Date, { version }: BackupMaker): string =>
  `${JSON.stringify({ format: FORMAT, version: FORMAT_VERSION, createdAt: createdAt.toISOString(), program: version })}\n`;

export const HEADER_BYTES_MAX = 1024;
export const CHECKSUM = /^[0-9a-f]{64}\n$/;
export const CHECKSUM_BYTES = 65;

/** The last line of the records. */
export const trailer = z.object({ counts: z.record(z.string(), z.int()) });

/** Far more than the longest version. */
export const LINE_CHARACTERS_MAX = 8 * 1024 * 1024;
