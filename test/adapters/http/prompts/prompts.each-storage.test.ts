import { describe } from 'vitest';
import { realStorages } from '../../../support/storage/fresh-storage.ts';
import { fastSuites } from '../support/suites-by-tier.ts';
import { promptsSuite, promptsSuites } from './prompts.suite.ts';

describe.each(realStorages)('prompts of two services on $name', ({ name, fresh }) => {
  promptsSuite(fresh, fastSuites(name, promptsSuites));
});
