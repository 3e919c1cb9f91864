import { expect, it } from 'vitest';
import { measureGrowth } from '../../../tools/bench/growth/measure-growth.ts';
import { verdictsOn } from '../../../tools/bench/limits.ts';
import { costs } from '../../../tools/bench/measure.ts';
import { measureBackend } from '../../../tools/bench/measure-backend.ts';
import { SCENARIOS } from '../../../tools/bench/scenarios.ts';

/** Generous, because it starts several servers and hashes many passwords. */
const timeout = 600_000;

const quietly = () => {};

it('measures every scenario on a real service and on the baseline', { timeout }, async () => {
  const scenarios = SCENARIOS.map(({ name }) => name);
  const extent = { connections: 2, rounds: 1, end: { afterRequests: 10 }, scenarios, flood: true };

  const result = await measureBackend('sqlite', extent, undefined, quietly);

  expect(result.scenarios.map(({ name }) => name)).toEqual(scenarios);
  for (const { service, baseline } of result.scenarios) {
    expect([service.length, baseline.length]).toEqual([1, 1]);
    expect([...costs(service), ...costs(baseline)].every((cost) => cost >= 0)).toBe(true);
  }
  expect(verdictsOn(result)).toHaveLength(6);
});

it('finds every account that it has copied', { timeout }, async () => {
  const extent = { connections: 2, rounds: 1, end: { afterRequests: 60 }, large: 2_000 };

  const growth = await measureGrowth('sqlite', extent, undefined, quietly);

  expect(growth.map(({ name, small, large }) => [name, small.length, large.length])).toEqual([
    ['verify', 1, 1],
    ['list', 1, 1],
    ['list-anew', 1, 1],
    ['label', 1, 1],
    ['label-anew', 1, 1],
    ['304', 1, 1],
  ]);
});
