import { join } from 'node:path';
import { describe } from 'vitest';
import { proofSize } from '../../support/proof-size.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { FIXTURES } from './expected.ts';
import { upgradeSuite } from './upgrade.suite.ts';

/** One storage for each of the writers: those of SQL and of Redis. */
const names = proofSize({ usual: ['sqlite', 'redis-cluster'], full: ['sqlite', 'postgres', 'redis', 'redis-cluster'] });
const storages = realStorages.filter(({ name }) => names.includes(name));

const BACKUP = join(FIXTURES, 'sqlite/nightly.backup');

describe.each(storages)('a backup written by 0.1.0 and restored into $name', ({ fresh }) => {
  upgradeSuite({
    fixture: 'sqlite',
    hasSessions: false,
    fresh,
    fill: (_url, installation) => installation.run(['restore', BACKUP, '--unverified']),
  });
});
