import { describe } from 'vitest';
import { realStorages } from '../../../support/storage/fresh-storage.ts';
import { bridgeSuites } from '../../mcp/bridge/bridge-suites.ts';
import { fastSuites } from '../support/suites-by-tier.ts';
import { promptsSuite, promptsSuites } from './prompts.suite.ts';

describe.each(realStorages)('prompts of two services on $name', ({ name, fresh }) => {
  const bridged = name === 'sqlite' ? bridgeSuites : {};
  promptsSuite(fresh, { ...fastSuites(name, promptsSuites), ...bridged });
});
