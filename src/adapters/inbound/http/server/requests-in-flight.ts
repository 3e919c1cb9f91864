import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { KeyedLimiter } from '../../../limits/keyed-limiter.ts';
import { ARRIVAL_LIMITS, arrivalMsMax } from '../body/body-buffer.ts';
import { statusOf } from '../errors/error-codes.ts';
import { Rejection, unavailable } from '../errors/rejection.ts';
import { HeavyWorkGate } from '../limits/heavy-work-gate.ts';
import { REQUEST_LIMITS } from '../limits/http-limits.ts';
import { MemoryBudget, SMALL_BYTES } from '../limits/memory-budget.ts';
import type { RequestObserver } from '../metrics/http-metrics.ts';
import { extendDeadline, type RequestContext, type RequestLimits, routeTemplate } from '../request/request-state.ts';
import { respondRejection } from '../response/respond-rejection.ts';
import { sendResponse } from './send-response.ts';

const SWEEP_MS = 200;
const TIMEOUTS = {
  /** Time from the first byte of the request to the last of its body. */
  bodyMs: ARRIVAL_LIMITS.msMax,
  /** Time before the minimum rate of a body applies. */
  bodyGraceMs: ARRIVAL_LIMITS.graceMs,
  /** Longer than any pause of a client that still reads its response. */
  stalledMs: 30_000,
};

/**
 * All requests whose response or handler is not finished. Ends those that take too long, and knows when all are done.
 *
 * One timer serves all requests: one for each would cost more than many requests do.
 */
export class RequestsInFlight {
  /**
   * Each at its `index`. Not a Set: when one makes room, its old table refers to the new one, so that a single table that
   * survived garbage collection keeps all later tables, and the requests in them, until the next full collection.
   */
  private readonly requests: RequestContext[] = [];
  private sweeper: NodeJS.Timeout | undefined;
  private whenIdle: (() => void) | undefined;

  constructor(
    private readonly observer?: RequestObserver,
    readonly limits: RequestLimits = {
      bodies: MemoryBudget.forBodies(),
      responses: MemoryBudget.forResponses(),
      accounts: new KeyedLimiter(REQUEST_LIMITS),
      heavyWork: new HeavyWorkGate(),
    },
    private readonly timeouts = TIMEOUTS,
  ) {}

  begin(ctx: RequestContext): void {
    ctx.state.startedAt = performance.now();
    ctx.state.limits = this.limits;
    extendDeadline(ctx);
    this.observer?.requestBegan();
    ctx.state.index = this.requests.push(ctx) - 1;
    this.sweeper ??= setInterval(() => this.sweep(), SWEEP_MS).unref();
  }

  end(ctx: RequestContext): void {
    this.remove(ctx);
    const { state } = ctx;
    this.limits.bodies.release(state);
    this.limits.responses.release(state);
    if (!ctx.req.complete) endLateBody(ctx.req, this.timeouts.bodyMs);
    if (state.admitted !== undefined) this.limits.accounts.leave(state.admitted);
    if (this.observer) reportEnd(this.observer, ctx);
    if (this.requests.length === 0) this.whenIdle?.();
  }

  /** Whether a response has begun on this connection and is not finished. Searches all requests: it is rarely called. */
  isResponding(socket: Duplex): boolean {
    for (const { req, res } of this.requests) if (req.socket === socket && res.headersSent) return true;
    return false;
  }

  /** Whether a request of this connection is in flight. Searches all requests: it is rarely called. */
  isHandling(socket: Duplex): boolean {
    for (const { req } of this.requests) if (req.socket === socket) return true;
    return false;
  }

  async idle(): Promise<void> {
    if (this.requests.length > 0) await new Promise<void>((resolve) => (this.whenIdle = resolve));
    clearInterval(this.sweeper);
  }

  /** Moves the last request to the free index. */
  private remove({ state: { index } }: RequestContext): void {
    const last = this.requests.pop();
    if (!last || last.state.index === index) return;
    last.state.index = index;
    this.requests[index] = last;
  }

  private sweep(): void {
    const now = performance.now();
    // Iterate over a copy, because some requests end immediately.
    for (const ctx of [...this.requests]) {
      const { req, res, state } = ctx;
      // While the body is still arriving, the server's own request timeout applies.
      const isWaiting = req.complete && !res.headersSent && !res.closed;
      if (res.headersSent && this.isStalled(ctx, now)) res.destroy();
      if (!req.complete && !res.headersSent && now - state.startedAt > this.bodyMsMax(ctx)) respondTooLate(ctx);
      if (now <= state.deadline || !isWaiting) continue;
      const rejection = unavailable('timeout');
      respondNow(ctx, rejection);
      state.execution?.abort(rejection);
    }
  }

  /** Bodies that hold memory must also arrive at a minimum rate. */
  private bodyMsMax({ state: { bodyBytes = 0 } }: RequestContext): number {
    const { bodyMs: msMax, bodyGraceMs: graceMs } = this.timeouts;
    return bodyBytes > SMALL_BYTES ? arrivalMsMax(bodyBytes, { ...ARRIVAL_LIMITS, msMax, graceMs }) : msMax;
  }

  /** Whether the client has not read anything for a long time, although there is something to read. */
  private isStalled({ req, state }: RequestContext, now: number): boolean {
    const { bytesWritten, writableLength } = req.socket;
    const sentBytes = bytesWritten - writableLength;
    if (writableLength === 0 || sentBytes !== state.sentBytes) {
      state.sentBytes = sentBytes;
      state.sentAt = now;
    }
    return now - (state.sentAt ?? now) > this.timeouts.stalledMs;
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

/** Disconnects if the body does not arrive in time: no handler waits for it, so it could take forever. */
function endLateBody(request: IncomingMessage, ms: number): void {
  const timeout = setTimeout(() => request.complete || request.socket.destroy(), ms).unref();
  request.once('close', () => clearTimeout(timeout));
}

function respondTooLate(ctx: RequestContext): void {
  ctx.res.setHeader('Connection', 'close');
  respondNow(ctx, new Rejection('request_timeout'));
}

/** Bypasses Koa, which still waits for the handler. What the handler returns later is discarded. */
function respondNow(ctx: RequestContext, rejection: Rejection): void {
  respondRejection(ctx, rejection);
  sendResponse(ctx);
}
