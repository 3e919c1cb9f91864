import type { SnapshotEntry } from '../../../../src/domain/snapshots/snapshot.ts';
import type { PromptholdEvent } from '../client-options.ts';
import { LruMap } from '../lru-map.ts';
import { codeOf, type ReadSnapshot, type SnapshotContent, type SnapshotFile } from './snapshot-file.ts';

/** Undefined if there is no key that the service may accept. */
export type GetKey = () => Promise<string | undefined>;
type Report = (event: PromptholdEvent) => void;
type SnapshotProblem = Extract<PromptholdEvent, { readonly kind: 'snapshot' }>['problem'];

const WRITE_INTERVAL_MS = 1000;
/** If others replace the file again and again, the next second has better luck. */
const ATTEMPTS_MAX = 5;

/** The prompts on disk: read once, and written at most once a second when they have changed. */
export class SnapshotStore {
  readonly #file: SnapshotFile;
  readonly #url: string;
  readonly #key: GetKey;
  readonly #report: Report;
  #entries = new LruMap<SnapshotEntry>();
  #deleted = new LruMap<true>();
  #savedAt = 0;
  #opening: Promise<void> | undefined;
  #isChanged = false;
  /** The file is of a newer client. */
  #isReadOnly = false;
  #isWriteReported = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: SnapshotFile, url: string, key: GetKey, report: Report) {
    this.#file = file;
    this.#url = url;
    this.#key = key;
    this.#report = report;
  }

  /** Reads the file, the first time that there is a key. Never rejects. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** Time at which the file that was read had been written; 0 if there was none. */
  get savedAt(): number {
    return this.#savedAt;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(key: string): SnapshotEntry | undefined {
    return this.#entries.use(key);
  }

  set(key: string, entry: SnapshotEntry): void {
    if (this.#entries.peek(key)?.etag === entry.etag && entry.etag !== '') return;
    this.#entries.set(key, entry, JSON.stringify(entry.prompt).length);
    this.#deleted.delete(key);
    this.#schedule();
  }

  delete(key: string): void {
    this.#deleted.set(key, true, 0);
    if (this.#entries.delete(key)) this.#schedule();
  }

  /** Deletes everything that was read with this key, also from the file: the service has rejected it. */
  clear(rejectedKey: string): void {
    this.#entries = new LruMap();
    this.#deleted = new LruMap();
    this.#isChanged = false;
    this.#writing = this.#writing.then(() => this.#eraseFile(rejectedKey));
  }

  /** Writes what has not been written yet. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#write();
  }

  async #open(): Promise<void> {
    const key = await this.#key();
    try {
      const content = key === undefined ? undefined : (await this.#file.read(this.#url, key)).content;
      if (content && (await this.#key()) === key) this.#use(content);
      else this.#opening = undefined;
    } catch (error) {
      this.#reportProblem('unreadable', codeOf(error));
    }
  }

  #use(content: SnapshotContent): void {
    if (content.kind === 'snapshot') this.#adopt(content.snapshot);
    else if (content.kind === 'damaged') this.#reportProblem('damaged', 'it is not a snapshot');
    else if (content.kind === 'untrusted') this.#reportProblem('damaged', 'it is not signed with this key');
    else if (content.kind === 'foreign') this.#reportProblem('foreign', `it is a snapshot of ${content.url}`);
    else if (content.kind === 'newer') this.#yieldTo(content.version);
  }

  #adopt({
    savedAt,
    entries,
  }: {
    readonly savedAt: string;
    readonly entries: ReadonlyMap<string, SnapshotEntry>;
  }): void {
    this.#savedAt = Date.parse(savedAt) || 0;
    for (const [key, entry] of entries) {
      const bytes = JSON.stringify(entry.prompt).length;
      const isKnown = this.#entries.peek(key) !== undefined || this.#deleted.peek(key) !== undefined;
      if (!isKnown && this.#entries.hasRoomFor(bytes)) this.#entries.set(key, entry, bytes);
    }
  }

  /** Another version of this package would no longer find its own prompts. */
  #yieldTo(version: number): void {
    if (this.#isReadOnly) return;
    this.#isReadOnly = true;
    this.#reportProblem('newer', `it has version ${version}, which a newer client wrote`);
  }

  /** The first change is written immediately: a short script may end before the second is over. */
  #schedule(): void {
    this.#isChanged = true;
    if (this.#timer !== undefined) return;
    this.#timer = setTimeout(() => {
      this.#timer = undefined;
      if (this.#isChanged) this.#schedule();
    }, WRITE_INTERVAL_MS);
    this.#timer.unref?.();
    void this.#write();
  }

  #write(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#writeChanges());
    return this.#writing;
  }

  async #writeChanges(): Promise<void> {
    if (!this.#isChanged) return;
    this.#isChanged = false;
    try {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) if (await this.#replaceFile()) return;
      this.#isChanged = true;
    } catch (error) {
      this.#reportUnwritable(error);
    }
  }

  /** Adds what other processes of the application have stored in the file. Returns false if one of them came first. */
  async #replaceFile(): Promise<boolean> {
    const key = await this.#key();
    // The entries of a rejected key have been deleted.
    if (key === undefined) return true;
    const { content, stamp } = await this.#read(key);
    if ((await this.#key()) !== key) return false;
    if (content?.kind === 'snapshot') this.#adopt(content.snapshot);
    if (content?.kind === 'newer') this.#yieldTo(content.version);
    if (this.#isReadOnly) return true;
    const savedAt = new Date().toISOString();
    return this.#file.write({ url: this.#url, savedAt, entries: new Map(this.#entries.entries()) }, key, stamp);
  }

  /** A process that still has the rejected key must not start with these prompts. The file of another key stays. */
  async #eraseFile(key: string): Promise<void> {
    try {
      for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
        const { content, stamp } = await this.#read(key);
        if (content?.kind !== 'snapshot') return;
        const { url, savedAt } = content.snapshot;
        if (await this.#file.write({ url, savedAt, entries: new Map() }, key, stamp)) return;
      }
    } catch (error) {
      this.#reportUnwritable(error);
    }
  }

  #read(key: string): Promise<Partial<ReadSnapshot>> {
    return this.#file.read(this.#url, key).catch(() => ({}));
  }

  #reportUnwritable(error: unknown): void {
    if (this.#isWriteReported) return;
    this.#isWriteReported = true;
    this.#reportProblem('unwritable', codeOf(error));
  }

  #reportProblem(problem: SnapshotProblem, reason: string): void {
    this.#report({ kind: 'snapshot', path: this.#file.path, problem, reason });
  }
}
