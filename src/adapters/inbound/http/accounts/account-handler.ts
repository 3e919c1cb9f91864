import Router from '@koa/router';
import type { OpenAccount, OpenAccountOutcome } from '../../../../application/accounts/open-account.ts';
import { busy, invalid, Rejection } from '../errors/rejection.ts';
import { BODY_BYTES_MAX, readJson } from '../request/read-json.ts';
import { withoutQuery } from '../request/read-query.ts';
import { answerTokenInfo } from './token-handlers.ts';
import { tokenOperations } from './token-operations.ts';

/** Mounted only while sign-up is open; otherwise this path does not exist. */
export function accountRoutes(openAccount: OpenAccount): Router {
  const router = new Router({ sensitive: true });

  router.post(tokenOperations.openAccount.path, withoutQuery, async (ctx) => {
    const outcome = await openAccount.execute(await readJson(ctx, tokenOperations.openAccount.body, BODY_BYTES_MAX));
    if (outcome.kind !== 'opened') throw refusedApplication(outcome);
    ctx.status = 201;
    answerTokenInfo(ctx, outcome.account, outcome.key);
  });

  return router;
}

type Refusal = Exclude<OpenAccountOutcome, { readonly kind: 'opened' }>;

export function refusedApplication(refusal: Refusal): Rejection {
  switch (refusal.kind) {
    case 'invalid':
      return invalid(refusal.problems);
    case 'email-taken':
      return new Rejection(409, 'email_taken');
    case 'busy':
      return busy();
  }
}
