import { afterAll, beforeAll, describe } from 'vitest';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { startTwoServices, type TwoServices } from '../http/support/two-services.ts';
import { keySuite } from './key.suite.ts';
import { passwordSuite } from './password.suite.ts';
import { promptsSuite } from './prompts.suite.ts';
import { sameOriginSuite } from './same-origin.suite.ts';
import { sessionSuite } from './session.suite.ts';

const parts = {
  'a session': sessionSuite,
  'a change of password': passwordSuite,
  'the key': keySuite,
  'prompts and statistics': promptsSuite,
  'requests of other pages': sameOriginSuite,
};

/** What the pages rely on, whatever the storage. */
describe.each(realStorages)('the dashboard of two services on $name', ({ fresh }) => {
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
});
