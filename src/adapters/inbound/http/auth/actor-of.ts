import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { Actor, Credential } from '../../../../domain/accounts/actor.ts';
import type { Channel } from '../../../../domain/channel.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { AccountState, KeyState, RequestContext, SessionState } from '../request/request-state.ts';

/** The actor of a request's changes: the key or session that the guard of its route has let through. */
export type ActorOf = (ctx: RequestContext<AccountState>) => Actor & { readonly credential: Credential };

export const actorWithKey =
  (channel: Channel, authenticateKey: Pick<AuthenticateKey, 'credentialOf'>): ActorOf =>
  ({ state }) => {
    const { key } = state as Partial<KeyState>;
    invariant(key !== undefined, 'a key was looked up');
    return { channel, credential: authenticateKey.credentialOf(key) };
  };

export const actorWithSession: ActorOf = ({ state }) => {
  const { session } = state as Partial<SessionState>;
  invariant(session !== undefined, 'a session was found');
  return { channel: 'dashboard', credential: { kind: 'session', epoch: session.epoch } };
};
