import type { StreamCredential, StreamCredentials } from '../../../../application/changes/watch/stream-credential.ts';
import type { AccountState, SessionState } from '../request/request-state.ts';
import type { RouteContext } from '../routes/route.ts';

/** The key or session that the guard has let through, to be looked up again. */
export function streamCredentialOf(
  ctx: RouteContext<AccountState>,
  credentials: Pick<StreamCredentials, 'ofKey' | 'ofSession'>,
): StreamCredential {
  const { account, credential } = ctx.state;
  if (credential.kind === 'key') return credentials.ofKey(credential, account.id);
  return credentials.ofSession((ctx.state as SessionState).session);
}
