import { describe, expect, it, onTestFinished } from 'vitest';
import { wantedStorages } from '../support/servers/wanted-storages.ts';
import { BACKENDS } from '../tools/backends.ts';
import type { Fault } from '../tools/torture/nemesis.ts';
import { torture } from '../tools/torture/run.ts';
import { startSystem } from '../tools/torture/service/start-system.ts';
import { startStorage } from '../tools/torture/service/storage-under-test.ts';

const TIMEOUT_MS = 300_000;
const SERVICES = 2;

/** Every kind of fault but delays and pauses, in less time than a seeded plan takes. */
const PLAN: readonly Fault[] = [
  { kind: 'reset', target: 0, afterMs: 200, durationMs: 300 },
  { kind: 'kill-storage', target: 0, afterMs: 200, durationMs: 50 },
  { kind: 'kill-process', target: 1, afterMs: 200, durationMs: 50 },
  { kind: 'swallow', target: 0, afterMs: 200, durationMs: 300 },
];

describe.each(BACKENDS.filter((backend) => wantedStorages().includes(backend)))('%s', (backend) => {
  it(
    'stays linearizable while processes and storage are killed',
    async () => {
      const system = await startSystem(await startStorage[backend](SERVICES), SERVICES);
      onTestFinished(() => system[Symbol.asyncDispose]());

      const plan = PLAN.filter(({ kind }) => kind === 'kill-process' || backend !== 'sqlite');
      const summary = await torture({ ...system, plan }, { histories: 4, seed: 'short', resetPairs: 20, probes: 200 });

      expect(summary.violations).toEqual([]);
      expect(summary).toMatchObject({ histories: 4, resets: { violations: [] } });
      expect(summary.resets?.pairs).toBeGreaterThanOrEqual(20);
      expect(summary.resets?.probes).toBeGreaterThanOrEqual(200);
      for (const { kind } of plan) expect(summary.faults[kind]).toBe(1);
    },
    TIMEOUT_MS,
  );
});
