import { describe } from 'vitest';
import { promptsSuite } from '../../adapters/http/prompts/prompts.suite.ts';
import { BRIDGED_CLIENTS } from '../../adapters/mcp/bridge/bridge-clients.ts';
import { bridgeSuites } from '../../adapters/mcp/bridge/bridge-suites.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

/** The fast tier has the first client. */
const others = BRIDGED_CLIENTS.slice(1);

describe.each(realStorages.filter(({ name }) => name === 'sqlite'))('two services on $name', ({ fresh }) => {
  promptsSuite(fresh, bridgeSuites(others));
});
