const BYTES_MAX = 4 * 1024 * 1024;
const ENTRY_BYTES_MAX = BYTES_MAX / 8;
/** A request can be longer than its response. */
const NAME_CHARACTERS_MAX = 400;
/** The memory of an entry besides its body, including its key. */
const OVERHEAD_BYTES = 1024;
/**
 * A storage that lost its newest writes in a failover reuses their revisions.
 * After this time, no response from before the failover is left.
 */
const TTL_MS = 5000;

/** What is cached: a response or what it is made of. */
interface Cacheable {
  readonly body?: string | Buffer;
  /** In memory, besides the body. */
  readonly memoryBytes?: number;
}

/**
 * Serialized responses, or prompts that are prepared for rendering. A caller that uses one first asks storage for the
 * current revision, on every request, so that it is never stale; only the work of building it is saved.
 */
export class ResponseCache<Response extends Cacheable> {
  /** The oldest first. */
  private readonly entries = new Map<string, { readonly response: Response; readonly until: number }>();
  private bytes = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(name: string): Response | undefined {
    const entry = this.entries.get(name);
    return entry && entry.until > this.now() ? entry.response : undefined;
  }

  set(name: string, response: Response): void {
    this.delete(name);
    const bytes = bytesOf(response);
    if (bytes > ENTRY_BYTES_MAX || name.length > NAME_CHARACTERS_MAX) return;
    this.bytes += bytes;
    this.entries.set(name, { response, until: this.now() + TTL_MS });
    for (const [oldest, { until }] of this.entries) {
      if (this.bytes <= BYTES_MAX && until > this.now()) break;
      this.delete(oldest);
    }
  }

  private delete(name: string): void {
    const entry = this.entries.get(name);
    if (!entry) return;
    this.bytes -= bytesOf(entry.response);
    this.entries.delete(name);
  }
}

const bytesOf = ({ body, memoryBytes = 0 }: Cacheable): number =>
  OVERHEAD_BYTES + memoryBytes + (body === undefined ? 0 : bodyBytes(body));

/** A text takes one byte for each character, or two for each if it has any beyond Latin-1. */
function bodyBytes(body: string | Buffer): number {
  return typeof body === 'string' && Buffer.byteLength(body) > body.length ? 2 * body.length : body.length;
}
