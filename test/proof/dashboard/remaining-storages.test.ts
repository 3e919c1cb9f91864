import { describe } from 'vitest';
import { dashboardSuite } from '../../adapters/dashboard/dashboard.suite.ts';
import { setupSuite } from '../../adapters/dashboard/setup.suite.ts';
import { distinctStorages } from '../../support/storage/distinct-storages.ts';

/** The fast tier runs the suites on SQLite. */
const storages = distinctStorages.filter(({ name }) => name !== 'sqlite');

describe.each(storages)('the dashboard of two services on $name', dashboardSuite);
describe.each(storages)('the first account on $name', setupSuite);
