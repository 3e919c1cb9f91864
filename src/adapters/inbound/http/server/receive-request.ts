import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { busy, Rejection } from '../errors/rejection.ts';
import { rejectionFor } from '../errors/rejection-for.ts';
import { isRepeated } from '../request/repeated-header.ts';
import { type RequestContext, type RequestState, requestIdFrom, routeTemplate } from '../request/request-state.ts';
import { respondRejection } from '../response/respond-rejection.ts';
import type { CountCall } from './count-call.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';

/** First in the chain: gives every request its id, every failure its response, and every finished request its count and log line. */
export function receiveRequest(
  log: Logger,
  inFlight: RequestsInFlight,
  isDraining: () => boolean,
  countCall: CountCall,
): Middleware<RequestState> {
  return async function receiveRequest(ctx, next) {
    inFlight.begin(ctx);
    ctx.state.requestId = requestIdFrom(ctx.req.headers['x-request-id']);
    let isHandled = false;
    let isOver = false;
    const end = () => {
      // Before the request counts as over: the counts are written a last time when the last request is over.
      countCall(ctx);
      if (isOver) return;
      isOver = true;
      inFlight.end(ctx);
      logRequest(log, ctx);
    };
    ctx.res.once('close', () => {
      // If the client disconnects early, its long work is aborted, a short one continues, and the outcome is logged.
      if (isHandled || ctx.res.writableEnded) end();
      if (ctx.state.stream) logStreamEnd(log, ctx, ctx.state.stream.endedBy);
      if (!ctx.res.writableFinished) ctx.state.work?.abort(new Rejection('client_gone'));
    });

    setCommonHeaders(ctx);
    try {
      if (readPath(ctx).startsWith('/api')) ctx.set('Vary', 'Authorization');
      if (ctx.req.httpVersion === '1.1' && ctx.req.headers.host === undefined) throw new Rejection('host_missing');
      if (isRepeated(ctx.req, 'host')) throw new Rejection('host_repeated');
      await next();
      holdResponse(ctx);
    } catch (error) {
      respondRejection(ctx, rejectionFor(error, log, ctx.state.requestId));
    }
    // Checked last: the shutdown may have begun while this request was handled.
    if (isDraining()) ctx.set('Connection', 'close');
    isHandled = true;
    // The client may have left, or got a timeout, before its key was looked up.
    if (ctx.res.closed || ctx.state.stream) end();
    // Sent together with this one: it would wait for the end of the stream.
    if (ctx.state.stream && inFlight.isHandling(ctx.req.socket)) ctx.req.socket.destroy();
  };
}

/** Counts a response that is not small until it is sent. Those that are streamed hold only a chunk at a time. */
function holdResponse(ctx: RequestContext): void {
  const { body, state } = ctx;
  if (!Buffer.isBuffer(body)) return;
  if (ctx.method !== 'GET') {
    // The client must learn of a change that was made.
    state.limits.memory.hold(state, body.length);
  } else if (!state.limits.memory.reserve(state, body.length)) {
    ctx.remove('ETag');
    ctx.remove('Link');
    throw busy();
  }
}

function setCommonHeaders(ctx: RequestContext): void {
  ctx.set('X-Request-Id', ctx.state.requestId);
  ctx.set('X-Content-Type-Options', 'nosniff');
  // No other site may embed our responses. Origins that may call the API use CORS, which this does not affect.
  ctx.set('Cross-Origin-Resource-Policy', 'same-origin');
  // Responses may contain keys. Routes whose responses do not can set something else.
  ctx.set('Cache-Control', 'no-store');
}

/** Koa uses Node's legacy URL parser, which throws for some targets, such as `http://[`, and finds no path in others. */
function readPath(ctx: RequestContext): string {
  let path: string | null = null;
  try {
    path = ctx.path;
  } catch {}
  if (path === null) throw new Rejection('malformed_target');
  return path;
}

/** Logs the route's template, never the path itself: that may contain anything, even a key. */
function logRequest(log: Logger, ctx: RequestContext): void {
  const elapsedMs = performance.now() - ctx.state.startedAt;
  const request = { requestId: ctx.state.requestId, method: ctx.method, route: routeTemplate(ctx) };
  const ms = Math.round(elapsedMs * 10) / 10;
  const { statusCode: status, headersSent, writableFinished } = ctx.res;
  // The status of a response that broke off promises what the client did not get.
  if (ctx.state.failure !== undefined) log.error({ ...request, err: ctx.state.failure, ms }, 'response broken off');
  else if (headersSent && !writableFinished && !ctx.state.stream) log.info({ ...request, ms }, 'client disconnected');
  else log.info({ ...request, status, ms }, 'request');
}

function logStreamEnd(log: Logger, ctx: RequestContext, reason: string): void {
  const ms = Math.round(performance.now() - ctx.state.startedAt);
  log.info({ requestId: ctx.state.requestId, route: routeTemplate(ctx), reason, ms }, 'stream ended');
}
