/** One page of a list as it leaves. */
export interface Page {
  readonly body: Buffer;
  readonly nextCursor: string | null;
}

const BYTES_MAX = 8 * 1024 * 1024;
const PAGE_BYTES_MAX = BYTES_MAX / 8;
/** A storage that lost its newest writes in a failover counts its revisions again: after this, no page of before is left. */
const KEPT_MS = 5000;

/**
 * Pages by their entity tag, which names the revision they show: storage is asked for that every time,
 * so a page is as fresh as any, and only the work of making it again is saved.
 */
export class RememberedPages {
  /** The oldest first. */
  private readonly pages = new Map<string, Page & { readonly until: number }>();
  private bytes = 0;

  constructor(private readonly now: () => number = () => performance.now()) {}

  get(etag: string): Page | undefined {
    const page = this.pages.get(etag);
    return page && page.until > this.now() ? page : undefined;
  }

  keep(etag: string, page: Page): void {
    this.forget(etag);
    if (page.body.length > PAGE_BYTES_MAX) return;
    this.bytes += page.body.length;
    this.pages.set(etag, { ...page, until: this.now() + KEPT_MS });
    for (const [oldest, { until }] of this.pages) {
      if (this.bytes <= BYTES_MAX && until > this.now()) break;
      this.forget(oldest);
    }
  }

  private forget(etag: string): void {
    this.bytes -= this.pages.get(etag)?.body.length ?? 0;
    this.pages.delete(etag);
  }
}
