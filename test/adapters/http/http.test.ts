import { describe } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { httpSuite } from './http.suite.ts';

describe.each(realStorages)('two services on $name', ({ fresh }) => {
  httpSuite(fresh);
});
