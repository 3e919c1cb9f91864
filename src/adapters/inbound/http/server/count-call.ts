import type { IncomingMessage } from 'node:http';
import type { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import { type ClientName, clientNameOf } from '../../../../domain/usage/client-name.ts';
import { BoundedCache } from '../../../limits/bounded-cache.ts';
import { clientAddress } from '../request/client-address.ts';
import type { KeyState, RequestContext } from '../request/request-state.ts';

/** Counts a finished request if it carried a valid key; never twice. */
export type CountCall = (ctx: RequestContext) => void;

export const countCallsWith = (tally: TallyCalls, trustedHops: number): CountCall => {
  const names = new BoundedCache<ClientName>(NAMES_MAX);
  return (ctx) => {
    const state = ctx.state as Partial<KeyState>;
    const { account, authenticatedAt: at, route, promptRead: read, listedLabel, via = 'api' } = state;
    if (at === undefined || !account || !route) return;
    const { code, requestId = '' } = state;
    state.authenticatedAt = undefined;
    const client = nameOf(ctx.req, names);
    const address = clientAddress(ctx.req, trustedHops);
    const { statusCode: status } = ctx.res;
    tally.record({
      accountId: account.id,
      at,
      route: route.documented,
      status,
      read,
      listedLabel,
      client,
      address,
      via,
      code,
      requestId,
    });
  };
};

const NAMES_MAX = 1000;
const CACHED_CHARACTERS_MAX = 256;

/** The name of the program, cached by the headers that it stands for: few programs send most requests. */
function nameOf({ headers }: IncomingMessage, names: BoundedCache<ClientName>): ClientName {
  const header = headers['x-client-name'];
  const given = typeof header === 'string' ? header : undefined;
  const userAgent = headers['user-agent'];
  const sent = `${given ?? ''}\n${userAgent ?? ''}`;
  const cached = names.get(sent);
  if (cached !== undefined) return cached;
  const name = clientNameOf(given, userAgent);
  if (sent.length <= CACHED_CHARACTERS_MAX) names.set(sent, name);
  return name;
}
