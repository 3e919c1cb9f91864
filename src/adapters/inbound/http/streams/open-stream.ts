import type { WatchedStream } from '../../../../application/changes/watch/change-stream.ts';
import type { ChangeWatch } from '../../../../application/changes/watch/change-watch.ts';
import type {
  OpenChangeStream,
  RequestedStart,
  StartedStream,
} from '../../../../application/changes/watch/open-change-stream.ts';
import type { StreamCredential, StreamCredentials } from '../../../../application/changes/watch/stream-credential.ts';
import type { Subscription } from '../../../../application/changes/watch/subscription.ts';
import { carriesCredential } from '../auth/bearer-key.ts';
import { streamCredentialOf } from '../auth/stream-credential-of.ts';
import { tooManyStreams, unavailable } from '../errors/rejection.ts';
import type { StreamOwner } from '../limits/stream-gate.ts';
import type { AccountState } from '../request/request-state.ts';
import { setCommonHeaders } from '../response/common-headers.ts';
import { respondUnauthorized } from '../response/respond-unauthorized.ts';
import type { RouteContext } from '../routes/route.ts';
import type { LastingStream, OpenStreams } from './open-streams.ts';
import { StreamResponse } from './stream-response.ts';

export interface StreamUseCases {
  readonly changeWatch: ChangeWatch;
  readonly openChangeStream: OpenChangeStream;
  readonly streamCredentials: StreamCredentials;
}

export interface StreamServices extends StreamUseCases {
  readonly streams: OpenStreams;
  readonly isDraining: () => boolean;
}

export type StreamContext = RouteContext<AccountState>;

export interface BegunStream {
  readonly stream: LastingStream & WatchedStream;
  readonly subscription: Subscription;
}

/** Sends the head of the response, and whatever a stream begins with. */
export type BeginStream = (
  response: StreamResponse,
  credential: StreamCredential,
  started: StartedStream,
) => BegunStream;

/** Opens a stream, unless there are too many, or its key or session has become invalid. */
export async function openStream(
  ctx: StreamContext,
  services: StreamServices,
  requested: RequestedStart,
  begin: BeginStream,
): Promise<void> {
  const { openChangeStream, streamCredentials, streams, isDraining } = services;
  const owner = ctx.state.account.id;
  const holder = streamOwnerOf(ctx);
  if (!(await streams.enter(holder))) throw tooManyStreams();

  let isOpen = false;
  try {
    const credential = streamCredentialOf(ctx, streamCredentials);
    const outcome = await openChangeStream.execute(owner, credential, requested);
    if (isDraining()) throw unavailable('draining');
    if (outcome.kind === 'unauthorized') return respondUnauthorized(ctx, carriesCredential(ctx.req));
    // The client may have left, or got a timeout, while the feed was read.
    if (ctx.res.closed || ctx.res.headersSent) return;
    setCommonHeaders(ctx);
    const response = new StreamResponse(ctx.res);
    const begun = begin(response, credential, outcome);
    // Koa must not end the response. From now on, the request is no longer in flight.
    ctx.respond = false;
    ctx.state.stream = response;
    follow(ctx, begun, services, () => streams.leave(holder));
    isOpen = true;
  } finally {
    if (!isOpen) streams.leave(holder);
  }
}

/** Sessions have a share of their own: see STREAM_LIMITS. */
const streamOwnerOf = ({ state }: StreamContext): StreamOwner =>
  `${'session' in state ? 'session' : 'key'} ${state.account.id}`;

function follow(
  { req, res }: StreamContext,
  { stream, subscription }: BegunStream,
  { changeWatch, streams }: StreamServices,
  leave: () => void,
): void {
  changeWatch.add(subscription);
  const remove = streams.add(stream, req.socket);
  // A further request on this connection would wait for the end of the stream, and hold its response until then.
  const disconnect = () => req.socket.destroy();
  req.socket.on('data', disconnect);
  res.on('drain', () => changeWatch.resume(subscription));
  res.once('close', () => {
    req.socket.off('data', disconnect);
    changeWatch.remove(subscription);
    remove();
    leave();
  });
}
