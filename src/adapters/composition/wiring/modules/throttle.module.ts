import { ContainerModule } from 'inversify';
import { RecordedSignInThrottle } from '../../../outbound/throttle/recorded-sign-in-throttle.ts';
import { RecordedSignUpThrottle } from '../../../outbound/throttle/recorded-sign-up-throttle.ts';
import { TimedRejectionDelay } from '../../../outbound/throttle/timed-rejection-delay.ts';
import { tokens } from '../tokens/tokens.ts';

/** The records are bound by the storage's module. */
export const throttleModule = (signUpsPerHour: number): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(tokens.signInThrottle).toResolvedValue(
      (records) => new RecordedSignInThrottle(records),
      [tokens.throttleRecords],
    );
    bind(tokens.signUpThrottle).toResolvedValue(
      (records) => new RecordedSignUpThrottle(records, signUpsPerHour),
      [tokens.throttleRecords],
    );
    bind(tokens.rejectionDelay).toResolvedValue(() => new TimedRejectionDelay());
  });
