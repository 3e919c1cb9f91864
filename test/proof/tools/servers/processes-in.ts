import { readdir, readlink } from 'node:fs/promises';
import { sep } from 'node:path';

/** The processes whose working directory is in this folder, even if it is already deleted. */
export async function processesIn(folder: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    // A process that ended in the meantime has no working directory.
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')),
  );
  return pids.filter((_, index) => `${folders[index]}${sep}`.startsWith(folder)).map(Number);
}
