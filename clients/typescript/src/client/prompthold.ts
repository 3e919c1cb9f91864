import { markStale, toPromptChange } from '../cache/apply-changes.ts';
import { CircuitBreaker } from '../cache/circuit-breaker.ts';
import { EntryLoader } from '../cache/entry-loader.ts';
import { fixedPolicy } from '../cache/freshness.ts';
import { PromptReader } from '../cache/prompt-reader.ts';
import type {
  ChangeEvent,
  ChangesOptions,
  GetOptions,
  Moved,
  MoveOptions,
  PreloadOptions,
  PromptholdOptions,
  Published,
  PublishOptions,
  ReadyOptions,
} from '../client-options.ts';
import { PromptholdError } from '../errors.ts';
import { connectApi, type HttpApi, requestHeaders } from '../network/http-api.ts';
import { KeyHolder } from '../network/key-holder.ts';
import { readPrompt } from '../network/read-prompt.ts';
import { PromptWriter } from '../network/write-prompt.ts';
import { readOptions, type Settings } from '../options/read-options.ts';
import type { PromptNames, PromptOf, PromptShapes, UntypedPrompts } from '../prompt-types.ts';
import { toTarget } from '../prompts/prompt-target.ts';
import { LocalSnapshotFile } from '../snapshot/snapshot-file.ts';
import { SnapshotStore } from '../snapshot/snapshot-store.ts';
import { ChangeIterator, toEventsPath } from '../stream/change-iterator.ts';
import { openConnection } from '../stream/event-connection.ts';
import type { FeedPorts } from '../stream/event-feed.ts';
import { Closing } from './closing.ts';
import { preload } from './preload.ts';
import { ready } from './ready.ts';
import { RefreshStream } from './refresh-stream.ts';

/** Reads the prompts of an account. One client serves a whole application. */
export class Prompthold<Prompts extends PromptShapes<Prompts> = UntypedPrompts> {
  readonly #settings: Settings;
  readonly #api: HttpApi;
  readonly #writer: PromptWriter;
  readonly #snapshot: SnapshotStore | undefined;
  readonly #breaker = new CircuitBreaker();
  readonly #loader: EntryLoader;
  readonly #reader: PromptReader;
  readonly #stream: RefreshStream | undefined;
  readonly #feedPorts: FeedPorts;
  readonly #iterators = new Set<ChangeIterator>();
  readonly #closing = new Closing();

  /** Throws PromptholdError `configuration` for an invalid option. Sends nothing. */
  constructor(options: PromptholdOptions = {}) {
    const settings = readOptions(options);
    const { url, report, snapshotPath, isSnapshotFirst, isIsolated, refresh, timeoutMs, clientName } = settings;
    const keys = new KeyHolder(settings.keySource, (key) => {
      this.#loader.clear();
      this.#snapshot?.clear(key);
    });
    const signal = this.#closing;
    const { now } = Date;
    this.#settings = settings;
    this.#api = connectApi(settings, keys);
    this.#writer = new PromptWriter(this.#api, settings);
    this.#snapshot =
      snapshotPath === undefined
        ? undefined
        : new SnapshotStore(new LocalSnapshotFile(snapshotPath), url, () => keys.usable(), report);
    this.#loader = new EntryLoader({
      read: async (target, request) => {
        const outcome = await readPrompt(this.#api, target, { ...request, signal });
        if (outcome.kind !== 'failed') this.#stream?.noteSuccess();
        return outcome;
      },
      snapshot: this.#snapshot,
      breaker: this.#breaker,
      isIsolated,
      rejections: () => keys.rejections,
      report,
      now,
    });
    const fixed = fixedPolicy(refresh);
    const policy = (at: number) => fixed ?? this.#stream?.policy(at) ?? { kind: 'never' as const };
    this.#reader = new PromptReader({
      loader: this.#loader,
      policy,
      report,
      now,
      timeoutMs,
      isSnapshotFirst,
      isIsolated,
    });
    this.#feedPorts = {
      connect: openConnection,
      keys,
      toHeaders: (key) => requestHeaders(key, clientName),
      now,
      random: Math.random,
    };
    this.#stream = fixed
      ? undefined
      : new RefreshStream(url, this.#feedPorts, {
          loader: this.#loader,
          reader: this.#reader,
          breaker: this.#breaker,
          report,
          now,
        });
  }

  /** Reads from memory if current. Throws PromptNotFound, Unauthorized, Unavailable or another PromptholdError. */
  async get<Name extends PromptNames<Prompts>>(
    name: Name,
    options?: GetOptions<Prompts[Name]>,
  ): Promise<PromptOf<Prompts[Name]>> {
    this.#checkOpen();
    options?.signal?.throwIfAborted();
    const prompt = this.#readMemory(name, options) ?? (await this.#read(name, options));
    // The types are those that the application declares; `prompthold types` checks that they are true.
    return prompt as unknown as PromptOf<Prompts[Name]>;
  }

  /**
   * Waits for the service, at most `timeoutMs`. Resolves with `network`, or with `disk` if the service is away and there
   * is a snapshot. After that, a service that does not respond delays no `get`.
   */
  async ready({ timeoutMs = this.#settings.timeoutMs, signal }: ReadyOptions = {}): Promise<'network' | 'disk'> {
    this.#checkOpen();
    this.#stream?.start();
    return ready({ timeoutMs, signal: signal ?? this.#closing }, this.#startPorts);
  }

  /** Reads all selected prompts into memory. Returns how many there are. */
  async preload(options: PreloadOptions = {}): Promise<number> {
    this.#checkOpen();
    this.#stream?.start();
    const { url, timeoutMs, label } = this.#settings;
    const request = { label, ...options, url, timeoutMs, signal: options.signal ?? this.#closing };
    return preload(request, { ...this.#startPorts, loader: this.#loader, reader: this.#reader });
  }

  /** Publishes a version, or creates the prompt. Publishing the same again changes nothing. */
  async publish(name: PromptNames<Prompts>, version: PublishOptions): Promise<Published> {
    this.#checkOpen();
    try {
      return await this.#writer.publish(name, version);
    } finally {
      this.#outdate(name);
    }
  }

  /** Moves a label to a version, atomically. */
  async move(name: PromptNames<Prompts>, label: string, version: number, options: MoveOptions = {}): Promise<Moved> {
    this.#checkOpen();
    try {
      return await this.#writer.move(name, label, version, options);
    } finally {
      this.#outdate(name);
    }
  }

  /** Changes of the account's prompts as they happen. End it with `break`, the signal, or `close`. */
  changes(options: ChangesOptions = {}): AsyncIterableIterator<ChangeEvent> {
    this.#checkOpen();
    const { signal } = options;
    const end = () => iterator.close(signal?.reason);
    const iterator: ChangeIterator = new ChangeIterator(
      this.#settings.url + toEventsPath(options),
      this.#feedPorts,
      () => {
        this.#iterators.delete(iterator);
        signal?.removeEventListener('abort', end);
      },
    );
    this.#iterators.add(iterator);
    if (signal?.aborted) end();
    else signal?.addEventListener('abort', end, { once: true });
    return iterator;
  }

  /** Ends the stream and all requests, and writes the snapshot. */
  async close(): Promise<void> {
    this.#closing.abort(new PromptholdError('closed', 'The client is closed.'));
    this.#stream?.close();
    this.#reader.close();
    for (const iterator of [...this.#iterators]) iterator.close();
    await this.#snapshot?.flush();
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.close();
  }

  get #startPorts() {
    return { api: this.#api, breaker: this.#breaker, snapshot: this.#snapshot, now: Date.now };
  }

  #checkOpen(): void {
    this.#closing.throwIfAborted();
  }

  #readMemory(name: string, options: GetOptions<unknown> | undefined) {
    const { version, label } = options ?? {};
    const selector = version ?? label ?? this.#settings.label;
    // A number in a key selects a version.
    const isAmbiguous = label !== undefined && (version !== undefined || !Number.isNaN(Number(label)));
    // The sign separates the name from the selector.
    if (isAmbiguous || typeof name !== 'string' || name.includes('@')) return undefined;
    return this.#reader.readMemory(selector === undefined ? name : `${name}@${selector}`);
  }

  #read(name: string, options: GetOptions<unknown> = {}) {
    const { version, label = version === undefined ? this.#settings.label : undefined, ...others } = options;
    const target = toTarget(name, { label, version });
    this.#stream?.start();
    return this.#reader.read(target, others);
  }

  /** The caller of a change sees it in what it reads next, whether or not there is a stream. */
  #outdate(name: string): void {
    const change = toPromptChange('', { name });
    if (change) markStale(this.#loader, change, Date.now());
  }
}
