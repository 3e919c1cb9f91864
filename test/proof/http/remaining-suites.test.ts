import { describe } from 'vitest';
import { httpSuite, httpSuites } from '../../adapters/http/http.suite.ts';
import { promptsSuite, promptsSuites } from '../../adapters/http/prompts/prompts.suite.ts';
import { proofSuites } from '../../adapters/http/support/suites-by-tier.ts';
import { proofSize } from '../../support/proof-size.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

/** Those on which `proofSuites` has any. */
const names = proofSize({ usual: ['redis'], full: ['postgres', 'redis', 'redis-cluster'] });
const storages = realStorages.filter(({ name }) => names.includes(name));

describe.each(storages)('two services on $name', ({ name, fresh }) => {
  httpSuite(fresh, proofSuites(name, httpSuites));
});

describe.each(storages)('prompts of two services on $name', ({ name, fresh }) => {
  promptsSuite(fresh, proofSuites(name, promptsSuites));
});
