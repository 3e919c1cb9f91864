import { describe, expect, it } from 'vitest';
import { measureIdleStreams } from './idle-streams.ts';

// They wait most of the time.
describe.concurrent('1,000 idle streams of 10 accounts', () => {
  it.each([
    ['events', 'sqlite'],
    ['events', 'postgres'],
    ['events', 'redis'],
    // What differs from those above does not depend on the storage.
    ['GET', 'sqlite'],
    ['listen', 'sqlite'],
  ] as const)(
    'of the kind %s cost less than 60 MiB and a twentieth of a core on %s',
    async (kind, backend) => {
      const { mib, corePercent } = await measureIdleStreams({
        backend,
        kind,
        accounts: 12,
        streams: 1008,
        seconds: 20,
      });

      expect(mib).toBeLessThan(60);
      expect(corePercent).toBeLessThan(5);
    },
    300_000,
  );
});
