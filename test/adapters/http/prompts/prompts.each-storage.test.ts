import { describe } from 'vitest';
import { realStorages } from '../../../support/storage/fresh-storage.ts';
import { BRIDGED_CLIENTS } from '../../mcp/bridge/bridge-clients.ts';
import { bridgeSuites } from '../../mcp/bridge/bridge-suites.ts';
import { fastSuites } from '../support/suites-by-tier.ts';
import { promptsSuite, promptsSuites } from './prompts.suite.ts';

describe.each(realStorages)('prompts of two services on $name', ({ name, fresh }) => {
  // With one client: the bridge knows nothing of their generations, and test/proof has the others.
  const bridged = name === 'sqlite' ? bridgeSuites(BRIDGED_CLIENTS.slice(0, 1)) : {};
  promptsSuite(fresh, { ...fastSuites(name, promptsSuites), ...bridged });
});
