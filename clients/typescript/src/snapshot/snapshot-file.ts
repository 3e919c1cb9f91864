import type { Snapshot } from '../../../../src/domain/snapshots/snapshot.ts';
import { parseSnapshot, type SnapshotOutcome, serializeSnapshot } from '../../../../src/domain/snapshots/snapshot.ts';

/** The file in which a snapshot is stored. */
export interface SnapshotFile {
  readonly path: string;
  /** Throws only if the file exists but cannot be read. */
  read(url: string): Promise<SnapshotOutcome | { readonly kind: 'absent' }>;
  write(snapshot: Snapshot): Promise<void>;
}

/** Node modules are loaded when they are needed: many clients have no snapshot. */
export class LocalSnapshotFile implements SnapshotFile {
  constructor(readonly path: string) {}

  async read(url: string): Promise<SnapshotOutcome | { readonly kind: 'absent' }> {
    const { readFile } = await import('node:fs/promises');
    try {
      return parseSnapshot(await readFile(this.path, 'utf8'), url);
    } catch (error) {
      if (codeOf(error) === 'ENOENT') return { kind: 'absent' };
      throw error;
    }
  }

  /** Renamed into place, so that readers see either the old or the new file, and writers do not mix. */
  async write(snapshot: Snapshot): Promise<void> {
    const [{ mkdir, open, rename, rm }, { dirname }, { randomUUID }] = await Promise.all([
      import('node:fs/promises'),
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
      await rename(temporary, this.path);
    } catch (error) {
      await rm(temporary, { force: true }).catch(() => {});
      throw error;
    }
  }
}

/** Such as EACCES; never the message of the error. */
export const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : 'unknown error';
