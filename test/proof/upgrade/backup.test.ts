import { join } from 'node:path';
import { describe } from 'vitest';
import { distinctStorages } from '../../support/storage/distinct-storages.ts';
import { FIXTURES } from './expected.ts';
import { upgradeSuite } from './upgrade.suite.ts';
import type { UpgradedInstallation } from './upgraded-installation.ts';

const BACKUP = join(FIXTURES, 'sqlite/nightly.backup');

describe.each(distinctStorages)('a backup written by 0.1.0 and restored into $name', ({ fresh }) => {
  upgradeSuite({
    fixture: 'sqlite',
    fresh,
    fill: async (_url: string, installation: UpgradedInstallation) => {
      await installation.run(['restore', BACKUP]);
    },
  });
});
