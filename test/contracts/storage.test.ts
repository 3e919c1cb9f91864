import { describe } from 'vitest';
import { backends } from '../support/backends.ts';
import { accountRepositoryContract } from './account-repository.contract.ts';
import { firstAccountContract } from './first-account.contract.ts';
import { keyStorageContract } from './key-storage.contract.ts';
import { keyringRegisterContract } from './keyring-register.contract.ts';
import { sessionStoreContract } from './session-store.contract.ts';
import { signInThrottleContract } from './sign-in-throttle.contract.ts';
import { usageLogContract } from './usage-log.contract.ts';
import { usageSummaryContract } from './usage-summary.contract.ts';

describe.each(backends)('$name', ({ newPlace }) => {
  accountRepositoryContract(newPlace);
  firstAccountContract(newPlace);
  keyStorageContract(newPlace);
  keyringRegisterContract(newPlace);
  sessionStoreContract(newPlace);
  signInThrottleContract(newPlace);
  usageLogContract(newPlace);
  usageSummaryContract(newPlace);
});
