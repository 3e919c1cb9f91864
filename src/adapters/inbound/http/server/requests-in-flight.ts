import type { Duplex } from 'node:stream';
import { statusOf } from '../errors/error-codes.ts';
import { type Rejection, unavailable } from '../errors/rejection.ts';
import type { RequestObserver } from '../metrics/http-metrics.ts';
import { extendDeadline, type RequestContext, routeTemplate } from '../request/request-state.ts';
import { respondRejection } from '../response/respond-rejection.ts';

const SWEEP_MS = 200;

/**
 * All requests whose response or handler is not finished. Ends those that take too long, and knows when all are done.
 *
 * One timer serves all requests: one for each would cost more than many requests do.
 */
export class RequestsInFlight {
  /** In order of arrival. */
  private readonly requests = new Set<RequestContext>();
  private sweeper: NodeJS.Timeout | undefined;
  private whenIdle: (() => void) | undefined;

  constructor(private readonly observer?: RequestObserver) {}

  begin(ctx: RequestContext): void {
    ctx.state.startedAt = performance.now();
    extendDeadline(ctx);
    this.observer?.requestBegan();
    this.requests.add(ctx);
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  end(ctx: RequestContext): void {
    this.requests.delete(ctx);
    if (this.observer) reportEnd(this.observer, ctx);
    if (this.requests.size === 0) this.whenIdle?.();
  }

  /** Whether a response has begun on this connection and is not finished. Searches all requests: it is rarely called. */
  isResponding(socket: Duplex): boolean {
    for (const { req, res } of this.requests) if (req.socket === socket && res.headersSent) return true;
    return false;
  }

  async idle(): Promise<void> {
    if (this.requests.size > 0) await new Promise<void>((resolve) => (this.whenIdle = resolve));
    clearInterval(this.sweeper);
  }

  private sweep(): void {
    const now = performance.now();
    for (const ctx of this.requests) {
      const { req, res, state } = ctx;
      // While the body is still arriving, the server's own request timeout applies.
      const isWaiting = req.complete && !res.headersSent && !res.closed;
      if (now <= state.deadline || !isWaiting) continue;
      const rejection = unavailable('timeout');
      respondNow(ctx, rejection);
      state.work?.abort(rejection);
    }
  }
}

function reportEnd(observer: RequestObserver, ctx: RequestContext): void {
  observer.requestEnded({
    method: ctx.method,
    route: routeTemplate(ctx),
    status: ctx.state.failure === undefined ? ctx.res.statusCode : statusOf('internal_error'),
    code: ctx.state.code,
    seconds: (performance.now() - ctx.state.startedAt) / 1000,
  });
}

/** Bypasses Koa, which still waits for the handler. What the handler returns later is discarded. */
function respondNow(ctx: RequestContext, rejection: Rejection): void {
  respondRejection(ctx, rejection);
  const body = String(ctx.body);
  ctx.respond = false;
  ctx.res.setHeader('Content-Length', Buffer.byteLength(body));
  ctx.res.end(ctx.method === 'HEAD' ? undefined : body);
}
