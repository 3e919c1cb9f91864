import { describe } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { httpSuite, httpSuites } from './http.suite.ts';
import { fastSuites } from './support/suites-by-tier.ts';

describe.each(realStorages)('two services on $name', ({ name, fresh }) => {
  httpSuite(fresh, fastSuites(name, httpSuites));
});
