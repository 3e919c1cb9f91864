import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { measureGrowth } from '../../../tools/bench/growth/measure-growth.ts';
import { checkLimits } from '../../../tools/bench/limits.ts';
import { LoadProcess } from '../../../tools/bench/load/load-process.ts';
import type { MeasureOptions } from '../../../tools/bench/measure.ts';
import { compareCheckouts, measureBackend } from '../../../tools/bench/measure-backend.ts';
import { measureWorkers } from '../../../tools/bench/measure-workers.ts';
import { SCENARIOS, scenariosNamed } from '../../../tools/bench/scenarios.ts';

/** Generous, because it starts several servers and hashes many passwords. */
const timeout = 600_000;

function options(end: MeasureOptions['end'], scenarios: MeasureOptions['scenarios'] = SCENARIOS): MeasureOptions {
  const load = new LoadProcess();
  onTestFinished(() => load.dispose());
  return { connections: 2, rounds: 1, end, scenarios, load, log: () => {} };
}

it('measures every scenario on a real service and on the baseline', { timeout }, async () => {
  const flooded = { ...options({ afterRequests: 2 }), flood: true };

  const result = await measureBackend('sqlite', flooded, undefined);

  expect(result.rows.map(({ name }) => name)).toEqual(SCENARIOS.map(({ name }) => name));
  const withoutPlain = ['includes-open', 'includes-locked', 'prompts-get'];
  for (const { name, service, other } of result.rows) {
    expect([service.length, other.length]).toEqual([1, withoutPlain.includes(name) ? 0 : 1]);
    expect([...service, ...other].every(({ cpuUs }) => cpuUs > 0)).toBe(true);
  }
  expect(checkLimits(result)).toHaveLength(12);
});

it('measures two checkouts of the service', { timeout }, async () => {
  const names = ['verify', 'create', 'reset'];
  const checkout = join(import.meta.dirname, '../../../..');

  const rows = await compareCheckouts(
    'sqlite',
    checkout,
    options({ afterRequests: 10 }, scenariosNamed(names)),
    undefined,
  );

  expect(rows.map(({ name, service, other }) => [name, service.length, other.length]).toSorted()).toEqual(
    names.map((name) => [name, 1, 1]).toSorted(),
  );
});

it('finds every copied account', { timeout }, async () => {
  const growth = await measureGrowth('sqlite', { ...options({ afterRequests: 60 }), large: 2_000 }, undefined);

  expect(growth.map(({ name, service, other }) => [name, service.length, other.length])).toEqual(
    ['verify', '304', 'label', 'label-uncached', 'list', 'list-uncached'].map((name) => [name, 1, 1]),
  );
});

it('measures two workers beside one', { timeout }, async () => {
  const measured = options({ afterRequests: 50 }, scenariosNamed(['verify']));
  const [, row] = await measureWorkers({ backends: ['sqlite'], workers: 2 }, measured);

  expect(row?.slice(0, 2)).toEqual(['verify a key', 'sqlite']);
  // How large it is says something about this machine only.
  expect(Number(row?.at(-1))).toBeGreaterThan(0);
});
