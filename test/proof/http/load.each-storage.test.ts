import { describe } from 'vitest';
import { loadSuite } from '../../adapters/http/prompts/load.suite.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

/** The longest list is on the storage that is fastest to fill; the others page by the same key. */
const promptsOn = (storage: string): number => (storage === 'sqlite' ? 10_000 : 1000);

describe.each(realStorages)('under full load, two services on $name', ({ name, fresh }) => {
  loadSuite(fresh, { tries: 1000, prompts: promptsOn(name) });
});
