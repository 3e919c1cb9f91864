import { expect, it } from 'vitest';
import { PROGRAM } from '../../../support/service/service-process.ts';
import { buildCommit } from '../../../tools/bench/build-commit.ts';
import { measureOn } from '../../../tools/bench/clients/measure-client.ts';
import { compareBackend } from '../../../tools/bench/compare-backend.ts';
import { measureGrowth } from '../../../tools/bench/growth/measure-growth.ts';
import { checkLimits } from '../../../tools/bench/limits.ts';
import { cpuCosts } from '../../../tools/bench/measure.ts';
import { measureBackend } from '../../../tools/bench/measure-backend.ts';
import { SCENARIOS } from '../../../tools/bench/scenarios.ts';

/** Generous, because it starts several servers and hashes many passwords. */
const timeout = 600_000;

const ignoreProgress = () => {};

it('measures every scenario on a real service and on the baseline', { timeout }, async () => {
  const scenarios = SCENARIOS.map(({ name }) => name);
  const options = { connections: 2, rounds: 1, end: { afterRequests: 10 }, scenarios, mcp: true, flood: true };

  const result = await measureBackend('sqlite', options, undefined, ignoreProgress);

  expect(result.scenarios.map(({ name }) => name)).toEqual(scenarios);
  for (const { name, service, baseline, koa, http } of result.scenarios) {
    expect([service.length, baseline.length]).toEqual([1, 1]);
    const changes = ['sign-in', 'create', 'reset'].includes(name);
    expect([koa?.length, http?.length]).toEqual(changes ? [undefined, undefined] : [1, 1]);
    expect([...cpuCosts(service), ...cpuCosts(baseline)].every((cost) => cost >= 0)).toBe(true);
  }
  expect(result.mcp?.map(({ title, mcp, own }) => [title, mcp.length, own.length])).toEqual([
    ['prompts/list of 500', 1, 1],
    ['prompts/get', 1, 1],
  ]);
  expect(checkLimits(result)).toHaveLength(15);
});

it('measures two builds of the service', { timeout }, async () => {
  const scenarios = ['verify', 'create', 'reset'] as const;
  const options = { connections: 2, rounds: 1, end: { afterRequests: 10 }, scenarios };

  const results = await compareBackend('sqlite', PROGRAM, options, undefined, ignoreProgress);

  expect(results.map(({ name, service, baseline }) => [name, service.length, baseline.length])).toEqual(
    scenarios.map((name) => [name, 1, 1]),
  );
});

it('refuses to compare with a commit that does not exist', async () => {
  await expect(buildCommit('no-such-commit')).rejects.toThrow(
    '--compare must name a commit of this repository, not no-such-commit',
  );
});

it('finds every copied account', { timeout }, async () => {
  const options = { connections: 2, rounds: 1, end: { afterRequests: 60 }, large: 2_000 };

  const growth = await measureGrowth('sqlite', options, undefined, ignoreProgress);

  expect(growth.map(({ name, small, large }) => [name, small.length, large.length])).toEqual([
    ['verify', 1, 1],
    ['304', 1, 1],
    ['label', 1, 1],
    ['label-uncached', 1, 1],
    ['list', 1, 1],
    ['list-uncached', 1, 1],
  ]);
});

it('measures the TypeScript client on one and two instances', { timeout }, async () => {
  const { cost, arrivals } = await measureOn('sqlite', { rounds: 1, moves: 3 });

  expect(cost.getUs).toBeGreaterThan(0);
  expect(cost.renderUs).toBeGreaterThan(0);
  expect(arrivals.map(({ instances }) => instances)).toEqual([1, 2]);
  for (const { medianMs, percentile99Ms } of arrivals) expect(percentile99Ms).toBeGreaterThanOrEqual(medianMs);
});
