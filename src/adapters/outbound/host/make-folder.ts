import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * For its owner only, with all folders above it that are missing.
 * Step by step, because Node's own `recursive` never ends where a file system refuses new folders with ENOENT, as /proc does.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it at the same moment.
    if (!existsSync(folder)) throw error;
  }
}
