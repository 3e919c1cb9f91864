import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createTestFolder } from '../service/test-resources.ts';

export type Files = Readonly<Record<string, string>>;

export const LOCK = 'prompthold.lock';

/** Creates a folder with files, which is deleted when the test finishes. */
export async function createPromptFolder(files: Files = {}): Promise<string> {
  const folder = await createTestFolder();
  await write(folder, files);
  return folder;
}

export async function write(folder: string, files: Files): Promise<void> {
  for (const [path, text] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true });
    await writeFile(join(folder, path), text);
  }
}

/** Reads every file in the folder, including hidden ones, but not the lock. */
export async function readFiles(folder: string): Promise<Files> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const paths = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
  const files = paths
    .filter((path) => path !== join(folder, LOCK))
    .sort()
    .map(async (path) => [path.slice(folder.length + 1), await readFile(path, 'utf8')] as const);
  return Object.fromEntries(await Promise.all(files));
}
