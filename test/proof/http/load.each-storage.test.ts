import { describe } from 'vitest';
import { loadSuite } from '../../adapters/http/prompts/load.suite.ts';
import { proofSize } from '../../support/proof-size.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

/** The longest list is on the storage that is fastest to fill; the others page by the same key. */
const { tries, longest, prompts } = proofSize({
  usual: { tries: 300, longest: 2000, prompts: 500 },
  full: { tries: 1000, longest: 10_000, prompts: 1000 },
});

describe.each(realStorages)('under full load, two services on $name', ({ name, fresh }) => {
  loadSuite(fresh, { tries, prompts: name === 'sqlite' ? longest : prompts });
});
