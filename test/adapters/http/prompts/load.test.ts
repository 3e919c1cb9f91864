import { describe } from 'vitest';
import { realStorages } from '../../../support/storage/fresh-storage.ts';
import { loadSuite } from './load.suite.ts';

/** Small enough for every run; test/proof/http has all storages, and the full size. */
describe.each(realStorages.filter(({ name }) => name === 'sqlite'))(
  'under load, two services on $name',
  ({ fresh }) => {
    loadSuite(fresh, { tries: 100, prompts: 500 });
  },
);
