import { afterAll, beforeAll, describe } from 'vitest';
import type { FreshStorage } from '../../../support/storage/fresh-storage.ts';
import { startTwoServices, type TwoServices } from '../support/two-services.ts';
import { badRequestsSuite } from './bad-requests.suite.ts';
import { conditionsSuite } from './conditions.suite.ts';
import { strangersSuite } from './isolation.suite.ts';
import { labelsSuite } from './labels.suite.ts';
import { limitsSuite } from './limits.suite.ts';
import { listsSuite } from './lists.suite.ts';
import { readingSuite } from './reading.suite.ts';
import { renderingSuite } from './rendering.suite.ts';
import { storySuite } from './story.suite.ts';
import { aDesk, type Desk } from './support/client.ts';
import { transferSuite } from './transfer.suite.ts';
import { versionsSuite } from './versions.suite.ts';
import { writingSuite } from './writing.suite.ts';

const parts = {
  'the whole story': storySuite,
  'writing a prompt': writingSuite,
  'a version': versionsSuite,
  'a label': labelsSuite,
  'reading a prompt': readingSuite,
  'a condition': conditionsSuite,
  'a list': listsSuite,
  'rendering and comparing': renderingSuite,
  'a limit': limitsSuite,
  'a bad request': badRequestsSuite,
  'another account': strangersSuite,
  'export and import': transferSuite,
};

/** Everything that a client can rely on about prompts, whatever the storage. */
export function promptsSuite(fresh: () => Promise<FreshStorage>): void {
  let storage: FreshStorage;
  let services: TwoServices;
  let desk: Desk;

  beforeAll(async () => {
    storage = await fresh();
    services = await startTwoServices(storage.url);
    desk = await aDesk(services);
  });

  afterAll(async () => {
    await services.installation.dispose();
    await storage.dispose();
  });

  for (const [subject, suite] of Object.entries(parts)) describe(subject, () => suite(() => desk));
}
