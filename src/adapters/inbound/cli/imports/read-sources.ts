import type { Dirent } from 'node:fs';
import { readdir, readFile, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { Refusal, SourceFile } from '../../../converters/conversion.ts';
import { SOURCE_FILE_BYTES_MAX } from '../../../converters/documents/convert-files.ts';
import { listReferences } from '../../../converters/documents/list-references.ts';
import { resolvePath } from '../../../converters/formats/resolve-path.ts';
import { OpenedFile } from '../../../converters/opened-file.ts';
import { isImportable, isSkippedFolder } from '../../../converters/source-paths.ts';
import { parseYaml } from '../../../text/parse-yaml.ts';
import { isSystemError, shortMessage } from '../host/atomic-file.ts';

export interface ReadSources {
  readonly files: readonly SourceFile[];
  /** Paths that cannot be read. */
  readonly refusals: readonly Refusal[];
}

type FileMarks = Pick<SourceFile, 'isChosen' | 'isReference'>;

const ENTRIES_MAX = 100_000;
const TOTAL_BYTES_MAX = 512 * 1024 * 1024;

/** Reads files, and what looks like a prompt in folders. Links inside of folders are not followed. */
export async function readSources(paths: readonly string[]): Promise<ReadSources> {
  const reading = new Reading();
  for (const path of paths) await reading.add(path);
  return { files: [...reading.files.values()], refusals: reading.refusals };
}

class Reading {
  /** Files by the path that prompts without a name are named after. */
  readonly files = new Map<string, SourceFile>();
  readonly refusals: Refusal[] = [];
  /** Files that were read last, each with its folder. */
  readonly #added: { readonly folder: string; readonly file: SourceFile }[] = [];
  #entries = 0;
  #bytes = 0;

  async add(path: string): Promise<void> {
    await this.#trying(path, async () => {
      if ((await stat(path)).isDirectory()) await this.#addFolder(path, '', {});
      else await this.#addFile(path, basename(path), { isChosen: true });
    });
    for (const { folder, file } of this.#added.splice(0)) await this.#addReferences(folder, file);
  }

  /** The files that another one names. The conversion reports those that are missing. */
  async #addReferences(folder: string, file: SourceFile): Promise<void> {
    for (const reference of listReferences(new OpenedFile(file, parseYaml))) {
      const path = join(folder, reference);
      const found = await stat(path).catch(() => undefined);
      const name = resolvePath(reference, file);
      await this.#trying(path, async () => {
        if (found?.isDirectory()) await this.#addFolder(path, name === '' ? '' : `${name}/`, { isReference: true });
        else if (found && !this.files.has(name) && isImportable(basename(name)))
          await this.#addFile(path, name, { isReference: true });
      });
    }
  }

  /** The names of its files begin with the prefix. */
  async #addFolder(root: string, prefix: string, marks: FileMarks): Promise<void> {
    const pending = [''];
    for (let folder = pending.pop(); folder !== undefined; folder = pending.pop()) {
      for (const entry of await this.#list(join(root, folder))) {
        const path = `${folder}${entry.name}`;
        if (entry.isDirectory() && !isSkippedFolder(entry.name)) pending.push(`${path}/`);
        if (!entry.isFile() || !isImportable(path)) continue;
        if (marks.isReference && this.files.has(prefix + path)) continue;
        await this.#trying(path, () => this.#addFile(join(root, path), prefix + path, marks));
      }
    }
  }

  async #list(folder: string): Promise<readonly Dirent[]> {
    const entries = await readdir(folder, { withFileTypes: true });
    this.#entries += entries.length;
    if (this.#entries > ENTRIES_MAX) throw new Unreadable(`holds more than ${ENTRIES_MAX} files`);
    return entries.sort((one, other) => (one.name < other.name ? -1 : 1));
  }

  async #addFile(file: string, path: string, marks: FileMarks): Promise<void> {
    const { size } = await stat(file);
    if (size > SOURCE_FILE_BYTES_MAX) throw new Unreadable('is larger than 8 MiB');
    this.#bytes += size;
    if (this.#bytes > TOTAL_BYTES_MAX) throw new Unreadable('is too much: import fewer files at a time');
    const text = decode(await readFile(file));
    // Two files of the same name, from different folders, are told apart by how they were written.
    const unique = this.files.has(path) ? file.replaceAll('\\', '/') : path;
    const source = { path: unique, text, ...marks };
    this.files.set(unique, source);
    if (!marks.isReference) this.#added.push({ folder: dirname(file), file: source });
  }

  async #trying(path: string, work: () => Promise<void>): Promise<void> {
    try {
      await work();
    } catch (error) {
      if (!(error instanceof Unreadable) && !isSystemError(error)) throw error;
      this.refusals.push({ file: path, path: '', problem: shortMessage(error) });
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
