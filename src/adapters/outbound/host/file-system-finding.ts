import { type Finding, failure, ok, warning } from '../../../application/ports/diagnosis.ts';
import { minimumFreeBytes, type SpaceFacts, START_BYTES_MIN } from './free-space.ts';

/** The part of the `statfs` result that matters here. */
export interface FileSystemFacts extends SpaceFacts {
  readonly type: number;
}

const MIB = 1024 * 1024;
const FREE_BYTES_WARNING = 1024 * MIB;

/** By Linux magic number. Several hosts can mount these, but SQLite's shared memory works on one host only. */
const NETWORK = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB 2'],
  [0x01021997, '9p'],
  [0x5346414f, 'AFS'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
  [0x7461636f, 'OCFS2'],
  [0x01161970, 'GFS2'],
]);

const IN_MEMORY = new Map([
  [0x01021994, 'tmpfs'],
  [0x858458f6, 'ramfs'],
]);

const FUSE = 0x65735546;
const OVERLAY = 0x794c7630;

const CHECK = 'file system';

/** Whether SQLite is durable on the folder's file system. */
export function fileSystemFinding(folder: string, { type }: FileSystemFacts, platform: NodeJS.Platform): Finding {
  if (platform !== 'linux') return ok(CHECK, `not recognized on ${platform}`, 'check that it is a local disk');
  // Some libraries return a signed number.
  const number = type >>> 0;
  const network = NETWORK.get(number);
  if (network !== undefined) {
    const cure = 'move the database to a disk of this machine, or use Postgres: SQLite may lose data on a network';
    return failure(CHECK, `${folder} is on ${network}, a network file system`, cure);
  }
  const inMemory = IN_MEMORY.get(number);
  if (inMemory !== undefined) {
    return warning(
      CHECK,
      `${folder} is on ${inMemory}, in memory`,
      'move the database to a disk, or a restart loses it',
    );
  }
  if (number === FUSE) {
    const cure = 'check that it is local and supports fsync and locks, or move the database to a disk';
    return warning(CHECK, `${folder} is on a FUSE file system`, cure);
  }
  if (number === OVERLAY) {
    const cure = 'mount a volume there: data inside a container is lost with it';
    return warning(CHECK, `${folder} is on the layers of a container (overlay)`, cure);
  }
  return ok(CHECK, `${folder} is on a local file system`);
}

export function freeSpaceFinding(folder: string, facts: SpaceFacts): Finding {
  const bytes = facts.bsize * facts.bavail;
  const message = `${formatSize(bytes)} free where ${folder} is`;
  if (bytes < minimumFreeBytes(facts)) {
    return failure('disk', `${message}: prompts cannot be written`, 'free some space now; keys can still be reset');
  }
  if (bytes < START_BYTES_MIN) {
    return failure(
      'disk',
      message,
      'free some space now: a service needs 128 MiB to start, and writes are about to fail',
    );
  }
  if (bytes < FREE_BYTES_WARNING) return warning('disk', message, 'free some space, or move the data to a larger disk');
  return ok('disk', message);
}

const formatSize = (bytes: number): string =>
  bytes < 1024 * MIB ? `${Math.floor(bytes / MIB)} MiB` : `${(bytes / (1024 * MIB)).toFixed(1)} GiB`;
