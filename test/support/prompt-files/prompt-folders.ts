import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.ts';

export type Files = Readonly<Record<string, string>>;

export const LOCK = 'prompthold.lock';

/** Creates temporary folders with files, and deletes them in the end. */
export class PromptFolders {
  readonly #created: string[] = [];

  async create(files: Files = {}): Promise<string> {
    const folder = await temporaryFolder();
    this.#created.push(folder);
    await write(folder, files);
    return folder;
  }

  async dispose(): Promise<void> {
    await Promise.all(this.#created.map((folder) => rm(folder, { recursive: true, force: true })));
  }
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
