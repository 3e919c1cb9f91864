import { describe } from 'vitest';
import { distinctStorages } from '../../support/storage/distinct-storages.ts';
import { storageSuite } from '../../system/start/storage.suite.ts';

/** The fast tier runs the suite on SQLite. */
describe.each(distinctStorages.filter(({ name }) => name !== 'sqlite'))('on $name', storageSuite);
