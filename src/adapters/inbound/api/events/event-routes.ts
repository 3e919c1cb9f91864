import { EventSubscription } from '../../../../application/changes/watch/event-subscription.ts';
import type { RequestedStart } from '../../../../application/changes/watch/open-change-stream.ts';
import { readQuery } from '../../http/request/read-query.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import type { AccountRoute, Handle } from '../../http/routes/route.ts';
import { helloFrame, resetFrame } from '../../http/streams/event-frames.ts';
import { EventStream } from '../../http/streams/event-stream.ts';
import { openStream, type StreamContext, type StreamServices } from '../../http/streams/open-stream.ts';
import { afterParameter, toChangeFilter } from '../changes/change-filter-query.ts';
import { EVENT_STREAM_TYPE, eventOperations } from './event-operations.ts';

export const streamEvents =
  (services: StreamServices): Handle<AccountState> =>
  async (ctx) => {
    const { after = 'newest', ...query } = readQuery(ctx, eventOperations.stream.query);
    if (ctx.method === 'HEAD') return setHead(ctx);
    await openStream(ctx, services, lastEventId(ctx) ?? after, (response, credential, { kind, start }) => {
      setHead(ctx);
      const { id } = start.position;
      // One write: a client that got only the first event would continue without knowing that changes are missing.
      response.write(kind === 'gone' ? helloFrame(id) + resetFrame(id) : helloFrame(id));
      const stream = new EventStream(response, ctx.state.account.id, credential, toChangeFilter(query));
      return { stream, subscription: new EventSubscription(stream, start) };
    });
  };

/** Undefined if the client resumes nothing. A malformed one is no error: browsers do not connect again after a 400. */
function lastEventId(ctx: StreamContext): RequestedStart | undefined {
  const text = ctx.get('Last-Event-ID');
  if (text === '') return undefined;
  return afterParameter.safeParse(text).data ?? 'unknown';
}

function setHead(ctx: StreamContext): void {
  ctx.status = 200;
  ctx.set('Content-Type', `${EVENT_STREAM_TYPE}; charset=utf-8`);
  ctx.set('Cache-Control', 'no-store');
  // nginx would collect events until its buffer is full.
  ctx.set('X-Accel-Buffering', 'no');
}

export const eventRoutes: readonly AccountRoute<StreamServices>[] = [
  { operation: eventOperations.stream, guard: 'key', handle: streamEvents },
];
