import Router from '@koa/router';
import type { OpenAccount } from '../../../application/accounts/open-account.ts';
import { HttpRejection, invalid, tooManyRequests } from './errors.ts';
import { BODY_BYTES_MAX, readJson } from './read-json.ts';
import { tokenOperations } from './token-operations.ts';
import { answerTokenInfo } from './token-routes.ts';

const BUSY_WAIT_MS = 2000;

/** Mounted only while sign-up is open; otherwise this path does not exist. */
export function accountRoutes(openAccount: OpenAccount): Router {
  const router = new Router({ sensitive: true });

  router.post(tokenOperations.openAccount.path, async (ctx) => {
    const outcome = await openAccount.execute(await readJson(ctx, tokenOperations.openAccount.body, BODY_BYTES_MAX));
    switch (outcome.kind) {
      case 'opened':
        ctx.status = 201;
        return answerTokenInfo(ctx, outcome.account, outcome.key);
      case 'invalid':
        throw invalid(outcome.problems);
      case 'email-taken':
        throw new HttpRejection(409, 'email_taken');
      case 'busy':
        throw tooManyRequests('busy', BUSY_WAIT_MS);
      default:
        return outcome satisfies never;
    }
  });

  return router;
}
