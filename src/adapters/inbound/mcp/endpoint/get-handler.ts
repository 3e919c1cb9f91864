import { queryReader } from '../../http/request/read-query.ts';
import type { KeyState } from '../../http/request/request-state.ts';
import type { Handle } from '../../http/routes/route.ts';
import type { StreamServices } from '../../http/streams/open-stream.ts';
import type { StreamMessages } from '../streams/notification-stream.ts';
import { openNotifications, setStreamHead } from '../streams/open-notifications.ts';
import { endpointQuery, toEndpointRequest } from './endpoint-query.ts';

const LIST_CHANGED = { jsonrpc: '2.0', method: 'notifications/prompts/list_changed' };
/** Clients of these years connect again whenever a stream ends, whatever the reason. */
const MESSAGES: StreamMessages = {
  listChanged: Buffer.from(`event: message\ndata: ${JSON.stringify(LIST_CHANGED)}\n\n`),
};

/** Opens the stream of a client of 2024 or 2025. The SDK has none for servers without sessions. */
export function handleGet(services: StreamServices): Handle<KeyState> {
  const readRequest = queryReader(endpointQuery, toEndpointRequest);
  return async (ctx) => {
    readRequest(ctx);
    if (ctx.method === 'HEAD') return setStreamHead(ctx);
    await openNotifications(ctx, services, MESSAGES);
  };
}
