import { describe } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { dashboardSuite } from './dashboard.suite.ts';
import { setupSuite } from './setup.suite.ts';

/** The other storages are left to test/proof. */
const storages = realStorages.filter(({ name }) => name === 'sqlite');

describe.each(storages)('the dashboard of two services on $name', (storage) => dashboardSuite(storage));
describe.each(storages)('the first account on $name', setupSuite);
