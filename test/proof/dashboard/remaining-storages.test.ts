import { describe } from 'vitest';
import { dashboardSuite, sessions } from '../../adapters/dashboard/dashboard.suite.ts';
import { setupSuite } from '../../adapters/dashboard/setup.suite.ts';
import { proofSize } from '../../support/proof-size.ts';
import { distinctStorages } from '../../support/storage/distinct-storages.ts';

/** The fast tier runs the suites on SQLite. */
const storages = distinctStorages.filter(({ name }) => name !== 'sqlite');

/** The ports of all suites have contracts, which run on every storage. */
const { chosen, setup } = proofSize({
  usual: { chosen: sessions, setup: [] },
  full: { chosen: undefined, setup: storages },
});

describe.each(storages)('the dashboard of two services on $name', (storage) => dashboardSuite(storage, chosen));
describe.each(setup)('the first account on $name', setupSuite);
