import { existsSync, mkdirSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * Creates the folder and its missing parents, accessible to the owner only.
 * Step by step, because Node's `recursive` loops forever on file systems such as /proc that reject new folders with ENOENT.
 */
export function makeFolder(folder: string): void {
  if (existsSync(folder)) return;
  if (dirname(folder) !== folder) makeFolder(dirname(folder));
  try {
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    // Another process may have created it concurrently.
    if (!existsSync(folder)) throw error;
  }
}
