import { describe } from 'vitest';
import { realStorages } from '../../../support/storage/fresh-storage.ts';
import { promisesSuite } from './promises.suite.ts';

/** As many as the promise names on the backend that is fastest to fill; the others page by the same key. */
const promptsOn = (storage: string): number => (storage === 'sqlite' ? 10_000 : 1000);

describe.each(realStorages)('under load, two services on $name', ({ name, fresh }) => {
  promisesSuite(fresh, promptsOn(name));
});
