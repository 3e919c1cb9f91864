/** Unsaved work, with a title under which it can be listed. */
export interface StoredDraft {
  readonly title: string;
  readonly work: unknown;
}

/** The parts of `sessionStorage` that drafts need. */
export type TabStorage = Pick<Storage, 'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'>;

/** Writing a long draft on every key would make typing slow. */
const WRITE_DELAY_MS = 300;

/**
 * The unsaved work of each user of this tab, by subject: the id of a prompt, for example.
 *
 * Drafts are held in memory and copied to the tab's storage, so that they survive a reload, a crash and the end of the
 * session. Every access names the user, so that no user sees the drafts of another who used the same tab.
 */
export class DraftStorage {
  readonly #drafts = new Map<string, StoredDraft>();
  readonly #pending = new Set<string>();
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly storage: TabStorage | undefined,
    private readonly prefix: string,
  ) {
    for (const key of keysOf(storage, prefix)) {
      const draft = parseDraft(storage?.getItem(key) ?? '');
      if (draft) this.#drafts.set(key, draft);
    }
  }

  read(userId: string, subject: string): StoredDraft | undefined {
    return this.#drafts.get(this.#keyOf(userId, subject));
  }

  write(userId: string, subject: string, draft: StoredDraft): void {
    const key = this.#keyOf(userId, subject);
    this.#drafts.set(key, draft);
    this.#pending.add(key);
    this.#timer ??= setTimeout(() => this.flush(), WRITE_DELAY_MS);
  }

  delete(userId: string, subject: string): void {
    this.#deleteKey(this.#keyOf(userId, subject));
  }

  deleteAll(userId: string): void {
    const prefix = this.#keyOf(userId, '');
    for (const key of [...this.#drafts.keys()]) if (key.startsWith(prefix)) this.#deleteKey(key);
  }

  list(userId: string): readonly { readonly subject: string; readonly title: string }[] {
    const prefix = this.#keyOf(userId, '');
    return [...this.#drafts]
      .filter(([key]) => key.startsWith(prefix))
      .map(([key, { title }]) => ({ subject: key.slice(prefix.length), title }));
  }

  /** Copies the latest changes to the tab's storage now. */
  flush(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    for (const key of this.#pending) this.#copy(key);
    this.#pending.clear();
  }

  #copy(key: string): void {
    try {
      this.storage?.setItem(key, JSON.stringify(this.#drafts.get(key)));
    } catch {
      // The storage is full: the draft stays in memory, and an older copy is better than none.
    }
  }

  #deleteKey(key: string): void {
    this.#drafts.delete(key);
    this.#pending.delete(key);
    this.storage?.removeItem(key);
  }

  #keyOf(userId: string, subject: string): string {
    return `${this.prefix}${userId}:${subject}`;
  }
}

function keysOf(storage: TabStorage | undefined, prefix: string): readonly string[] {
  return Array.from({ length: storage?.length ?? 0 }, (_, index) => storage?.key(index) ?? '').filter((key) =>
    key.startsWith(prefix),
  );
}

function parseDraft(text: string): StoredDraft | undefined {
  try {
    const { title, work } = JSON.parse(text) as Partial<StoredDraft>;
    return typeof title === 'string' && work !== undefined ? { title, work } : undefined;
  } catch {
    return undefined;
  }
}
