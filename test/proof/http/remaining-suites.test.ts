import { describe } from 'vitest';
import { httpSuite, httpSuites } from '../../adapters/http/http.suite.ts';
import { promptsSuite, promptsSuites } from '../../adapters/http/prompts/prompts.suite.ts';
import { proofSuites, usualProofSuites } from '../../adapters/http/support/suites-by-tier.ts';
import { proofSize } from '../../support/proof-size.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

/** The fast tier runs every suite on SQLite. */
const storages = realStorages.filter(({ name }) => name !== 'sqlite');

const suitesOn = proofSize({ usual: usualProofSuites, full: proofSuites });

describe.each(storages)('two services on $name', ({ name, fresh }) => {
  httpSuite(fresh, suitesOn(name, httpSuites));
});

describe.each(storages)('prompts of two services on $name', ({ name, fresh }) => {
  promptsSuite(fresh, suitesOn(name, promptsSuites));
});
