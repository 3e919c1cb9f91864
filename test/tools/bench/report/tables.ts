import { type Verdict, verdictsOn } from '../limits.ts';
import { costs, medianOf } from '../measure.ts';
import type { BackendResult, GrowthResult } from '../results.ts';
import { ratio } from '../statistics.ts';
import type { Table } from './text-table.ts';

const HEAD = ['', 'CPU µs', 'baseline µs', 'ratio', 'req/s', 'baseline req/s', 'p50 ms', 'p99 ms', 'baseline p99 ms'];

/** Three digits, of which none is more exact than the measurement. */
export const figure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

export const costTable = ({ scenarios }: BackendResult): Table => [
  HEAD,
  ...scenarios.map(({ title, service, baseline }) => {
    const ours = medianOf(service);
    const theirs = medianOf(baseline);
    return [
      title,
      figure(ours.cpuUs),
      figure(theirs.cpuUs),
      ratio(costs(service), costs(baseline)).toFixed(2),
      figure(ours.perSecond),
      figure(theirs.perSecond),
      figure(ours.p50Ms),
      figure(ours.p99Ms),
      figure(theirs.p99Ms),
    ];
  }),
];

export const limitTable = (result: BackendResult): Table => [
  ['', 'measured', 'limit', ''],
  ...verdictsOn(result).map(({ title, value, max, met }: Verdict) => [
    title,
    value.toFixed(2),
    max.toFixed(2),
    met ? 'met' : 'NOT MET',
  ]),
];

export const growthTable = (growth: readonly GrowthResult[]): Table => [
  ['', '1,000: CPU µs', '1,000,000: CPU µs', 'ratio'],
  ...growth.map(({ title, small, large }) => [
    title,
    figure(medianOf(small).cpuUs),
    figure(medianOf(large).cpuUs),
    ratio(costs(large), costs(small)).toFixed(2),
  ]),
];
