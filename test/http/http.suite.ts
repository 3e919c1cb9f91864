import { afterAll, beforeAll, describe } from 'vitest';
import type { FreshStorage } from '../support/fresh-storage.ts';
import { bodySuite } from './body.suite.ts';
import { corsSuite } from './cors.suite.ts';
import { countingSuite } from './counting.suite.ts';
import { keySuite } from './key.suite.ts';
import { protocolSuite } from './protocol.suite.ts';
import { rotationSuite } from './rotation.suite.ts';
import { signInSuite } from './sign-in.suite.ts';
import { signUpSuite } from './sign-up.suite.ts';
import { statsSuite } from './stats.suite.ts';
import { throttleSuite } from './throttle.suite.ts';
import { startTwoServices, type TwoServices } from './two-services.ts';
import { unauthorizedSuite } from './unauthorized.suite.ts';

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
