import { afterAll, beforeAll, describe } from 'vitest';
import type { FreshStorage } from '../../support/storage/fresh-storage.ts';
import { keySuite } from './accounts/key.suite.ts';
import { rotationSuite } from './accounts/rotation.suite.ts';
import { signInSuite } from './accounts/sign-in.suite.ts';
import { signUpSuite } from './accounts/sign-up.suite.ts';
import { throttleSuite } from './accounts/throttle.suite.ts';
import { unauthorizedSuite } from './accounts/unauthorized.suite.ts';
import { bodySuite } from './requests/body.suite.ts';
import { corsSuite } from './server/cors.suite.ts';
import { protocolSuite } from './server/protocol.suite.ts';
import { countingSuite } from './stats/counting.suite.ts';
import { statsSuite } from './stats/stats.suite.ts';
import { startTwoServices, type TwoServices } from './support/two-services.ts';

const parts = {
  'the key': keySuite,
  'signing in': signInSuite,
  'guessing passwords': throttleSuite,
  'every refusal to show a key': unauthorizedSuite,
  'the list of rotations': rotationSuite,
  'signing up': signUpSuite,
  'a body': bodySuite,
  'every answer': protocolSuite,
  'pages of other origins': corsSuite,
  'the statistics': countingSuite,
  'the statistics of a stretch of time': statsSuite,
};

/** Everything that a client can rely on, whatever the storage. Tests share the services and never an account. */
export function httpSuite(fresh: () => Promise<FreshStorage>): void {
  let storage: FreshStorage;
  let services: TwoServices;

  beforeAll(async () => {
    storage = await fresh();
    services = await startTwoServices(storage.url);
  });

  afterAll(async () => {
    await services.installation.dispose();
    await storage.dispose();
  });

  for (const [subject, suite] of Object.entries(parts)) describe(subject, () => suite(() => services));
}
