import type { IncomingMessage } from 'node:http';
import type { TallyCalls } from '../../../../application/usage/tally-calls.ts';
import { type ClientName, clientNameOf } from '../../../../domain/usage/client-name.ts';
import { BoundedCache } from '../../../limits/bounded-cache.ts';
import { clientAddress } from '../request/client-address.ts';
import type { KeyState, RequestContext } from '../request/request-state.ts';

/** Counts a finished request if it carried a valid key; never twice. */
export type CountCall = (ctx: RequestContext) => void;

export const countCallsWith = (tally: TallyCalls, trustedHops: number): CountCall => {
  const names = new ClientNames();
  return (ctx) => {
    const state = ctx.state as Partial<KeyState>;
    const { account, authenticatedAt: at, route, promptRead: read, listedLabel, via = 'api' } = state;
    if (at === undefined || !account || !route) return;
    const { code, requestId = '' } = state;
    state.authenticatedAt = undefined;
    const client = names.of(ctx.req);
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

/** Caches the names that headers stand for: few programs send most requests. */
class ClientNames {
  private readonly byHeader = new BoundedCache<ClientName>(NAMES_MAX);
  private readonly byUserAgent = new BoundedCache<ClientName>(NAMES_MAX);

  of({ headers }: IncomingMessage): ClientName {
    const header = headers['x-client-name'];
    if (typeof header === 'string' && header.trim() !== '') {
      return this.byHeader.get(header) ?? cache(this.byHeader, header, clientNameOf(header, undefined));
    }
    const userAgent = headers['user-agent'] ?? '';
    return this.byUserAgent.get(userAgent) ?? cache(this.byUserAgent, userAgent, clientNameOf(undefined, userAgent));
  }
}

function cache(names: BoundedCache<ClientName>, text: string, name: ClientName): ClientName {
  if (text.length <= CACHED_CHARACTERS_MAX) names.set(text, name);
  return name;
}
