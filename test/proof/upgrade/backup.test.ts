import { join } from 'node:path';
import { describe } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { FIXTURES } from './expected.ts';
import { upgradeSuite } from './upgrade.suite.ts';

const BACKUP = join(FIXTURES, 'sqlite/nightly.backup');

describe.each(realStorages)('a backup written by 0.1.0 and restored into $name', ({ fresh }) => {
  upgradeSuite({
    fixture: 'sqlite',
    hasSessions: false,
    fresh,
    fill: (_url, installation) => installation.run(['restore', BACKUP, '--unverified']),
  });
});
