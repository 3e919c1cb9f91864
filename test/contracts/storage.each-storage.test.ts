import { describe } from 'vitest';
import { backends } from '../support/storage/backends.ts';
import { accountRepositoryContract } from './accounts/account-repository.contract.ts';
import { firstAccountContract } from './accounts/first-account.contract.ts';
import { keyStorageContract } from './accounts/key-storage.contract.ts';
import { keyringRegisterContract } from './accounts/keyring-register.contract.ts';
import { sessionStoreContract } from './accounts/session-store.contract.ts';
import { signInThrottleContract } from './accounts/sign-in-throttle.contract.ts';
import { signUpThrottleContract } from './accounts/sign-up-throttle.contract.ts';
import { callersContract } from './usage/callers.contract.ts';
import { usageLogContract } from './usage/usage-log.contract.ts';
import { usageSummaryContract } from './usage/usage-summary.contract.ts';
import { webhookDeliveriesContract } from './webhooks/webhook-deliveries.contract.ts';
import { webhooksContract } from './webhooks/webhooks.contract.ts';

describe.each(backends)('$name', ({ createStorage }) => {
  accountRepositoryContract(createStorage);
  firstAccountContract(createStorage);
  keyStorageContract(createStorage);
  keyringRegisterContract(createStorage);
  sessionStoreContract(createStorage);
  signInThrottleContract(createStorage);
  signUpThrottleContract(createStorage);
  usageLogContract(createStorage);
  usageSummaryContract(createStorage);
  callersContract(createStorage);
  webhooksContract(createStorage);
  webhookDeliveriesContract(createStorage);
});
