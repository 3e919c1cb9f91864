import type { McpHttpHandler, ServerEventBus } from '@modelcontextprotocol/server';
import type { KeyDigest } from '../../../../domain/accounts/api-key.ts';

/** Serves the requests and streams of one key. The bus announces changes to the streams of this key alone. */
export interface KeyHandler {
  readonly handler: McpHttpHandler;
  readonly bus: ServerEventBus;
}

export interface Lease extends KeyHandler {
  /** Idempotent. */
  release(): void;
}

interface Entry extends KeyHandler {
  requests: number;
  streams: number;
}

const HANDLERS_MAX = 10_000;

/** One handler for each key that has a request in flight or an open stream. */
export class KeyHandlers {
  /** The least recently used first. */
  readonly #entries = new Map<KeyDigest, Entry>();

  constructor(
    private readonly create: () => KeyHandler,
    private readonly handlersMax = HANDLERS_MAX,
  ) {}

  get size(): number {
    return this.#entries.size;
  }

  acquire(digest: KeyDigest, use: 'requests' | 'streams'): Lease {
    const known = this.#entries.get(digest);
    const entry = known ?? { ...this.create(), requests: 0, streams: 0 };
    if (known) this.#entries.delete(digest);
    else if (this.#entries.size >= this.handlersMax) this.#evict();
    this.#entries.set(digest, entry);
    entry[use] += 1;
    let isHeld = true;
    const release = (): void => {
      if (!isHeld) return;
      isHeld = false;
      entry[use] -= 1;
      if (entry.requests + entry.streams === 0 && this.#entries.get(digest) === entry) this.#entries.delete(digest);
    };
    return { handler: entry.handler, bus: entry.bus, release };
  }

  /** Requests of an evicted handler are still served. */
  #evict(): void {
    for (const [digest, { streams }] of this.#entries) {
      if (streams === 0) return void this.#entries.delete(digest);
    }
  }
}
