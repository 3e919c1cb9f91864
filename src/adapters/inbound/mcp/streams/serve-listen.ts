import { invariant } from '../../../../domain/invariant.ts';
import { invalid } from '../../http/errors/rejection.ts';
import type { StreamServices } from '../../http/events/open-stream.ts';
import type { StreamResponse } from '../../http/events/stream-response.ts';
import type { KeyState } from '../../http/request/request-state.ts';
import type { RouteContext } from '../../http/request/route.ts';
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
  const listening = await handler.fetch(request, { parsedBody });
  if (!isListening()) return listening;
  const { body } = listening;
  invariant(body !== null, 'a stream has a body');
  await openNotifications(ctx, services, (response) => messagesOf(handler, body, ctx, response));
  return undefined;
}

const rejectId = () => invalid([{ path: 'id', problem: `must have at most ${ID_CHARACTERS_MAX} characters` }]);

function messagesOf(
  { notify, close }: ListenHandler['handler'],
  body: ReadableStream<Uint8Array>,
  { res }: RouteContext<KeyState>,
  response: StreamResponse,
): StreamMessages {
  const reader = body.getReader();
  const copied = copy(reader, response);
  res.once('close', () => void reader.cancel());
  return {
    writeListChanged: () => notify.promptsChanged(),
    writeEnd: async () => {
      await close();
      await copied;
    },
  };
}

/** Writes messages without waiting for anything: each was preceded by a lookup of the key. */
async function copy(reader: ReadableStreamDefaultReader<Uint8Array>, response: StreamResponse): Promise<void> {
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    response.write(value);
  }
}
