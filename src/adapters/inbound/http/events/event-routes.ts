import type { ChangeWatch } from '../../../../application/changes/watch/change-watch.ts';
import type {
  OpenChangeStream,
  RequestedStart,
  StartedStream,
} from '../../../../application/changes/watch/open-change-stream.ts';
import type { StreamCredential, StreamCredentials } from '../../../../application/changes/watch/stream-credential.ts';
import { invariant } from '../../../../domain/invariant.ts';
import { carriesCredential } from '../auth/bearer-key.ts';
import { afterParameter, toChangeFilter } from '../changes/change-filter-query.ts';
import { tooManyStreams, unavailable } from '../errors/rejection.ts';
import { readQuery } from '../request/read-query.ts';
import type { AccountState, KeyState, SessionState } from '../request/request-state.ts';
import type { AccountRoute, Handle, RouteContext } from '../request/route.ts';
import { respondUnauthorized } from '../response/respond-rejection.ts';
import { helloFrame, resetFrame } from './event-frames.ts';
import { EVENT_STREAM_TYPE, eventOperations } from './event-operations.ts';
import { EventStream } from './event-stream.ts';
import type { OpenStreams } from './open-streams.ts';

export interface EventUseCases {
  readonly changeWatch: ChangeWatch;
  readonly openChangeStream: OpenChangeStream;
  readonly streamCredentials: StreamCredentials;
}

export interface EventServices extends EventUseCases {
  readonly streams: OpenStreams;
  readonly isDraining: () => boolean;
}

type StreamContext = RouteContext<AccountState>;

export const streamEvents =
  (services: EventServices): Handle<AccountState> =>
  async (ctx) => {
    const { after = 'newest', ...query } = readQuery(ctx, eventOperations.stream.query);
    if (ctx.method === 'HEAD') return setHead(ctx);
    const { openChangeStream, streamCredentials, streams, isDraining } = services;
    const owner = ctx.state.account.id;
    if (!streams.enter(owner)) throw tooManyStreams();

    let isOpen = false;
    try {
      const credential = credentialOf(ctx, streamCredentials);
      const outcome = await openChangeStream.execute(owner, credential, lastEventId(ctx) ?? after);
      if (isDraining()) throw unavailable('draining');
      if (outcome.kind === 'unauthorized') return respondUnauthorized(ctx, carriesCredential(ctx.req));
      // The client may have left, or got a timeout, while the feed was read.
      if (ctx.res.closed || ctx.res.headersSent) return;
      open(ctx, outcome, new EventStream(ctx.res, owner, credential, toChangeFilter(query)), services);
      isOpen = true;
    } finally {
      if (!isOpen) streams.leave(owner);
    }
  };

/** Undefined if the client resumes nothing. A malformed one is no error: browsers do not connect again after a 400. */
function lastEventId(ctx: StreamContext): RequestedStart | undefined {
  const text = ctx.get('Last-Event-ID');
  if (text === '') return undefined;
  return afterParameter.safeParse(text).data ?? 'unknown';
}

/** Of the guard that let the request through. */
function credentialOf(ctx: StreamContext, credentials: StreamCredentials): StreamCredential {
  const { account, key, session } = ctx.state as AccountState &
    Partial<Pick<KeyState & SessionState, 'key' | 'session'>>;
  if (session) return credentials.ofSession(session);
  invariant(key !== undefined, 'an account is known by its key or by a session');
  return credentials.ofKey(key, account.id);
}

function open(
  ctx: StreamContext,
  { kind, start }: StartedStream,
  stream: EventStream,
  { changeWatch, streams }: EventServices,
): void {
  const { res, req } = ctx;
  const { id } = start.position;
  setHead(ctx);
  // Koa must not end the response. From now on, the request is no longer in flight.
  ctx.respond = false;
  ctx.state.stream = stream;
  // In one piece: a client that got only the first event would continue without knowing that changes are missing.
  res.write(kind === 'gone' ? helloFrame(id) + resetFrame(id) : helloFrame(id));

  const subscription = changeWatch.add(stream, start);
  const remove = streams.add(stream, req.socket);
  // A further request on this connection would wait for the end of the stream, and hold its response until then.
  const disconnect = () => req.socket.destroy();
  req.socket.on('data', disconnect);
  res.on('drain', () => changeWatch.resume(subscription));
  res.once('close', () => {
    req.socket.off('data', disconnect);
    changeWatch.remove(subscription);
    remove();
    streams.leave(stream.owner);
  });
}

function setHead(ctx: StreamContext): void {
  ctx.status = 200;
  ctx.set('Content-Type', `${EVENT_STREAM_TYPE}; charset=utf-8`);
  ctx.set('Cache-Control', 'no-store');
  // nginx would collect events until its buffer is full.
  ctx.set('X-Accel-Buffering', 'no');
}

export const eventRoutes: readonly AccountRoute<EventServices>[] = [
  { operation: eventOperations.stream, guard: 'key', handle: streamEvents },
];
