import type { Middleware } from 'koa';
import type { Logger } from 'pino';
import { busy, Rejection } from '../errors/rejection.ts';
import { rejectionFor } from '../errors/rejection-for.ts';
import { isRepeated } from '../request/repeated-header.ts';
import { type RequestContext, type RequestState, requestIdFrom } from '../request/request-state.ts';
import { respondRejection } from '../response/respond-rejection.ts';
import type { CountCall } from './count-call.ts';
import type { RequestLog } from './request-log.ts';
import type { RequestsInFlight } from './requests-in-flight.ts';
import { sendResponse } from './send-response.ts';

/** First in the chain: gives every request its id, every failure its response, and every finished request its count and log line. */
export function receiveRequest(
  log: Logger,
  requestLog: RequestLog,
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
      // Count before the request is over: the counts are written for the last time when the last request is over.
      countCall(ctx);
      if (isOver) return;
      isOver = true;
      inFlight.end(ctx);
      requestLog.requestEnded(ctx);
    };
    ctx.res.on('close', () => {
      // If the client disconnects early, its long work is aborted, a short one continues, and the outcome is logged.
      if (isHandled || ctx.res.writableEnded) end();
      if (ctx.state.stream) requestLog.streamEnded(ctx, ctx.state.stream.endedBy);
      if (!ctx.res.writableFinished) ctx.state.execution?.abort(new Rejection('client_gone'));
    });

    // Responses may contain keys. Routes whose responses do not can set something else.
    ctx.state.cacheControl = 'no-store';
    try {
      if (readPath(ctx).startsWith('/api')) ctx.state.vary = 'Authorization';
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
    sendResponse(ctx);
    // The client may have left, or got a timeout, before its key was looked up.
    if (ctx.res.closed || ctx.state.stream) end();
    // Sent together with this one: it would wait for the end of the stream.
    if (ctx.state.stream && inFlight.isHandling(ctx.req.socket)) ctx.req.socket.destroy();
  };
}

/** Counts a response that is not small until it is sent. Those that are streamed hold only a chunk at a time. */
function holdResponse(ctx: RequestContext): void {
  const { state } = ctx;
  const body = state.response?.body ?? ctx.body;
  if (!Buffer.isBuffer(body)) return;
  if (ctx.method !== 'GET') {
    // The client must learn of a change that was made.
    state.limits.responses.hold(state, body.length);
  } else if (!state.limits.responses.reserve(state, body.length)) {
    throw busy();
  }
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
