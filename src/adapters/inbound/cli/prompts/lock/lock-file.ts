import type { PromptFilesFolder } from '../files/prompt-files-folder.ts';
import { type LockEntry, type PromptLock, parsePromptLock, printLockEntry, printPromptLock } from './prompt-lock.ts';

/** A lock as it lies in the folder, whichever account wrote it. */
export interface StoredLock extends PromptLock {
  readonly text: string;
}

/** Undefined when there is none. Throws FolderRefused when it cannot be read. */
export async function readLock(folder: PromptFilesFolder): Promise<StoredLock | undefined> {
  const text = await folder.readLock();
  return text === undefined ? undefined : { text, ...parsePromptLock(text) };
}

/** The lock file of a folder, as far as it concerns one account. */
export class LockFile {
  readonly #entries = new Map<string, LockEntry>();
  readonly #printed = new Map<string, string>();
  #savedText: string | undefined;
  #isChanged = false;

  constructor(
    private readonly folder: PromptFilesFolder,
    private readonly account: string,
    private readonly stored: StoredLock | undefined,
  ) {
    this.#savedText = stored?.text;
    if (this.isForeign) return;
    for (const [name, entry] of stored?.entries ?? []) this.set(name, entry);
    this.#isChanged = false;
  }

  /** Whether another account wrote the file: its entries say nothing about the prompts of this account. */
  get isForeign(): boolean {
    return this.stored !== undefined && this.stored.account !== this.account;
  }

  get(name: string): LockEntry | undefined {
    return this.#entries.get(name);
  }

  set(name: string, entry: LockEntry): void {
    this.#entries.set(name, entry);
    this.#printed.set(name, printLockEntry(entry));
    this.#isChanged = true;
  }

  delete(name: string): void {
    if (!this.#entries.delete(name)) return;
    this.#printed.delete(name);
    this.#isChanged = true;
  }

  /** Deletes the entries of prompts that have no file: a file that comes back may have come from anywhere. */
  keepOnly(names: ReadonlySet<string>): void {
    for (const name of this.#entries.keys()) if (!names.has(name)) this.delete(name);
  }

  /** Writes the file atomically, and only if something has changed. */
  async save(): Promise<void> {
    if (!this.#isChanged) return;
    const text = printPromptLock(this.account, this.#printed);
    if (text !== this.#savedText) await this.folder.writeLock(text);
    this.#savedText = text;
    this.#isChanged = false;
  }
}
