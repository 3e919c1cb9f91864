import { NotificationSubscription } from '../../../../application/changes/watch/notification-subscription.ts';
import { EVENT_STREAM_TYPE } from '../../api/events/event-operations.ts';
import type { KeyState } from '../../http/request/request-state.ts';
import type { RouteContext } from '../../http/routes/route.ts';
import { openStream, type StreamServices } from '../../http/streams/open-stream.ts';
import { NotificationStream, type StreamMessages } from './notification-stream.ts';

/** Opens a stream of notifications about changes from now on. */
export const openNotifications = (
  ctx: RouteContext<KeyState>,
  services: StreamServices,
  messages: StreamMessages,
): Promise<void> =>
  openStream(ctx, services, 'newest', (response, credential, { start }) => {
    setStreamHead(ctx);
    // There may be nothing to send for a long time.
    ctx.res.flushHeaders();
    const resume = () => services.changeWatch.resume(subscription);
    const stream = new NotificationStream(response, messages, ctx.state.account.id, credential, resume);
    const subscription = new NotificationSubscription(stream, start);
    return { stream, subscription };
  });

/** Sets the head of a stream, which is the same for both eras of the protocol. */
export function setStreamHead(ctx: RouteContext<KeyState>): void {
  ctx.status = 200;
  ctx.set('Content-Type', EVENT_STREAM_TYPE);
  ctx.set('Cache-Control', 'no-cache, no-transform');
  // nginx would collect notifications until its buffer is full.
  ctx.set('X-Accel-Buffering', 'no');
}
