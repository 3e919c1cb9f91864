import { describe, expect, it } from 'vitest';
import { measureIdleStreams } from '../../tools/bench/streams/idle-streams.ts';

describe('1,000 idle streams of 10 accounts', () => {
  it.each(['sqlite', 'postgres', 'redis'] as const)(
    'cost less than 60 MiB and a twentieth of a core on %s',
    async (backend) => {
      const { mib, corePercent } = await measureIdleStreams(backend, 10, 1000, 20);

      expect(mib).toBeLessThan(60);
      expect(corePercent).toBeLessThan(5);
    },
    300_000,
  );
});
