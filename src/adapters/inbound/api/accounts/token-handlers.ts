import type { CheckPasswordOutcome } from '../../../../application/accounts/check-password.ts';
import type { RotatePresentedKey } from '../../../../application/keys/rotate-presented-key.ts';
import type { SignIn, SignInOutcome } from '../../../../application/keys/sign-in.ts';
import type { AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { ApiKey } from '../../../../domain/accounts/api-key.ts';
import { AUTH_BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { busy, tooManyFailures } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import type { IdentityState, KeyState, RequestContext } from '../../http/request/request-state.ts';
import { type ResponseHead, respondJson } from '../../http/response/respond-json.ts';
import { respondUnauthorized } from '../../http/response/respond-unauthorized.ts';
import type { Handle } from '../../http/routes/route.ts';
import { tokenOperations } from './token-operations.ts';

export interface TokenServices {
  readonly signIn: Pick<SignIn, 'execute'>;
  readonly rotatePresentedKey: RotatePresentedKey;
  readonly trustedHops: number;
}

/** The most frequent request of all. */
export const verifyKey = (): Handle<IdentityState> => (ctx) => {
  ctx.state.isSettled = true;
  respondTokenInfo(ctx, ctx.state.account, ctx.state.key);
};

export const signIn =
  ({ signIn, trustedHops }: TokenServices): Handle =>
  async (ctx) => {
    const { email, password } = await readJson(ctx, tokenOperations.signIn.body, AUTH_BODY_BYTES_MAX);
    const outcome = await signIn.execute({ email, password, address: clientAddress(ctx.req, trustedHops) });
    if (outcome.kind !== 'signed-in') return refuseSignIn(ctx, outcome);
    respondTokenInfo(ctx, outcome.account, outcome.key);
  };

type SignInRefusal = Exclude<SignInOutcome | CheckPasswordOutcome, { readonly kind: 'signed-in' | 'right' }>;

/** Responds to a wrong password, or to one that was not even checked. */
export function refuseSignIn(ctx: RequestContext, outcome: SignInRefusal): void {
  switch (outcome.kind) {
    case 'wrong':
    case 'wrong-credentials':
      respondUnauthorized(ctx, false);
      break;
    case 'throttled':
      throw tooManyFailures(outcome.waitMs);
    case 'busy':
      throw busy();
    default:
      outcome satisfies never;
  }
}

export const rotateKey =
  ({ rotatePresentedKey, trustedHops }: TokenServices): Handle<KeyState> =>
  async (ctx) => {
    const origin = { by: 'api', address: clientAddress(ctx.req, trustedHops) } as const;
    const outcome = await rotatePresentedKey.execute(ctx.state.account.id, ctx.state.credential, origin);
    if (outcome.kind !== 'rotated') return respondUnauthorized(ctx, true);
    respondJson(ctx, JSON.stringify({ token: outcome.key.reveal() }));
  };

export function respondTokenInfo(
  ctx: RequestContext,
  { id, email, name }: AccountIdentity,
  key: ApiKey,
  head?: ResponseHead,
): void {
  respondJson(ctx, JSON.stringify({ token: key.reveal(), userId: id, email, name }), head);
}
