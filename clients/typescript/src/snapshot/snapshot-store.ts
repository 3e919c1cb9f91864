import type { SnapshotEntry } from '../../../../src/domain/snapshots/snapshot.ts';
import type { PromptholdEvent } from '../client-options.ts';
import { LruMap } from '../lru-map.ts';
import { codeOf, type SnapshotFile } from './snapshot-file.ts';

type Report = (event: PromptholdEvent) => void;
type SnapshotProblem = Extract<PromptholdEvent, { readonly kind: 'snapshot' }>['problem'];

const WRITE_INTERVAL_MS = 1000;

/** The prompts on disk: read once, and written at most once a second when they have changed. */
export class SnapshotStore {
  readonly #file: SnapshotFile;
  readonly #url: string;
  readonly #report: Report;
  readonly #entries = new LruMap<SnapshotEntry>();
  readonly #deleted = new Set<string>();
  #savedAt = 0;
  #opening: Promise<void> | undefined;
  #isChanged = false;
  /** The file is of a newer client. */
  #isReadOnly = false;
  #isWriteReported = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #writing: Promise<void> = Promise.resolve();

  constructor(file: SnapshotFile, url: string, report: Report) {
    this.#file = file;
    this.#url = url;
    this.#report = report;
  }

  /** Reads the file, the first time. Never rejects. */
  open(): Promise<void> {
    this.#opening ??= this.#open();
    return this.#opening;
  }

  /** When the file that was read had been written; 0 if there was none. */
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
    this.#deleted.add(key);
    if (this.#entries.delete(key)) this.#schedule();
  }

  /** Writes what has not been written yet. Never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    await this.#write();
  }

  async #open(): Promise<void> {
    try {
      const outcome = await this.#file.read(this.#url);
      if (outcome.kind === 'snapshot') this.#adopt(outcome.snapshot);
      else if (outcome.kind === 'damaged') this.#reportProblem('damaged', 'it is not a snapshot');
      else if (outcome.kind === 'foreign') this.#reportProblem('foreign', `it is a snapshot of ${outcome.url}`);
      else if (outcome.kind === 'newer') this.#yieldTo(outcome.version);
    } catch (error) {
      this.#reportProblem('unreadable', codeOf(error));
    }
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
      const isKnown = this.#entries.peek(key) !== undefined || this.#deleted.has(key);
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
      await this.#adoptOthers();
      if (this.#isReadOnly) return;
      const savedAt = new Date().toISOString();
      await this.#file.write({ url: this.#url, savedAt, entries: new Map(this.#entries.entries()) });
    } catch (error) {
      if (this.#isWriteReported) return;
      this.#isWriteReported = true;
      this.#reportProblem('unwritable', codeOf(error));
    }
  }

  /** Other processes of the application may share the file, and read other prompts. */
  async #adoptOthers(): Promise<void> {
    const outcome = await this.#file.read(this.#url).catch(() => undefined);
    if (outcome?.kind === 'snapshot') this.#adopt(outcome.snapshot);
    if (outcome?.kind === 'newer') this.#yieldTo(outcome.version);
  }

  #reportProblem(problem: SnapshotProblem, reason: string): void {
    this.#report({ kind: 'snapshot', path: this.#file.path, problem, reason });
  }
}
