import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { Refusal, SourceFile } from '../../../../domain/imports/conversion.ts';
import { SOURCE_FILE_BYTES_MAX } from '../../../../domain/imports/documents/convert-files.ts';

export interface ReadSources {
  readonly files: readonly SourceFile[];
  /** Paths that cannot be read. */
  readonly refusals: readonly Refusal[];
}

/** What prompts of other tools are stored in, and texts that a promptfoo configuration can refer to. */
const READ = /\.(json|jsonl|ndjson|ya?ml|prompt|prompty|agent|md|txt|j2|jinja2?|njk|liquid)$/i;
/** What a hidden folder, such as `.github/prompts`, is searched for: its other files are settings. */
const READ_IN_HIDDEN = /\.(prompt|prompt\.md|prompt\.ya?ml|prompty)$/i;
/** Folders of other people's files, by the thousands. */
const SKIPPED_FOLDERS = /^(\.git|\.hg|\.svn|\.venv|venv|node_modules|__pycache__)$/;

const ENTRIES_MAX = 100_000;
const TOTAL_BYTES_MAX = 512 * 1024 * 1024;

/** Reads files, and what looks like a prompt in folders. Links inside of folders are not followed. */
export async function readSources(paths: readonly string[]): Promise<ReadSources> {
  const reading = new Reading();
  for (const path of paths) await reading.add(path);
  return { files: [...reading.files.values()], refusals: reading.refusals };
}

class Reading {
  /** By the path that prompts without a name are named after. */
  readonly files = new Map<string, SourceFile>();
  readonly refusals: Refusal[] = [];
  #entries = 0;
  #bytes = 0;

  async add(path: string): Promise<void> {
    await this.#trying(path, async () => {
      if ((await stat(path)).isDirectory()) await this.#addFolder(path);
      else await this.#addFile(path, basename(path), true);
    });
  }

  async #addFolder(root: string): Promise<void> {
    const pending = [''];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const entry of await this.#list(join(root, folder))) {
        const path = `${folder}${entry.name}`;
        if (entry.isDirectory() && !SKIPPED_FOLDERS.test(entry.name)) pending.push(`${path}/`);
        const wanted = /(^|\/)\./.test(folder) ? READ_IN_HIDDEN : READ;
        if (!entry.isFile() || entry.name.startsWith('.') || !wanted.test(path)) continue;
        await this.#trying(path, () => this.#addFile(join(root, path), path, false));
      }
    }
  }

  async #list(folder: string): Promise<readonly Dirent[]> {
    const entries = await readdir(folder, { withFileTypes: true });
    this.#entries += entries.length;
    if (this.#entries > ENTRIES_MAX) throw new Unreadable(`holds more than ${ENTRIES_MAX} files`);
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async #addFile(file: string, path: string, isChosen: boolean): Promise<void> {
    const { size } = await stat(file);
    if (size > SOURCE_FILE_BYTES_MAX) throw new Unreadable('is larger than 8 MiB');
    this.#bytes += size;
    if (this.#bytes > TOTAL_BYTES_MAX) throw new Unreadable('is too much: import fewer files at a time');
    const text = decode(await readFile(file));
    // Two files of the same name, from different folders, are told apart by how they were written.
    const unique = this.files.has(path) ? file.replaceAll('\\', '/') : path;
    this.files.set(unique, { path: unique, text, isChosen });
  }

  /** Reports the system's own short message, such as `EACCES: permission denied`. */
  async #trying(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Unreadable) && !isSystemError(error)) throw error;
      this.refusals.push({ file: path, path: '', problem: error.message.replace(/, .*$/s, '') });
    }
  }
}

/** The message is a sentence without its subject. */
class Unreadable extends Error {
  override readonly name = 'Unreadable';
}

function decode(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new Unreadable('is not text in UTF-8');
  }
}

const isSystemError = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
