import type { KeyHolder } from '../network/key-holder.ts';
import type { EventConnection, OpenConnection } from './event-connection.ts';
import { EventParser, type StreamEvent } from './event-parser.ts';

/** Why a feed is not connected, and when it tries again; never, if `retryMs` is undefined. */
export interface Disconnection {
  readonly kind: 'interrupted' | 'unauthorized' | 'too-many-streams' | 'rejected' | 'unsupported';
  readonly reason: string;
  readonly retryMs: number | undefined;
}

export interface FeedHandlers {
  /** The service has confirmed the stream: from now on, it sends every change. */
  readonly onHello: () => void;
  /** Changes, and `reset` if some were missed. */
  readonly onEvent: (event: StreamEvent) => void;
  readonly onDisconnect: (disconnection: Disconnection) => void;
}

export interface FeedPorts {
  readonly connect: OpenConnection;
  readonly keys: Pick<KeyHolder, 'current' | 'reject' | 'replace'>;
  readonly toHeaders: (key: string) => Readonly<Record<string, string>>;
  readonly now: () => number;
  /** Returns a number from 0 to 1. */
  readonly random: () => number;
}

export interface FeedOptions {
  readonly url: string;
  readonly keepsAlive: boolean;
}

/** The service sends something every 15 seconds. */
export const SILENCE_MS_MAX = 45_000;
export const RECONNECT_MS_MIN = 1000;
export const RECONNECT_MS_MAX = 30_000;

/** A connection to the events of the service, which is opened again whenever it ends. */
export class EventFeed {
  readonly #ports: FeedPorts;
  readonly #options: FeedOptions;
  readonly #handlers: FeedHandlers;
  #connection: EventConnection | undefined;
  #parser = new EventParser();
  /** The position to continue from; empty before the first event. */
  #position = '';
  #attempts = 0;
  /** Since the last success: a second rejection in a row is not the end of a rotation. */
  #isKeyReplaced = false;
  #isPaused = false;
  #isConnected = false;
  #isClosed = false;
  #lastTextAt = 0;
  #retryTimer: ReturnType<typeof setTimeout> | undefined;
  #silenceTimer: ReturnType<typeof setTimeout> | undefined;

  constructor(options: FeedOptions, ports: FeedPorts, handlers: FeedHandlers) {
    this.#options = options;
    this.#ports = ports;
    this.#handlers = handlers;
  }

  /** Hello was received, and something else in the last 45 seconds. Measured when asked: a process may have been frozen. */
  isHealthy(now: number): boolean {
    return this.#isConnected && Math.abs(now - this.#lastTextAt) < SILENCE_MS_MAX;
  }

  start(): void {
    void this.#connect();
  }

  /** Ends the wait for the next attempt, because the service has just been seen to work. */
  retryNow(): void {
    if (this.#retryTimer === undefined) return;
    clearTimeout(this.#retryTimer);
    this.#retryTimer = undefined;
    void this.#connect();
  }

  pause(): void {
    this.#isPaused = true;
    this.#connection?.pause();
  }

  resume(): void {
    if (!this.#isPaused) return;
    this.#isPaused = false;
    this.#lastTextAt = this.#ports.now();
    this.#connection?.resume();
  }

  close(): void {
    this.#isClosed = true;
    this.#isConnected = false;
    clearTimeout(this.#retryTimer);
    clearTimeout(this.#silenceTimer);
    this.#connection?.close();
  }

  async #connect(): Promise<void> {
    let key: string;
    try {
      key = await this.#ports.keys.current();
    } catch {
      this.#disconnect({ kind: 'unauthorized', reason: 'no key', retryMs: RECONNECT_MS_MAX });
      return;
    }
    if (this.#isClosed) return;
    this.#isPaused = false;
    this.#parser = new EventParser();
    this.#lastTextAt = this.#ports.now();
    this.#connection = this.#ports.connect(
      {
        url: this.#options.url,
        headers: {
          ...this.#ports.toHeaders(key),
          Accept: 'text/event-stream',
          ...(this.#position !== '' && { 'Last-Event-ID': this.#position }),
        },
        keepsAlive: this.#options.keepsAlive,
      },
      {
        onResponse: (status, headers) => void this.#receiveHead(status, headers, key),
        onText: (text) => this.#receiveText(text),
        onEnd: (reason) => this.#disconnect(this.#interruption(reason)),
      },
    );
    this.#watchSilence();
  }

  async #receiveHead(status: number, headers: Readonly<Record<string, unknown>>, key: string): Promise<void> {
    if (status === 200 && String(headers['content-type']).startsWith('text/event-stream')) return;
    this.#connection?.close();
    if (status === 401) {
      this.#ports.keys.reject(key);
      const other = this.#isKeyReplaced ? undefined : await this.#ports.keys.replace(key);
      this.#isKeyReplaced = other !== undefined;
      if (other !== undefined) void this.#connect();
      else this.#disconnect({ kind: 'unauthorized', reason: 'key not accepted', retryMs: RECONNECT_MS_MAX });
    } else if (status === 404) {
      this.#disconnect({ kind: 'unsupported', reason: 'no event stream', retryMs: undefined });
    } else if (status === 429) {
      const seconds = Number(headers['retry-after']);
      const retryMs = seconds > 0 ? seconds * 1000 : RECONNECT_MS_MAX;
      this.#disconnect({ kind: 'too-many-streams', reason: 'too many streams', retryMs });
    } else {
      const kind = status >= 400 && status < 500 ? 'rejected' : 'interrupted';
      this.#disconnect({ ...this.#interruption(`HTTP ${status}`), kind });
    }
  }

  #receiveText(text: string): void {
    this.#lastTextAt = this.#ports.now();
    const events = this.#parser.receive(text);
    if (!events) {
      this.#connection?.close();
      this.#disconnect(this.#interruption('no event stream'));
      return;
    }
    for (const event of events) {
      if (this.#isClosed) return;
      if (event.type === 'hello') this.#greet();
      else this.#handlers.onEvent(event);
      this.#position = event.id || this.#position;
    }
    // Positions also arrive without an event.
    this.#position = this.#parser.lastEventId || this.#position;
  }

  #greet(): void {
    this.#attempts = 0;
    this.#isKeyReplaced = false;
    this.#isConnected = true;
    this.#handlers.onHello();
  }

  #interruption(reason: string): Disconnection {
    const delayMs = Math.min(RECONNECT_MS_MAX, RECONNECT_MS_MIN * 2 ** Math.min(this.#attempts, 5));
    this.#attempts += 1;
    // Clients that lost the same service do not all come back in the same moment.
    return { kind: 'interrupted', reason, retryMs: Math.round(delayMs * (0.8 + 0.4 * this.#ports.random())) };
  }

  #disconnect(disconnection: Disconnection): void {
    if (this.#isClosed) return;
    this.#isConnected = false;
    clearTimeout(this.#silenceTimer);
    const { retryMs } = disconnection;
    if (retryMs !== undefined) {
      clearTimeout(this.#retryTimer);
      this.#retryTimer = this.#later(retryMs, () => {
        this.#retryTimer = undefined;
        void this.#connect();
      });
    }
    this.#handlers.onDisconnect(disconnection);
  }

  /** Waits for the rest of the allowed silence, again and again: text arrives far more often than it ends. */
  #watchSilence(): void {
    clearTimeout(this.#silenceTimer);
    const remainingMs = this.#isPaused ? SILENCE_MS_MAX : this.#lastTextAt + SILENCE_MS_MAX - this.#ports.now();
    if (remainingMs <= 0) {
      this.#connection?.close();
      this.#disconnect(this.#interruption('silent'));
      return;
    }
    this.#silenceTimer = this.#later(remainingMs, () => this.#watchSilence());
  }

  #later(delayMs: number, task: () => void): ReturnType<typeof setTimeout> {
    const timer = setTimeout(task, delayMs);
    if (!this.#options.keepsAlive) timer.unref?.();
    return timer;
  }
}
