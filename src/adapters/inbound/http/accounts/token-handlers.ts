import Router from '@koa/router';
import type { Context } from 'koa';
import type { AuthenticateKey } from '../../../../application/keys/authenticate-key.ts';
import type { RotatePresentedKey } from '../../../../application/keys/rotate-presented-key.ts';
import type { SignIn } from '../../../../application/keys/sign-in.ts';
import type { AccountIdentity } from '../../../../domain/accounts/account.ts';
import type { ApiKey } from '../../../../domain/accounts/api-key.ts';
import { bearerKey, carriesCredential } from '../auth/bearer-key.ts';
import { admit, authenticate } from '../auth/require-key.ts';
import { answerUnauthorized, busy, JSON_TYPE, tooManyFailures } from '../errors/rejection.ts';
import { clientAddress } from '../request/client-address.ts';
import { AUTH_BODY_BYTES_MAX, readJson } from '../request/read-json.ts';
import { refuseQuery, withoutQuery } from '../request/read-query.ts';
import { tokenOperations } from './token-operations.ts';

export interface TokenUseCases {
  readonly signIn: SignIn;
  readonly authenticateKey: AuthenticateKey;
  readonly rotatePresentedKey: RotatePresentedKey;
}

/** The question that programs ask most. */
export function verifyRoutes(authenticateKey: AuthenticateKey): Router {
  const router = new Router({ sensitive: true });

  router.get(tokenOperations.verify.path, async (ctx) => {
    const key = bearerKey(ctx.req);
    const account = key && (await authenticateKey.execute(key));
    if (!key || !account) return answerUnauthorized(ctx, carriesCredential(ctx.req));
    admit(ctx, account);
    refuseQuery(ctx);
    answerTokenInfo(ctx, account, key);
  });

  return router;
}

export function tokenRoutes(
  { signIn, authenticateKey, rotatePresentedKey }: TokenUseCases,
  trustedHops: number,
): Router {
  const router = new Router({ sensitive: true });

  router.post(tokenOperations.signIn.path, withoutQuery, async (ctx) => {
    const { email, password } = await readJson(ctx, tokenOperations.signIn.body, AUTH_BODY_BYTES_MAX);
    const outcome = await signIn.execute({ email, password, address: clientAddress(ctx.req, trustedHops) });
    switch (outcome.kind) {
      case 'signed-in':
        return answerTokenInfo(ctx, outcome.account, outcome.key);
      case 'wrong-credentials':
        return answerUnauthorized(ctx, false);
      case 'throttled':
        throw tooManyFailures(outcome.waitMs);
      case 'busy':
        throw busy();
      default:
        return outcome satisfies never;
    }
  });

  router.delete(tokenOperations.reset.path, authenticate(authenticateKey), withoutQuery, async (ctx) => {
    const key = bearerKey(ctx.req);
    const origin = { by: 'api', address: clientAddress(ctx.req, trustedHops) } as const;
    const outcome = key && (await rotatePresentedKey.execute(ctx.state.account.id, key, origin));
    if (outcome?.kind !== 'rotated') return answerUnauthorized(ctx, carriesCredential(ctx.req));
    ctx.body = { token: outcome.key.reveal() };
  });

  return router;
}

export function answerTokenInfo(ctx: Context, { id, email, name }: AccountIdentity, key: ApiKey): void {
  ctx.set('Content-Type', JSON_TYPE);
  ctx.body = JSON.stringify({ token: key.reveal(), userId: id, email, name });
}
