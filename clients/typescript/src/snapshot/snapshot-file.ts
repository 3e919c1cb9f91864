import {
  parseSnapshot,
  type Snapshot,
  type SnapshotOutcome,
  serializeSnapshot,
} from '../../../../src/domain/snapshots/snapshot.ts';
import { isSignedWith, signSnapshot } from './snapshot-signature.ts';

/** `untrusted`: changed, written with another key, or by a client that did not sign snapshots. */
export type SnapshotContent = SnapshotOutcome | { readonly kind: 'absent' | 'untrusted' };

export interface ReadSnapshot {
  readonly content: SnapshotContent;
  /** Differs for every file that is put in its place. */
  readonly stamp: string;
}

/** The file in which a snapshot is stored. */
export interface SnapshotFile {
  readonly path: string;
  /** Throws only if the file exists but cannot be read. */
  read(url: string, key: string): Promise<ReadSnapshot>;
  /** Returns false, and writes nothing, if the file is no longer the one with this stamp. Without a stamp, replaces any. */
  write(snapshot: Snapshot, key: string, stamp: string | undefined): Promise<boolean>;
}

/** Node modules are loaded when they are needed: many clients have no snapshot. */
export class LocalSnapshotFile implements SnapshotFile {
  constructor(readonly path: string) {}

  async read(url: string, key: string): Promise<ReadSnapshot> {
    const { open } = await import('node:fs/promises');
    try {
      const file = await open(this.path, 'r');
      try {
        const stamp = toStamp(await file.stat());
        return { content: await toContent(await file.readFile('utf8'), url, key), stamp };
      } finally {
        await file.close();
      }
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { content: { kind: 'absent' }, stamp: '' };
      throw error;
    }
  }

  /** Renamed into place, so that readers see either the old or the new file, and writers do not mix. */
  async write(snapshot: Snapshot, key: string, stamp: string | undefined): Promise<boolean> {
    const [{ mkdir, open, rm }, { renameSync, statSync }, { dirname }, { randomUUID }] = await Promise.all([
      import('node:fs/promises'),
      import('node:fs'),
      import('node:path'),
      import('node:crypto'),
    ]);
    const content = await signSnapshot(serializeSnapshot(snapshot), key);
    const temporary = `${this.path}.${randomUUID()}.tmp`;
    await mkdir(dirname(this.path), { recursive: true });
    try {
      const file = await open(temporary, 'wx', 0o600);
      try {
        await file.writeFile(content);
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

async function toContent(text: string, url: string, key: string): Promise<SnapshotContent> {
  const content = parseSnapshot(text, url);
  return content.kind !== 'snapshot' || (await isSignedWith(key, text)) ? content : { kind: 'untrusted' };
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

/** Code of an error, such as EACCES; never its message. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
