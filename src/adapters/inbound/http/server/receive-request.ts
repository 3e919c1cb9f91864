import type { Context, Middleware } from 'koa';
import type { Logger } from 'pino';
import { StorageUnavailable } from '../../../../application/ports/storage-unavailable.ts';
import { answerRejection, badRequest, Rejection, unavailable } from '../errors/rejection.ts';
import { requestId } from '../request/request-id.ts';
import type { CountCall } from './count-call.ts';
import { matchedRoute } from './matched-route.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';

/** First in the chain: gives every request its id, every failure its answer, the statistics their count and the log its line. */
export function receiveRequest(
  log: Logger,
  inFlight: RequestsInFlight,
  isDraining: () => boolean,
  countCall: CountCall,
): Middleware {
  return async function receiveRequest(ctx, next) {
    const startedAt = performance.now();
    const request = inFlight.begin(ctx);
    ctx.state['inFlight'] = request;
    ctx.state['requestId'] = requestId(ctx.req.headers['x-request-id']);
    let isJudged = false;
    let isOver = false;
    const end = () => {
      // Before it counts as over: when none is in flight any more, the counts are written for the last time.
      countCall(ctx);
      if (isOver) return;
      isOver = true;
      inFlight.end(request);
      logRequest(log, ctx, performance.now() - startedAt);
    };
    ctx.res.once('close', () => {
      // Whoever hangs up before the answer leaves work behind that goes on; how that ends is what is told.
      if (isJudged || ctx.res.writableEnded) end();
    });

    setCommonHeaders(ctx);
    try {
      if (readPath(ctx).startsWith('/api')) ctx.set('Vary', 'Authorization');
      if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) throw badRequest('host_missing');
      await next();
    } catch (error) {
      answerRejection(ctx, rejectionFor(error, log, ctx));
    }
    // Asked last: the service may have been told to stop while this request was under way.
    if (isDraining()) ctx.set('Connection', 'close');
    isJudged = true;
    // The client may have gone, or been told that its time is up, before its key was looked at.
    if (ctx.res.closed) end();
  };
}

function setCommonHeaders(ctx: Context): void {
  ctx.set('X-Request-Id', ctx.state['requestId']);
  ctx.set('X-Content-Type-Options', 'nosniff');
  // Answers hold keys unless a route knows better.
  ctx.set('Cache-Control', 'no-store');
}

/** Koa reads targets with Node's old parser: some it throws at, such as `http://[`, and in some it finds no path. */
function readPath(ctx: Context): string {
  let path: string | null = null;
  try {
    path = ctx.path;
  } catch {}
  if (path === null) throw badRequest('malformed_target');
  return path;
}

/** Only our own words leave: what an unexpected error says is for the log. */
function rejectionFor(error: unknown, log: Logger, ctx: Context): Rejection {
  if (error instanceof Rejection) return error;
  const about = { err: error, requestId: ctx.state['requestId'] };
  if (error instanceof StorageUnavailable) {
    log.warn(about, 'storage unavailable');
    return unavailable('storage_unavailable');
  }
  log.error(about, 'request failed');
  return new Rejection(500, 'internal_error');
}

/** The route's template and never the path itself, which may hold anything, a key included. */
function logRequest(log: Logger, ctx: Context, elapsedMs: number): void {
  log.info(
    {
      requestId: ctx.state['requestId'],
      method: ctx.method,
      route: matchedRoute(ctx),
      status: ctx.res.statusCode,
      ms: Math.round(elapsedMs * 10) / 10,
    },
    'request',
  );
}
