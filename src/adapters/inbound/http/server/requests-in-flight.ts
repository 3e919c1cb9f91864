import type { Duplex } from 'node:stream';
import type { Context } from 'koa';
import { answerRejection, type Rejection, unavailable } from '../errors/rejection.ts';
import type { RequestObserver } from '../metrics/http-metrics.ts';
import { matchedRoute } from './matched-route.ts';

const REQUEST_MS_MAX = 4000;
const SWEEP_MS = 200;

/** One request from its headers to the end of its answer, and of the work for it where its client does not wait for one. */
export interface RequestInFlight {
  readonly ctx: Context;
  /** On the clock of `performance.now()`. */
  readonly startedAt: number;
  /** When its time is up, on the clock of `performance.now()`. */
  deadline: number;
}

/**
 * Everything that is being answered right now. It ends what takes too long, and tells when all is done.
 *
 * One timer looks after all requests: one for each would cost more than many requests themselves.
 */
export class RequestsInFlight {
  /** In order of arrival. */
  private readonly requests = new Set<RequestInFlight>();
  private sweeper: NodeJS.Timeout | undefined;
  private whenIdle: (() => void) | undefined;

  constructor(private readonly observer?: RequestObserver) {}

  begin(ctx: Context): RequestInFlight {
    const startedAt = performance.now();
    const request = { ctx, startedAt, deadline: startedAt + REQUEST_MS_MAX };
    this.observer?.requestBegan();
    this.requests.add(request);
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
    return request;
  }

  end(request: RequestInFlight): void {
    this.requests.delete(request);
    if (this.observer) tell(this.observer, request);
    if (this.requests.size === 0) this.whenIdle?.();
  }

  /** The time a client takes to send its body is not ours: the clock starts again when it is here. */
  static bodyArrived(ctx: Context): void {
    RequestsInFlight.allow(ctx, REQUEST_MS_MAX);
  }

  /** For work whose amount the caller decides, such as an import: it is no outage that this takes long. */
  static allow(ctx: Context, ms: number): void {
    const request: RequestInFlight = ctx.state['inFlight'];
    request.deadline = performance.now() + ms;
  }

  /** Whether an answer has begun on this connection and is not over. Looks at all: it is asked for broken requests only. */
  isAnswering(socket: Duplex): boolean {
    for (const { ctx } of this.requests) if (ctx.req.socket === socket && ctx.res.headersSent) return true;
    return false;
  }

  async idle(): Promise<void> {
    if (this.requests.size > 0) await new Promise<void>((resolve) => (this.whenIdle = resolve));
    clearInterval(this.sweeper);
  }

  private sweep(): void {
    const now = performance.now();
    for (const { ctx, deadline } of this.requests) {
      // While the body is still on its way, the server's own timeout for requests applies. Whoever left is told nothing.
      const isWaiting = ctx.req.complete && !ctx.res.headersSent && !ctx.res.closed;
      if (now > deadline && isWaiting) endNow(ctx, unavailable('timeout'));
    }
  }
}

function tell(observer: RequestObserver, { ctx, startedAt }: RequestInFlight): void {
  observer.requestEnded({
    method: ctx.method,
    route: matchedRoute(ctx),
    status: ctx.res.statusCode,
    code: ctx.state['code'],
    seconds: (performance.now() - startedAt) / 1000,
  });
}

/** Answers past Koa, which still waits for the handler; whatever the handler answers later goes nowhere. */
function endNow(ctx: Context, rejection: Rejection): void {
  answerRejection(ctx, rejection);
  const body = String(ctx.body);
  ctx.respond = false;
  ctx.res.setHeader('Content-Length', Buffer.byteLength(body));
  ctx.res.end(ctx.method === 'HEAD' ? undefined : body);
}
