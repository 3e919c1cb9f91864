import { afterAll, beforeAll, describe } from 'vitest';
import type { FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { startTwoServices, type TwoServices } from '../http/support/two-services.ts';
import { keySuite } from './key.suite.ts';
import { passwordSuite } from './password.suite.ts';
import { promptsSuite } from './prompts.suite.ts';
import { sameOriginSuite } from './same-origin.suite.ts';
import { sessionSuite } from './session.suite.ts';
import { usageSuite } from './usage.suite.ts';

const suites = {
  'a session': sessionSuite,
  'a change of password': passwordSuite,
  'the API key': keySuite,
  'prompts and statistics': promptsSuite,
  'refused calls and the usage of a prompt': usageSuite,
  'cross-origin requests': sameOriginSuite,
};

/** Guarantees of the dashboard API on every storage. */
export function dashboardSuite({ fresh }: (typeof realStorages)[number]): void {
  let storage: FreshStorage;
  let services: TwoServices;

  beforeAll(async () => {
    storage = await fresh();
    services = await startTwoServices(storage.url);
  });
  afterAll(async () => {
    await services.dispose();
    await storage.dispose();
  });

  for (const [subject, suite] of Object.entries(suites)) describe(subject, () => suite(() => services));
}
