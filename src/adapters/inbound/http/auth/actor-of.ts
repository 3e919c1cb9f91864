import type { Actor, Credential } from '../../../../domain/accounts/actor.ts';
import type { Channel } from '../../../../domain/channel.ts';
import type { AccountState, RequestContext } from '../request/request-state.ts';

/** The actor of a request's changes: the key or session that the guard of its route has let through. */
export type ActorOf = (ctx: RequestContext<AccountState>) => Actor & { readonly credential: Credential };

export const actorThrough =
  (channel: Channel): ActorOf =>
  ({ state }) => ({ channel, credential: state.credential });
