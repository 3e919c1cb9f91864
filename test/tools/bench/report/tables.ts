import { checkLimits, type Verdict } from '../limits.ts';
import { cpuCosts, medianRound } from '../measure.ts';
import type { BackendResult, GrowthResult, McpResult, ScenarioResult } from '../results.ts';
import { ratio } from '../statistics.ts';
import type { Table } from './text-table.ts';

const HEAD = ['', 'CPU µs', 'baseline µs', 'ratio', 'req/s', 'baseline req/s', 'p50 ms', 'p99 ms', 'baseline p99 ms'];

/** Three significant digits, no more than the measurement justifies. */
export const formatFigure = (value: number): string =>
  value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);

export const costTable = ({ scenarios }: BackendResult): Table => [
  HEAD,
  ...scenarios.map(({ title, service, baseline }) => {
    const ours = medianRound(service);
    const theirs = medianRound(baseline);
    return [
      title,
      formatFigure(ours.cpuUs),
      formatFigure(theirs.cpuUs),
      ratio(cpuCosts(service), cpuCosts(baseline)).toFixed(2),
      formatFigure(ours.perSecond),
      formatFigure(theirs.perSecond),
      formatFigure(ours.p50Ms),
      formatFigure(ours.p99Ms),
      formatFigure(theirs.p99Ms),
    ];
  }),
];

/** The service of this checkout compared with that of another commit. */
export const comparisonTable = (ref: string, scenarios: readonly ScenarioResult[]): Table => [
  ['', `${ref} CPU µs`, 'now CPU µs', 'ratio'],
  ...scenarios.map(({ title, service, baseline }) => [
    title,
    formatFigure(medianRound(baseline).cpuUs),
    formatFigure(medianRound(service).cpuUs),
    ratio(cpuCosts(service), cpuCosts(baseline)).toFixed(3),
  ]),
];

export const limitTable = (result: BackendResult): Table => [
  ['', 'measured', 'limit', ''],
  ...checkLimits(result).map(({ title, value, max, met }: Verdict) => [
    title,
    value.toFixed(2),
    max.toFixed(2),
    met ? 'met' : 'NOT MET',
  ]),
];

export const mcpTable = (rows: readonly McpResult[]): Table => [
  ['MCP', 'CPU µs', 'own API µs', 'ratio', 'req/s', 'p50 ms', 'p99 ms'],
  ...rows.map(({ title, mcp, own }) => {
    const { cpuUs, perSecond, p50Ms, p99Ms } = medianRound(mcp);
    return [
      title,
      formatFigure(cpuUs),
      formatFigure(medianRound(own).cpuUs),
      ratio(cpuCosts(mcp), cpuCosts(own)).toFixed(2),
      ...[perSecond, p50Ms, p99Ms].map(formatFigure),
    ];
  }),
];

export const growthTable = (growth: readonly GrowthResult[]): Table => [
  ['', '1,000: CPU µs', '1,000,000: CPU µs', 'ratio'],
  ...growth.map(({ title, small, large }) => [
    title,
    formatFigure(medianRound(small).cpuUs),
    formatFigure(medianRound(large).cpuUs),
    ratio(cpuCosts(large), cpuCosts(small)).toFixed(2),
  ]),
];
