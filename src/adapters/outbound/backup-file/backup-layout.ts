import type { LineSource } from './read-lines.ts';

/** The locations of a backup's records in its file, and how the file is sealed. */
export interface BackupLayout {
  readonly version: number;
  readonly checksum: string;
  /** The keyring and the signature are both undefined in a file without a signature. */
  readonly keyring?: string | undefined;
  readonly signature?: string | undefined;
  /** Undefined in version 1, which has them in the last compressed line. */
  readonly counts: Readonly<Record<string, number>> | undefined;
  /** The records; from version 5 on with the header and the trailer around them. */
  readonly lines: LineSource;
}
