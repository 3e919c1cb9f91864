import { isObject } from '../../../../src/domain/text/json.ts';
import type { ChangeEvent, ChangesOptions } from '../client-options.ts';
import { PromptholdError, Unauthorized } from '../errors.ts';
import { parseBody } from '../network/parse-body.ts';
import { type Disconnection, EventFeed, type FeedPorts } from './event-feed.ts';
import type { StreamEvent } from './event-parser.ts';

/** Above this, the connection is paused until the application has caught up. */
const WAITING_MAX = 100;

/** Undefined for data that is no change. */
export function toChange({ id, type, data }: StreamEvent): ChangeEvent | undefined {
  const parsed = parseBody(data);
  if (!isObject(parsed)) return undefined;
  if (type === 'reset') return { id, type, data: parsed };
  const { timestamp, data: fields } = parsed;
  if (typeof timestamp !== 'string' || fields === undefined || !isObject(fields)) return undefined;
  return { id, type, timestamp, data: fields };
}

/** Path of the events that the options select. */
export function toEventsPath({ type = [], prompt, label = [], after }: ChangesOptions): string {
  const query = new URLSearchParams();
  for (const each of [type].flat()) query.append('type', each);
  for (const each of [label].flat()) query.append('label', each);
  if (prompt !== undefined) query.set('prompt', prompt);
  if (after !== undefined) query.set('after', after);
  return query.size === 0 ? '/api/events' : `/api/events?${query}`;
}

interface Reader {
  readonly resolve: (result: IteratorResult<ChangeEvent>) => void;
  readonly reject: (error: unknown) => void;
}

/** The changes of an account as they happen, over all interruptions of the connection. */
export class ChangeIterator implements AsyncIterableIterator<ChangeEvent> {
  readonly #feed: EventFeed;
  readonly #waiting: ChangeEvent[] = [];
  readonly #onClose: () => void;
  readonly #readers: Reader[] = [];
  #error: unknown;
  #isOver = false;

  /** The process stays alive for it, because the application waits for it. */
  constructor(url: string, ports: FeedPorts, onClose: () => void) {
    this.#onClose = onClose;
    this.#feed = new EventFeed({ url, keepsAlive: true }, ports, {
      onHello: () => {},
      onEvent: (event) => this.#receive(event),
      onDisconnect: (disconnection) => this.#rejectIfPermanent(disconnection),
    });
    this.#feed.start();
  }

  next(): Promise<IteratorResult<ChangeEvent>> {
    const change = this.#waiting.shift();
    if (change) {
      if (this.#waiting.length === 0) this.#feed.resume();
      return Promise.resolve({ value: change, done: false });
    }
    if (this.#error !== undefined) {
      const error = this.#error;
      this.#error = undefined;
      return Promise.reject(error);
    }
    if (this.#isOver) return Promise.resolve({ value: undefined, done: true });
    return new Promise((resolve, reject) => this.#readers.push({ resolve, reject }));
  }

  return(): Promise<IteratorResult<ChangeEvent>> {
    this.#waiting.length = 0;
    this.close();
    return Promise.resolve({ value: undefined, done: true });
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  /** Ends it after what has arrived already. */
  close(error?: unknown): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#feed.close();
    this.#onClose();
    const [first, ...others] = this.#readers.splice(0);
    if (!first) this.#error = error;
    else if (error !== undefined) first.reject(error);
    else first.resolve({ value: undefined, done: true });
    for (const reader of others) reader.resolve({ value: undefined, done: true });
  }

  #receive(event: StreamEvent): void {
    const change = toChange(event);
    if (!change) return;
    const reader = this.#readers.shift();
    if (reader) reader.resolve({ value: change, done: false });
    else this.#waiting.push(change);
    if (this.#waiting.length >= WAITING_MAX) this.#feed.pause();
  }

  #rejectIfPermanent({ kind, reason }: Disconnection): void {
    const sentence = `The changes cannot be read: ${reason}.`;
    if (kind === 'unauthorized') this.close(new Unauthorized('unauthorized', sentence, { status: 401 }));
    if (kind === 'rejected') this.close(new PromptholdError('bad_query', sentence));
    if (kind === 'unsupported') this.close(new PromptholdError('not_found', sentence, { status: 404 }));
  }
}
