import { BoundedCache } from '../../../limits/bounded-cache.ts';

export interface CacheLimits {
  readonly bytesMax: number;
  readonly entryBytesMax: number;
}

const LIMITS: CacheLimits = { bytesMax: 4 * 1024 * 1024, entryBytesMax: 512 * 1024 };
/** A request can be longer than its response. */
const NAME_CHARACTERS_MAX = 400;
/** The memory of an entry besides its body, including its key. */
const OVERHEAD_BYTES = 1024;
/**
 * A storage that lost its newest writes in a failover reuses their revisions, without other ids while an instance of an
 * earlier release writes to it. After this time, no response from before the failover is left.
 */
const TTL_MS = 5000;

/** A cached response, or the data it is made of. */
interface Cacheable {
  readonly body?: string | Buffer;
  /** In memory, besides the body. */
  readonly memoryBytes?: number;
}

interface Entry<Response> {
  readonly response: Response;
  readonly bytes: number;
  readonly until: number;
}

/**
 * Serialized responses, or prompts that are prepared for rendering. A caller that uses one first asks storage for the
 * current state, on every request, so that it is never stale; only the work of building it is saved.
 */
export class ResponseCache<Response extends Cacheable> {
  readonly #entries: BoundedCache<Entry<Response>>;

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly limits = LIMITS,
  ) {
    this.#entries = new BoundedCache(limits.bytesMax, ({ bytes }) => bytes);
  }

  get(name: string): Response | undefined {
    const entry = this.#entries.get(name);
    return entry && entry.until > this.now() ? entry.response : undefined;
  }

  set(name: string, response: Response): void {
    const bytes = bytesOf(response);
    if (bytes > this.limits.entryBytesMax || name.length > NAME_CHARACTERS_MAX) this.#entries.delete(name);
    else this.#entries.set(name, { response, bytes, until: this.now() + TTL_MS });
  }
}

const bytesOf = ({ body, memoryBytes = 0 }: Cacheable): number =>
  OVERHEAD_BYTES + memoryBytes + (body === undefined ? 0 : bodyBytes(body));

/** A text takes one byte for each character, or two for each if it has any beyond Latin-1. */
function bodyBytes(body: string | Buffer): number {
  return typeof body === 'string' && Buffer.byteLength(body) > body.length ? 2 * body.length : body.length;
}
