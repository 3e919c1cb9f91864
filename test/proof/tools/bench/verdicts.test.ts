import { describe, expect, it } from 'vitest';
import { checkLimits } from '../../../tools/bench/limits.ts';
import type { BackendResult, Rounds, Row } from '../../../tools/bench/measure.ts';
import { parseOptions } from '../../../tools/bench/options.ts';
import { SCENARIOS } from '../../../tools/bench/scenarios.ts';
import { median, percentile, ratio } from '../../../tools/bench/statistics.ts';

const rounds = (...cpuUs: readonly number[]): Rounds =>
  cpuUs.map((cost) => ({ cpuUs: cost, busiestUs: cost, perSecond: 1, p99Ms: 2 }));

const aRow = (name: string, service: Rounds, other: Rounds): Row => ({ name, title: name, service, other });
const VERIFY = aRow('verify', rounds(120, 130, 110), rounds(100, 100, 100));
const LABEL = aRow('label', rounds(156, 169, 143), rounds(100, 100, 100));

const aResult = (result: Partial<BackendResult>): BackendResult => ({ backend: 'sqlite', rows: [], ...result });

describe('statistics', () => {
  it('take the median, or the mean of the two middle values', () => {
    expect(median([30, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 30])).toBe(3);
    expect(() => median([])).toThrow('empty list');
  });

  it('find the percentile', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);

    expect([percentile(values, 50), percentile(values, 99), percentile([7], 99)]).toEqual([100, 198, 7]);
  });

  it('compare round by round, so that a slow round cancels out', () => {
    expect(ratio([120, 240, 1200], [100, 200, 1000])).toBeCloseTo(1.2);
    expect(ratio([100, 900, 100], [100, 100, 100])).toBe(1);
    expect(() => ratio([1, 2], [1])).toThrow('same number of rounds');
  });
});

describe('checkLimits', () => {
  it('accepts a value up to the limit, and no more', () => {
    expect(checkLimits(aResult({ rows: [VERIFY, LABEL] }))).toEqual([
      { title: 'verify / plain', value: 1.2, max: 1.2, met: true },
      { title: 'read by label / verify', value: 1.3, max: 1.25, met: false },
    ]);
  });

  it('allows other storages ten percent more, but not other requests of the service', () => {
    const mcp = [aRow('render', rounds(100), rounds(100)), aRow('prompts-get', rounds(310), [])];
    const limits = checkLimits(aResult({ backend: 'postgres', rows: [VERIFY, LABEL, ...mcp] }));

    expect(limits.map(({ title, max, met }) => [title, Number(max.toFixed(3)), met])).toEqual([
      ['verify / plain', 1.32, true],
      ['render / plain', 1.32, true],
      ['read by label / verify', 1.375, true],
      ['prompts/get / render', 3, false],
    ]);
  });

  it('includes flood and growth if they were measured', () => {
    const growth = [aRow('label', rounds(111), rounds(100))];
    const flood = { quietP99Ms: [1, 2], floodedP99Ms: [3, 6] };

    expect(checkLimits(aResult({ flood, growth })).map(({ value, met }) => [value, met])).toEqual([
      [3, true],
      [1.11, false],
    ]);
  });
});

describe('the plan of a run', () => {
  it('measures everything by default', () => {
    const options = parseOptions([]);

    expect(options?.backends).toEqual(['sqlite', 'postgres', 'redis', 'redis-cluster']);
    expect(options?.scenarios).toHaveLength(SCENARIOS.length);
    expect(options).toMatchObject({ flood: true, growth: false, write: false, compare: undefined });
  });

  it('can be narrowed, and rejects unknown names', () => {
    const options = parseOptions(['--backend', 'redis', '--only', 'verify,list', '--rounds', '2']);

    expect(options).toMatchObject({ backends: ['redis'], flood: false, rounds: 2 });
    expect(options?.scenarios.map(({ name }) => name)).toEqual(['verify', 'list']);
    expect(() => parseOptions(['--backend', 'mongo'])).toThrow('not mongo');
    expect(() => parseOptions(['--only', 'verify,quota'])).toThrow('not quota');
    expect(() => parseOptions(['--seconds', '0'])).toThrow('above 0');
    expect(parseOptions(['--help'])).toBeUndefined();
  });
});
