import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { loadConfiguration } from '../../../src/adapters/composition/configuration/configuration.ts';
import { compose } from '../../../src/adapters/composition/wiring/compose.ts';
import { tokens } from '../../../src/adapters/composition/wiring/tokens.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const INSTANCES = 20;

/** Runs all instances in one process, so that their migrations really overlap. */
describe.each(realStorages)('concurrent migrations of an empty $name', ({ fresh }) => {
  it('all end at the same schema version, and only one of them does the work', async () => {
    const storage = await fresh();
    const environment = { PROMPTHOLD_STORAGE_URL: storage.url };
    const { configuration } = loadConfiguration({ environment, readFile: () => '{}' });
    const compositions = Array.from({ length: INSTANCES }, () => compose(configuration, pino({ level: 'silent' })));
    const containers = await Promise.all(compositions);
    try {
      const changes = await Promise.all(
        containers.map((container) => container.get(tokens.storage).storageAdministration.migrate()),
      );

      expect(changes.filter(({ from }) => from === 0)).toHaveLength(1);
      expect(changes.every(({ to }) => to === changes[0]?.to)).toBe(true);
    } finally {
      await Promise.all(containers.map((container) => container.unbindAllAsync()));
      await storage.dispose();
    }
  });
});
