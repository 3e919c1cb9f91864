import { Unauthorized, Unavailable } from '../errors.ts';
import { LruMap } from '../lru-map.ts';
import type { ReadDocument, ReadOutcome } from '../network/read-prompt.ts';
import { type PromptDocument, parseDocument } from '../prompts/prompt-document.ts';
import { keyOf, type PromptTarget, selectorText } from '../prompts/prompt-target.ts';
import { Entry, type RequestStart } from './entry.ts';
import type { LoadedEntry, LoaderPorts } from './loader-ports.ts';

type FailedRead = Extract<ReadOutcome, { readonly kind: 'failed' }>;

interface Flight {
  readonly target: PromptTarget;
  readonly promise: Promise<LoadedEntry>;
  /** Once true, a later change may be missing in the response. */
  isSent: boolean;
  /** A change was announced after the request began, which its response may not contain. */
  isOutdated: boolean;
}

interface LoadOptions {
  /** Whether the caller must see everything that was changed before the call. */
  readonly mustBeCurrent?: boolean;
}

interface Received extends RequestStart {
  readonly rejections: number;
}

interface PendingList extends RequestStart {
  /** Matchers of the prompts that have changed since it began. */
  readonly changes: ((target: PromptTarget) => boolean)[];
}

export interface ListFlight {
  readonly store: (target: PromptTarget, read: ReadDocument, rejections: number) => Entry;
  readonly end: () => void;
}

/** The entries in memory, and their requests: at most one for each at a time. */
export class EntryLoader {
  readonly #ports: LoaderPorts;
  #entries = new LruMap<Entry>();
  readonly #flights = new Map<string, Flight>();
  readonly #lists = new Set<PendingList>();
  #sequence = 0;

  constructor(ports: LoaderPorts) {
    this.#ports = ports;
  }

  peek(key: string): Entry | undefined {
    return this.#entries.peek(key);
  }

  use(key: string): Entry | undefined {
    return this.#entries.use(key);
  }

  get entries(): readonly Entry[] {
    return Array.from(this.#entries.entries(), ([, entry]) => entry);
  }

  /** Joins the request that is already under way, unless its response may lack something that the caller must see. */
  load(target: PromptTarget, timeoutMs: number, { mustBeCurrent = false }: LoadOptions = {}): Promise<LoadedEntry> {
    const key = keyOf(target);
    const { breaker, isIsolated, now } = this.#ports;
    // Without a background, a caller makes the request that shows whether the service responds again.
    const isProbe = breaker.isOpen && isIsolated && breaker.claimProbe(now());
    if (breaker.isOpen && !isProbe) return this.#loadWithoutNetwork(key, target, timeoutMs);
    if (isIsolated) return this.#read(key, target, timeoutMs, isProbe);
    const flight = this.#flights.get(key);
    if (!flight) return this.#start(key, target, timeoutMs);
    const isTooEarly = flight.isOutdated || (mustBeCurrent && flight.isSent);
    return isTooEarly ? this.#loadAfter(flight, key, timeoutMs) : flight.promise;
  }

  /** The prompt from the snapshot, from now on in memory, without asking the service. */
  async loadStored(target: PromptTarget): Promise<Entry | undefined> {
    const key = keyOf(target);
    const inMemory = this.#entries.peek(key);
    if (inMemory) return inMemory;
    await this.#ports.snapshot?.open();
    const stored = this.#readSnapshot(key, target);
    if (stored && !this.#entries.peek(key)) this.#put(stored);
    return this.#entries.peek(key);
  }

  /** Later than all requests that have begun. */
  nextSequence(): number {
    this.#sequence += 1;
    return this.#sequence;
  }

  /** Begins to read many prompts with other requests than their own, until `end` is called. */
  startList(): ListFlight {
    const list = { startedAt: this.#ports.now(), sequence: this.nextSequence(), changes: [] };
    this.#lists.add(list);
    return {
      store: (target, read, rejections) => this.#storeListed(target, read, { ...list, rejections }),
      end: () => this.#lists.delete(list),
    };
  }

  /** Deletes everything: the service has rejected the key. */
  clear(): void {
    for (const entry of this.entries) entry.composed = undefined;
    this.#entries = new LruMap();
  }

  /** Marks requests under way for these prompts: what they return has to be read again. */
  outdateFlights(isAffected: (target: PromptTarget) => boolean): void {
    for (const flight of this.#flights.values()) if (isAffected(flight.target)) flight.isOutdated = true;
    for (const { changes } of this.#lists) changes.push(isAffected);
  }

  #storeListed(target: PromptTarget, read: ReadDocument, list: PendingList & Received): Entry {
    const isStale = list.changes.some((isAffected) => isAffected(target));
    return this.#confirm(target, this.#entries.peek(keyOf(target)), read, list, isStale);
  }

  /** Serves memory or disk while the service does not respond. One request in the background shows when it does again. */
  async #loadWithoutNetwork(key: string, target: PromptTarget, timeoutMs: number): Promise<LoadedEntry> {
    const { breaker, isIsolated, now, report } = this.#ports;
    const entry = await this.loadStored(target);
    if (!isIsolated && !this.#flights.has(key) && breaker.claimProbe(now())) {
      void this.#start(key, target, timeoutMs, true).catch(() => {});
    }
    if (!entry) {
      const message = `${target.reference} cannot be read: the service did not respond in time, and is asked again later.`;
      return { kind: 'failed', error: new Unavailable('timeout', message) };
    }
    report(entry.describeStale(now(), 'timeout'));
    return { kind: 'loaded', entry, source: entry.isConfirmed ? 'memory' : 'disk' };
  }

  #start(key: string, target: PromptTarget, timeoutMs: number, isProbe = false): Promise<LoadedEntry> {
    const promise = this.#read(key, target, timeoutMs, isProbe).finally(() => this.#flights.delete(key));
    this.#flights.set(key, { target, promise, isSent: false, isOutdated: false });
    return promise;
  }

  /** One request at a time: all that could not join the first one share the next. */
  async #loadAfter({ target, promise }: Flight, key: string, timeoutMs: number): Promise<LoadedEntry> {
    const calledAt = this.#ports.now();
    const earlier = await promise;
    const remainingMs = timeoutMs - (this.#ports.now() - calledAt);
    if (remainingMs <= 0) return earlier;
    return this.#flights.get(key)?.promise ?? this.#start(key, target, remainingMs);
  }

  async #read(key: string, target: PromptTarget, timeoutMs: number, isProbe: boolean): Promise<LoadedEntry> {
    const calledAt = this.#ports.now();
    await this.#ports.snapshot?.open();
    const inMemory = this.#entries.peek(key);
    const known = inMemory ?? this.#readSnapshot(key, target);
    const before = this.#ports.rejections();
    const startedAt = this.#ports.now();
    const sequence = this.nextSequence();
    const etag = known?.read.etag;
    const remainingMs = Math.max(1, timeoutMs - (startedAt - calledAt));
    const flight = this.#flights.get(key);
    if (flight) flight.isSent = true;
    const outcome = await this.#ports.read(target, { etag, retry: !inMemory, timeoutMs: remainingMs });
    this.#ports.breaker.record(outcome, this.#ports.now(), isProbe);
    switch (outcome.kind) {
      case 'read':
      case 'not-modified': {
        const read = outcome.kind === 'read' ? outcome : known?.read;
        if (!read) throw new TypeError('a response is only conditional if the prompt is known');
        const isStale = flight?.isOutdated ?? false;
        const received = { startedAt, sequence, rejections: outcome.rejections };
        const entry = this.#confirm(target, known, read, received, isStale);
        return { kind: 'loaded', entry, source: 'network' };
      }
      case 'missing':
        this.#entries.delete(key);
        this.#ports.snapshot?.delete(key);
        return outcome;
      case 'failed':
        return this.#serveKnown(key, this.#ports.rejections() === before ? known : undefined, outcome);
    }
  }

  #confirm(
    target: PromptTarget,
    known: Entry | undefined,
    read: ReadDocument,
    received: Received,
    isStale: boolean,
  ): Entry {
    const previous = known?.document;
    const entry =
      known ?? new Entry(target, read, { isConfirmed: true, at: received.startedAt, usedAt: this.#ports.now() });
    const isUnchanged = entry.read === read;
    if (!isUnchanged) entry.replace(read);
    entry.confirm(received, isStale);
    // The caller may have it, but the key that read it may be dead by now.
    if (received.rejections !== this.#ports.rejections()) return entry;
    if (!isUnchanged || this.#entries.peek(entry.key) !== entry) this.#put(entry);
    this.#ports.snapshot?.set(entry.key, { etag: read.etag, prompt: read.prompt });
    if (previous && previous !== entry.document) this.#reportUpdate(entry, previous);
    return entry;
  }

  #serveKnown(key: string, known: Entry | undefined, { error, reason }: FailedRead): LoadedEntry {
    // A rejected key is no outage: what it has read is not served any more.
    if (!known || error instanceof Unauthorized || error.code === 'closed') return { kind: 'failed', error };
    const now = this.#ports.now();
    known.recordFailure(now);
    // Evicted or deleted entries come back only if they are the last resort.
    if (!this.#entries.peek(key)) this.#put(known);
    this.#ports.report(known.describeStale(now, reason));
    return { kind: 'loaded', entry: known, source: known.isConfirmed ? 'memory' : 'disk' };
  }

  #readSnapshot(key: string, target: PromptTarget): Entry | undefined {
    const saved = this.#ports.snapshot?.get(key);
    const document = saved && parseDocument(saved.prompt);
    if (!saved || !document) return undefined;
    const at = this.#ports.snapshot?.savedAt ?? 0;
    return new Entry(target, { ...saved, document }, { isConfirmed: false, at, usedAt: this.#ports.now() });
  }

  #put(entry: Entry): void {
    this.#entries.set(entry.key, entry, JSON.stringify(entry.read.prompt).length);
  }

  #reportUpdate({ target, document }: Entry, { version: previous, lock }: PromptDocument): void {
    const { name, version } = document;
    if (version === previous && !document.lock && !lock) return;
    this.#ports.report({ kind: 'updated', name, selector: selectorText(target), version, previous });
  }
}
