import { describe } from 'vitest';
import type { FreshStorage } from '../../support/storage/fresh-storage.ts';
import { keySuite } from './accounts/key.suite.ts';
import { rotationSuite } from './accounts/rotation.suite.ts';
import { signInSuite } from './accounts/sign-in.suite.ts';
import { signUpSuite } from './accounts/sign-up.suite.ts';
import { throttleSuite } from './accounts/throttle.suite.ts';
import { unauthorizedSuite } from './accounts/unauthorized.suite.ts';
import { callersSuite } from './callers/callers.suite.ts';
import { bodySuite } from './requests/body.suite.ts';
import { idempotencySuite } from './requests/idempotency.suite.ts';
import { corsSuite } from './server/cors.suite.ts';
import { protocolSuite } from './server/protocol.suite.ts';
import { countingSuite } from './stats/counting.suite.ts';
import { statsSuite } from './stats/stats.suite.ts';
import type { Suites, SuitesByTier } from './support/suites-by-tier.ts';
import { type TwoServices, twoServices } from './support/two-services.ts';

export const httpSuites: SuitesByTier<(services: () => TwoServices) => void> = {
  smoke: { 'an API key': keySuite },
  storageDependent: {
    'the list of key rotations': rotationSuite,
    'usage statistics': countingSuite,
    callers: callersSuite,
    'an idempotency key': idempotencySuite,
  },
  storageIndependent: {
    // What is counted, on all instances together, is in the contract of SignInThrottle.
    'guessing a password': throttleSuite,
    'signing in': signInSuite,
    'signing up': signUpSuite,
    'usage statistics of a time range': statsSuite,
  },
  onlyForm: {
    authentication: unauthorizedSuite,
    'a request body': bodySuite,
    'every response': protocolSuite,
    CORS: corsSuite,
  },
};

export function httpSuite(
  fresh: () => Promise<FreshStorage>,
  suites: Suites<(services: () => TwoServices) => void>,
): void {
  const services = twoServices(fresh);

  for (const [subject, suite] of Object.entries(suites)) describe(subject, () => suite(services));
}
