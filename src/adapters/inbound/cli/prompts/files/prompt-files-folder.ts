import type { Dirent, Stats } from 'node:fs';
import { lstat, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { PromptName } from '../../../../../domain/naming/prompt-name.ts';
import { isSystemError, replaceAtomically, shortMessage, toUndefinedIfAbsent } from '../../host/atomic-file.ts';
import { EXTENSION, nameOf, pathOf } from './prompt-file-path.ts';

/** The largest prompt that the service takes is well below this, however much of it had to be escaped. */
const FILE_BYTES_MAX = 2 * 1024 * 1024;
const ENTRIES_MAX = 500_000;

/** Records what each file of the folder came from. */
export const LOCK_FILE = 'prompthold.lock';
/** Far more than entries for all prompts that an account may have. */
const LOCK_BYTES_MAX = 512 * 1024 * 1024;

/** The folder, or a file in it, cannot be used as it is. */
export class FolderRefused extends Error {
  override readonly name = 'FolderRefused';

  constructor(
    readonly path: string,
    /** A sentence without its subject. */
    readonly problem: string,
  ) {
    super(`${path}: ${problem}`);
  }
}

/** A file that is named like a prompt's. */
export interface FoundFile {
  /** Path from the folder, with `/` on every system. */
  readonly path: string;
  /** Undefined when no prompt can have a file of this name. */
  readonly name: PromptName | undefined;
  readonly isRegular: boolean;
}

/** A folder of `.prompt.md` files. It never follows a link out of the folder, to read or to write. */
export class PromptFilesFolder {
  constructor(readonly root: string) {}

  async create(): Promise<void> {
    await this.#trying('', () => mkdir(this.root, { recursive: true }));
  }

  /** Finds files in the order of their paths. Skips hidden files and folders, such as `.git`. */
  async find(): Promise<readonly FoundFile[]> {
    const found: FoundFile[] = [];
    const pending = [''];
    let entries = 0;
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const entry of await this.#entries(folder)) {
        entries += 1;
        if (entries > ENTRIES_MAX) throw new FolderRefused(this.root, `holds more than ${ENTRIES_MAX} files`);
        if (entry.name.startsWith('.')) continue;
        const path = `${folder}${entry.name}`;
        if (entry.isDirectory()) pending.push(`${path}/`);
        else if (path.endsWith(EXTENSION)) found.push({ path, name: nameOf(path), isRegular: entry.isFile() });
      }
    }
    return found.sort((one, other) => (one.path < other.path ? -1 : 1));
  }

  /** Throws FolderRefused when it is too large, no text in UTF-8, or a link. */
  async read(path: string): Promise<string> {
    const text = await this.readIfPresent(path);
    if (text === undefined) throw new FolderRefused(path, 'is not there any more');
    return text;
  }

  /** Like `read`, but undefined when there is no such file. */
  async readIfPresent(path: string, bytesMax = FILE_BYTES_MAX): Promise<string | undefined> {
    const bytes = await this.#trying(path, () => this.#bytes(path, bytesMax));
    try {
      // A mark at the beginning of the file is for the parser to judge.
      return bytes && new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    } catch {
      throw new FolderRefused(path, 'is not text in UTF-8');
    }
  }

  readLock(): Promise<string | undefined> {
    return this.readIfPresent(LOCK_FILE, LOCK_BYTES_MAX);
  }

  /** Writes atomically, like `write`. */
  async writeLock(text: string): Promise<void> {
    await this.#trying(LOCK_FILE, () => replaceAtomically(join(this.root, LOCK_FILE), Buffer.from(text, 'utf8')));
  }

  /** Writes atomically: a concurrent reader sees the old text or the new one. */
  async write(name: PromptName, text: string): Promise<'created' | 'changed' | 'unchanged'> {
    const path = pathOf(name);
    return this.#trying(path, async () => {
      await this.#makeFolders(path);
      const before = await this.#bytes(path, FILE_BYTES_MAX);
      const after = Buffer.from(text, 'utf8');
      if (before && after.equals(before)) return 'unchanged';
      await replaceAtomically(join(this.root, path), after);
      return before ? 'changed' : 'created';
    });
  }

  async remove(path: string): Promise<void> {
    await this.#trying(path, () => rm(join(this.root, path)));
  }

  async #entries(folder: string): Promise<readonly Dirent[]> {
    return this.#trying(folder, () => readdir(join(this.root, folder), { withFileTypes: true }));
  }

  /** Undefined when there is no such file. */
  async #bytes(path: string, bytesMax: number): Promise<Buffer | undefined> {
    const file = join(this.root, path);
    const found = await lstat(file).catch(toUndefinedIfAbsent);
    if (!found) return undefined;
    if (!found.isFile()) throw new FolderRefused(path, 'is not a regular file; links are not followed');
    if (found.size > bytesMax) throw new FolderRefused(path, `has more than ${bytesMax} bytes`);
    return readFile(file);
  }

  /** The folder itself may be a link, because its owner named it; those inside may not lead elsewhere. */
  async #makeFolders(path: string): Promise<void> {
    const segments = path.split('/').slice(0, -1);
    for (const depth of segments.keys()) {
      const inside = segments.slice(0, depth + 1).join('/');
      const folder = join(this.root, inside);
      const found = (await lstat(folder).catch(toUndefinedIfAbsent)) ?? (await newFolder(folder));
      if (!found.isDirectory()) throw new FolderRefused(path, `needs a folder ${inside}, which is something else`);
    }
  }

  /** Reports the system's own short message, such as `EACCES: permission denied`. */
  async #trying<Result>(path: string, work: () => Promise<Result>): Promise<Result> {
    try {
      return await work();
    } catch (error) {
      if (!isSystemError(error)) throw error;
      throw new FolderRefused(path === '' ? this.root : path, shortMessage(error));
    }
  }
}

async function newFolder(folder: string): Promise<Stats> {
  await mkdir(folder);
  return lstat(folder);
}
