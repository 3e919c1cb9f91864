import type { SignUp, SignUpOutcome } from '../../../../application/accounts/sign-up.ts';
import { BODY_BYTES_MAX, readJson } from '../../http/body/read-json.ts';
import { busy, invalid, Rejection, tooManySignUps } from '../../http/errors/rejection.ts';
import { clientAddress } from '../../http/request/client-address.ts';
import type { Handle } from '../../http/routes/route.ts';
import { respondTokenInfo } from './token-handlers.ts';
import { tokenOperations } from './token-operations.ts';

export interface AccountServices {
  readonly signUp: SignUp;
  readonly signupOpen: boolean;
  readonly trustedHops: number;
}

export const openAccount =
  ({ signUp, trustedHops }: AccountServices): Handle =>
  async (ctx) => {
    const application = await readJson(ctx, tokenOperations.openAccount.body, BODY_BYTES_MAX);
    const outcome = await signUp.execute(application, clientAddress(ctx.req, trustedHops));
    if (outcome.kind !== 'opened') throw rejectApplication(outcome);
    respondTokenInfo(ctx, outcome.account, outcome.key, { status: 201 });
  };

export function rejectApplication(outcome: Exclude<SignUpOutcome, { readonly kind: 'opened' }>): Rejection {
  switch (outcome.kind) {
    case 'invalid':
      return invalid(outcome.problems);
    case 'email-taken':
      return new Rejection('email_taken');
    case 'throttled':
      return tooManySignUps(outcome.waitMs);
    case 'busy':
      return busy();
  }
}
