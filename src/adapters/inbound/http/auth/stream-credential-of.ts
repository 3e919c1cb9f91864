import type { StreamCredential, StreamCredentials } from '../../../../application/changes/watch/stream-credential.ts';
import { invariant } from '../../../../domain/invariant.ts';
import type { AccountState, KeyState, SessionState } from '../request/request-state.ts';
import type { RouteContext } from '../routes/route.ts';

/** The key or session that the guard has let through, to be looked up again. */
export function streamCredentialOf(
  ctx: RouteContext<AccountState>,
  credentials: Pick<StreamCredentials, 'ofKey' | 'ofSession'>,
): StreamCredential {
  const { account, key, session } = ctx.state as AccountState &
    Partial<Pick<KeyState & SessionState, 'key' | 'session'>>;
  if (session) return credentials.ofSession(session);
  invariant(key !== undefined, 'an account is known by its key or by a session');
  return credentials.ofKey(key, account.id);
}
