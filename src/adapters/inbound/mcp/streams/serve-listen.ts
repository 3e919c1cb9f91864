import { invariant } from '../../../../domain/invariant.ts';
import { invalid } from '../../http/errors/rejection.ts';
import type { KeyState } from '../../http/request/request-state.ts';
import type { RouteContext } from '../../http/routes/route.ts';
import type { StreamServices } from '../../http/streams/open-stream.ts';
import type { ListenHandler } from '../server/create-handler.ts';
import type { StreamMessages } from './notification-stream.ts';
import { openNotifications } from './open-notifications.ts';

const LISTEN = 'subscriptions/listen';
/** Every notification repeats the id of the request. */
const ID_CHARACTERS_MAX = 256;

/** Whether a client of 2026 asks for a stream. The SDK decides whether it does so correctly. */
export const isListen = (body: unknown): body is ListenBody =>
  typeof body === 'object' && body !== null && 'method' in body && body.method === LISTEN;

interface ListenBody {
  readonly id?: unknown;
}

/**
 * Handles a request for a stream. Returns what to respond if that is not a stream: an error, or that none of the
 * notifications that the client wants exist.
 */
export async function serveListen(
  ctx: RouteContext<KeyState>,
  { handler, isListening }: ListenHandler,
  [request, parsedBody]: readonly [Request, ListenBody],
  services: StreamServices,
): Promise<Response | undefined> {
  const { id } = parsedBody;
  if (typeof id === 'string' && id.length > ID_CHARACTERS_MAX) throw rejectId();
  const response = await handler.fetch(request, { parsedBody });
  if (!isListening()) return response;
  await openNotifications(ctx, services, await composeMessages(handler, response));
  return undefined;
}

const rejectId = () =>
  invalid([{ path: 'id', problem: 'too-long', text: `must have at most ${ID_CHARACTERS_MAX} characters` }]);

/**
 * Lets the SDK write everything that it would write to this stream, from its beginning to its end. We send it ourselves:
 * a stream of the SDK would pass a notification on some time after the key was looked up.
 */
async function composeMessages(
  { notify, close }: ListenHandler['handler'],
  { body }: Response,
): Promise<StreamMessages> {
  invariant(body !== null, 'a stream has a body');
  notify.promptsChanged();
  await close();
  const [begin, listChanged, end, ...others] = await Array.fromAsync(body);
  invariant(begin && listChanged && end && others.length === 0, 'the SDK writes each message in one piece');
  return { begin, listChanged, end };
}
