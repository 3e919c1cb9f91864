import {
  parseSnapshot,
  type Snapshot,
  type SnapshotOutcome,
  serializeSnapshot,
} from '../../../../src/domain/snapshots/snapshot.ts';

export type SnapshotContent = SnapshotOutcome | { readonly kind: 'absent' };

export interface ReadSnapshot {
  readonly content: SnapshotContent;
  /** Differs for every file that is put in its place. */
  readonly stamp: string;
}

/** The file in which a snapshot is stored. */
export interface SnapshotFile {
  readonly path: string;
  /** Throws only if the file exists but cannot be read. */
  read(url: string): Promise<ReadSnapshot>;
  /** Returns false, and writes nothing, if the file is no longer the one with this stamp. Without a stamp, replaces any. */
  write(snapshot: Snapshot, stamp: string | undefined): Promise<boolean>;
}

/** Node modules are loaded when they are needed: many clients have no snapshot. */
export class LocalSnapshotFile implements SnapshotFile {
  constructor(readonly path: string) {}

  async read(url: string): Promise<ReadSnapshot> {
    const { open } = await import('node:fs/promises');
    try {
      const file = await open(this.path, 'r');
      try {
        const stamp = toStamp(await file.stat());
        return { content: parseSnapshot(await file.readFile('utf8'), url), stamp };
      } finally {
        await file.close();
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { content: { kind: 'absent' }, stamp: '' };
      throw error;
    }
  }

  /** Renamed into place, so that readers see either the old or the new file, and writers do not mix. */
  async write(snapshot: Snapshot, stamp: string | undefined): Promise<boolean> {
    const [{ mkdir, open, rm }, { renameSync, statSync }, { dirname }, { randomUUID }] = await Promise.all([
      import('node:fs/promises'),
      import('node:fs'),
      import('node:path'),
      import('node:crypto'),
    ]);
    const temporary = `${this.path}.${randomUUID()}.tmp`;
    await mkdir(dirname(this.path), { recursive: true });
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(serializeSnapshot(snapshot));
        await file.sync();
      } finally {
        await file.close();
      }
      // Together, so that hardly anything can happen in between.
      const current = statSync(this.path, { throwIfNoEntry: false });
      if (current && stamp !== undefined && toStamp(current) !== stamp) return false;
      renameSync(temporary, this.path);
      return true;
    } finally {
      await rm(temporary, { force: true }).catch(() => {});
    }
  }
}

const toStamp = ({
  ino,
  mtimeMs,
  size,
}: {
  readonly ino: number;
  readonly mtimeMs: number;
  readonly size: number;
}): string => `${ino}-${mtimeMs}-${size}`;

/** Such as EACCES; never the message of the error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
