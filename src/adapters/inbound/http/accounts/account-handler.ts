import type { OpenAccount, OpenAccountOutcome } from '../../../../application/accounts/open-account.ts';
import { busy, invalid, Rejection } from '../errors/rejection.ts';
import { BODY_BYTES_MAX, readJson } from '../request/read-json.ts';
import type { Handle } from '../request/route.ts';
import { respondTokenInfo } from './token-handlers.ts';
import { tokenOperations } from './token-operations.ts';

export interface AccountServices {
  readonly openAccount: OpenAccount;
  readonly signupOpen: boolean;
}

export const openAccount =
  ({ openAccount }: AccountServices): Handle =>
  async (ctx) => {
    const outcome = await openAccount.execute(await readJson(ctx, tokenOperations.openAccount.body, BODY_BYTES_MAX));
    if (outcome.kind !== 'opened') throw rejectApplication(outcome);
    ctx.status = 201;
    respondTokenInfo(ctx, outcome.account, outcome.key);
  };

export function rejectApplication(outcome: Exclude<OpenAccountOutcome, { readonly kind: 'opened' }>): Rejection {
  switch (outcome.kind) {
    case 'invalid':
      return invalid(outcome.problems);
    case 'email-taken':
      return new Rejection('email_taken');
    case 'busy':
      return busy();
  }
}
