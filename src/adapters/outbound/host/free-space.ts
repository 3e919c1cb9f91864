/** The part of the `statfs` result that matters here. */
export interface SpaceFacts {
  readonly bsize: number;
  readonly blocks: number;
  readonly bavail: number;
}

const MIB = 1024 * 1024;
const FREE_BYTES_MIN = 64 * MIB;
/** On small volumes, where 64 MiB would be much of it. */
const FREE_SHARE_MIN = 0.05;

/** Content is rejected when less than this is free. */
export const minimumFreeBytes = ({ bsize, blocks }: SpaceFacts): number =>
  Math.min(FREE_BYTES_MIN, bsize * blocks * FREE_SHARE_MIN);

/** A service does not start with less, unless it has set a reserve aside before. */
export const START_BYTES_MIN = 128 * MIB;
