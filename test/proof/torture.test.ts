import { describe, expect, it, onTestFinished } from 'vitest';
import { wantedStorages } from '../support/servers/wanted-storages.ts';
import type { Fault } from '../tools/torture/nemesis.ts';
import { torture } from '../tools/torture/run.ts';
import { startRig } from '../tools/torture/service/services.ts';
import { BACKENDS, startStorage } from '../tools/torture/service/tortured-storage.ts';

const LONG_ENOUGH_MS = 300_000;
const SERVICES = 2;

/** One of each kind that there is, in less time than a plan that a seed has made. */
const PLAN: readonly Fault[] = [
  { kind: 'reset', target: 0, afterMs: 200, durationMs: 300 },
  { kind: 'kill-storage', target: 0, afterMs: 200, durationMs: 50 },
  { kind: 'kill-process', target: 1, afterMs: 200, durationMs: 50 },
  { kind: 'swallow', target: 0, afterMs: 200, durationMs: 300 },
];

const backends = BACKENDS.filter((backend) => wantedStorages().includes(backend));

describe.each(backends)('%s', (backend) => {
  it(
    'tells everybody what one service that never fails could have told, while processes and storage are killed',
    async () => {
      const rig = await startRig(await startStorage[backend](SERVICES), SERVICES);
      onTestFinished(() => rig[Symbol.asyncDispose]());

      const plan = PLAN.filter(({ kind }) => kind === 'kill-process' || backend !== 'sqlite');
      const tally = await torture({ ...rig, plan }, { histories: 4, seed: 'short', resetPairs: 20, probes: 200 });

      expect(tally.violations).toEqual([]);
      expect(tally).toMatchObject({ histories: 4, resets: { violations: [] } });
      expect(tally.resets?.pairs).toBeGreaterThanOrEqual(20);
      expect(tally.resets?.probes).toBeGreaterThanOrEqual(200);
      for (const { kind } of plan) expect(tally.faults[kind]).toBe(1);
    },
    LONG_ENOUGH_MS,
  );
});
