import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { CallInterface } from '../../../../domain/usage/caller.ts';
import type { GuardedState, KeyState, RevisionState } from '../request/request-state.ts';
import { respondUnauthorized } from '../response/respond-unauthorized.ts';
import type { Guard, RouteContext } from '../routes/route.ts';
import { BEARER_ONLY, type KeyTransport } from './bearer-key.ts';
import { handleWhileValid } from './handle-while-valid.ts';

/** Lets requests through that carry the key of an account. The key is parsed and looked up here and nowhere else. */
export const requireKey =
  (
    authenticateKey: AuthenticateKey,
    { readKey, carriesCredential }: KeyTransport = BEARER_ONLY,
    via?: CallInterface,
  ): Guard =>
  (handle, { needsRevision, isRead }) =>
    async function requireKey(ctx) {
      const state = ctx.state as KeyState & RevisionState;
      const key = readKey(ctx.req);
      if (!key) return respondUnauthorized(ctx, carriesCredential(ctx.req));
      const credential = authenticateKey.credentialOf(key);
      let account: Pick<AccountIdentity, 'id'> | undefined;
      if (needsRevision) {
        const owner = await authenticateKey.withRevision(credential);
        if (owner) state.promptsState = owner.promptsState;
        account = owner;
      } else {
        account = await authenticateKey.execute(credential);
      }
      if (!account) return respondUnauthorized(ctx, carriesCredential(ctx.req));

      state.key = key;
      state.credential = credential;
      state.account = account;
      state.authenticatedAt = Date.now();
      if (via !== undefined) state.via = via;
      // Outside any try: an error of the handler is not an authentication failure.
      const isStillValid = async () => (await authenticateKey.execute(credential))?.id === account.id;
      const wasValid = await handleWhileValid(ctx as RouteContext<GuardedState>, handle, { isRead }, isStillValid);
      if (!wasValid) respondUnauthorized(ctx, true);
    };
