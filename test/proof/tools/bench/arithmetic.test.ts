import { describe, expect, it } from 'vitest';
import { parseCores, splitCores } from '../../../tools/bench/cores.ts';
import { queriedIndexes } from '../../../tools/bench/growth/copied-accounts.ts';
import { checkLimits } from '../../../tools/bench/limits.ts';
import type { Rounds } from '../../../tools/bench/measure.ts';
import { parseOptions } from '../../../tools/bench/options.ts';
import type { BackendResult } from '../../../tools/bench/results.ts';
import { median, percentile, ratio } from '../../../tools/bench/statistics.ts';

const rounds = (...cpuUs: readonly number[]): Rounds =>
  cpuUs.map((cost) => ({ cpuUs: cost, perSecond: 1, p50Ms: 1, p99Ms: 1 }));

const aResult = (result: Partial<BackendResult>): BackendResult => ({ backend: 'sqlite', scenarios: [], ...result });

describe('statistics', () => {
  it('take the median, or the mean of the two middle values', () => {
    expect(median([30, 1, 2])).toBe(2);
    expect(median([4, 1, 2, 30])).toBe(3);
    expect(() => median([])).toThrow('empty list');
  });

  it('find the percentile', () => {
    const values = Array.from({ length: 200 }, (_, index) => 200 - index);

    expect(percentile(values, 50)).toBe(100);
    expect(percentile(values, 99)).toBe(198);
    expect(percentile([7], 99)).toBe(7);
  });

  it('compare round by round, so that a slow round cancels out', () => {
    expect(ratio([120, 240, 1200], [100, 200, 1000])).toBeCloseTo(1.2);
    expect(ratio([100, 900, 100], [100, 100, 100])).toBe(1);
    expect(() => ratio([1, 2], [1])).toThrow('same number of rounds');
  });
});

describe('cores', () => {
  it('are listed as ranges, and the last one goes to the server', () => {
    expect(parseCores('0-2,5')).toEqual([0, 1, 2, 5]);
    expect(splitCores([0, 1, 5])).toEqual({ server: 5, others: [0, 1] });
    expect(splitCores([3])).toBeUndefined();
  });
});

describe('checkLimits', () => {
  const verify = { name: 'verify', title: 'verify', service: rounds(120, 120), baseline: rounds(100, 100) } as const;
  const label = { name: 'label', title: 'label', service: rounds(156, 156), baseline: rounds(100, 100) } as const;

  it('accepts a value up to the limit, and no more', () => {
    expect(checkLimits(aResult({ scenarios: [verify, label] }))).toEqual([
      { title: 'verify / plain', value: 1.2, max: 1.2, met: true },
      { title: 'read by label / verify', value: 156 / 120, max: 1.25, met: false },
    ]);
  });

  it('allows other storages ten percent more', () => {
    const [, { max = 0 } = {}] = checkLimits(aResult({ backend: 'postgres', scenarios: [verify, label] }));

    expect(max).toBeCloseTo(1.375);
  });

  it('includes flood and growth if they were measured', () => {
    const growth = [{ name: 'label', title: 'read by label', small: rounds(100), large: rounds(111) }] as const;
    const flood = { quietP99Ms: [1, 2], floodedP99Ms: [3, 6] };

    expect(checkLimits(aResult({ flood, growth })).map(({ value, met }) => [value, met])).toEqual([
      [3, true],
      [1.11, false],
    ]);
  });
});

describe('queriedIndexes', () => {
  it('picks as many accounts of a large storage as of a small one, all with prompts', () => {
    const small = queriedIndexes(1_000);
    const large = queriedIndexes(1_000_000);

    expect([small.length, large.length]).toEqual([50, 50]);
    expect([small.at(-1), large.at(-1)]).toEqual([980, 980_000]);
    expect([...small, ...large].every((place) => place % 20 === 0)).toBe(true);
  });
});

describe('parseOptions', () => {
  it('measures everything by default', () => {
    const options = parseOptions([]);

    expect(options?.backends).toEqual(['sqlite', 'postgres', 'redis', 'redis-cluster']);
    expect(options?.scenarios).toHaveLength(14);
    expect(options).toMatchObject({ flood: true, growth: false, write: false, compare: undefined });
    expect(parseOptions(['--compare', 'main'])?.compare).toBe('main');
  });

  it('compares what old commits have, too, unless the rest is named', () => {
    expect(parseOptions(['--compare', 'main'])?.scenarios).toHaveLength(11);
    expect(parseOptions(['--compare', 'main', '--only', 'langfuse'])?.scenarios).toEqual(['langfuse']);
  });

  it('narrows the run, and rejects unknown names', () => {
    const options = parseOptions(['--backend', 'redis', '--only', 'verify,list', '--rounds', '2']);

    expect(options).toMatchObject({ backends: ['redis'], scenarios: ['verify', 'list'], flood: false, rounds: 2 });
    expect(() => parseOptions(['--backend', 'mongo'])).toThrow('not mongo');
    expect(() => parseOptions(['--seconds', '0'])).toThrow('above 0');
    expect(parseOptions(['--help'])).toBeUndefined();
  });
});
