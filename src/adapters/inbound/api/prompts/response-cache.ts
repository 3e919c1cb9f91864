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

/** What is cached: a response or what it is made of. */
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
 *
 * There are two generations. When the newer one has taken half of the memory, it replaces the older one, whose entries
 * are dropped together. Evicting the oldest entry of a single Map is slow: its iterator first skips all deleted entries.
 */
export class ResponseCache<Response extends Cacheable> {
  private newer = new Map<string, Entry<Response>>();
  private older = new Map<string, Entry<Response>>();
  /** Of the newer ones. */
  private bytes = 0;

  constructor(
    private readonly now: () => number = () => performance.now(),
    private readonly limits = LIMITS,
  ) {}

  get(name: string): Response | undefined {
    const entry = this.newer.get(name) ?? this.older.get(name);
    return entry && entry.until > this.now() ? entry.response : undefined;
  }

  set(name: string, response: Response): void {
    const bytes = bytesOf(response);
    if (bytes > this.limits.entryBytesMax || name.length > NAME_CHARACTERS_MAX) {
      this.delete(name);
      return;
    }
    this.bytes += bytes - (this.newer.get(name)?.bytes ?? 0);
    if (this.bytes > this.limits.bytesMax / 2) this.beginGeneration(bytes);
    this.newer.set(name, { response, bytes, until: this.now() + TTL_MS });
  }

  private beginGeneration(bytes: number): void {
    this.older = this.newer;
    this.newer = new Map();
    this.bytes = bytes;
  }

  private delete(name: string): void {
    this.bytes -= this.newer.get(name)?.bytes ?? 0;
    this.newer.delete(name);
    this.older.delete(name);
  }
}

const bytesOf = ({ body, memoryBytes = 0 }: Cacheable): number =>
  OVERHEAD_BYTES + memoryBytes + (body === undefined ? 0 : bodyBytes(body));

/** A text takes one byte for each character, or two for each if it has any beyond Latin-1. */
function bodyBytes(body: string | Buffer): number {
  return typeof body === 'string' && Buffer.byteLength(body) > body.length ? 2 * body.length : body.length;
}
