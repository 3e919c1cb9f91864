import { describe } from 'vitest';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { storageFixtures } from './load-fixture.ts';
import { upgradeSuite } from './upgrade.suite.ts';

describe.each(realStorages)('a $name storage written by 0.1.0', ({ name, fresh }) => {
  const { fixture, load } = storageFixtures[name];

  upgradeSuite({ fixture, hasSessions: true, fresh, fill: load });
});
