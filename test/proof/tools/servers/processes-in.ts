import { readdir, readlink } from 'node:fs/promises';
import { sep } from 'node:path';

/** The processes that work in this folder or below it, also when the folder itself is already deleted. */
export async function processesIn(folder: string): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const folders = await Promise.all(
    // One that ended meanwhile works nowhere.
    pids.map((pid) => readlink(`/proc/${pid}/cwd`).catch(() => '')),
  );
  return pids.filter((_, index) => `${folders[index]}${sep}`.startsWith(folder)).map(Number);
}
