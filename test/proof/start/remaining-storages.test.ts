import { describe } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { storageSuite } from '../../system/start/storage.suite.ts';

/** The fast tier runs the suite on SQLite. */
describe.each(realStorages.filter(({ name }) => name !== 'sqlite'))('on $name', storageSuite);
