import { describe } from 'vitest';
import { realStorages } from '../../../support/storage/fresh-storage.ts';
import { promptsSuite } from './prompts.suite.ts';

describe.each(realStorages)('prompts of two services on $name', ({ fresh }) => {
  promptsSuite(fresh);
});
