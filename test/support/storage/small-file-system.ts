import { execFileSync } from 'node:child_process';
import { closeSync, openSync, rmSync, statfsSync, writeSync } from 'node:fs';
import { mkdtemp, rmdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const CHUNK_BYTES = 64 * 1024;

/** A file system of its own, in memory, that a test can fill to the last byte. */
export class SmallFileSystem {
  private readonly filler: string;

  private constructor(readonly folder: string) {
    this.filler = join(folder, 'filler');
  }

  /** Mounting needs root, as in CI; elsewhere run the tests with `sudo`, or in a container with `--privileged`. */
  static async mount(mebibytes: number): Promise<SmallFileSystem> {
    const folder = await mkdtemp(join(tmpdir(), 'prompthold-small-'));
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${mebibytes}m`, 'tmpfs', folder]);
    return new SmallFileSystem(folder);
  }

  /** As another program would, which knows nothing about the storage. */
  fill(): void {
    const file = openSync(this.filler, 'a');
    const chunk = Buffer.alloc(CHUNK_BYTES, 'filler');
    try {
      for (let bytes = CHUNK_BYTES; bytes >= 1; bytes = tryWrite(file, chunk, bytes) ? bytes : bytes >> 1);
    } finally {
      closeSync(file);
    }
    if (statfsSync(this.folder).bavail !== 0) throw new Error('the file system is not full');
  }

  free(): void {
    rmSync(this.filler, { force: true });
  }

  async dispose(): Promise<void> {
    execFileSync('umount', ['--lazy', this.folder]);
    await rmdir(this.folder);
  }
}

function tryWrite(file: number, chunk: Buffer, bytes: number): boolean {
  try {
    return writeSync(file, chunk, 0, bytes) > 0;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOSPC') return false;
    throw error;
  }
}
