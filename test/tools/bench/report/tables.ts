import { cpuCosts, medianRound } from '../measure.ts';
import type { ScenarioResult } from '../results.ts';
import { ratio } from '../statistics.ts';
import type { BackendFigures, CostFigures } from './figures.ts';
import type { Table } from './text-table.ts';

/** Three significant digits, no more than the measurement justifies. */
export const formatFigure = (value: number | undefined): string => {
  if (value === undefined) return '';
  return value >= 100 ? Math.round(value).toLocaleString('en') : value.toPrecision(3);
};

/** The figures of one backend in one run, with the name of the run if several are shown. */
export interface Column {
  readonly run?: string;
  readonly figures: BackendFigures;
}

type Cells = readonly (readonly [head: string, cell: (row: CostFigures) => string])[];

const COST: Cells = [
  ['CPU µs', ({ service }) => formatFigure(service.cpuUs)],
  ['plain µs', ({ other }) => formatFigure(other.cpuUs)],
  ['ratio', (row) => row.ratio.toFixed(2)],
  ['Koa µs', ({ koaUs }) => formatFigure(koaUs)],
  ['http µs', ({ httpUs }) => formatFigure(httpUs)],
];
const LATENCY: Cells = [
  ['req/s', ({ service }) => formatFigure(service.perSecond)],
  ['plain req/s', ({ other }) => formatFigure(other.perSecond)],
  ['p50 ms', ({ service }) => formatFigure(service.p50Ms)],
  ['p99 ms', ({ service }) => formatFigure(service.p99Ms)],
  ['plain p99 ms', ({ other }) => formatFigure(other.p99Ms)],
];
const MCP: Cells = [
  ['CPU µs', ({ service }) => formatFigure(service.cpuUs)],
  ['own API µs', ({ other }) => formatFigure(other.cpuUs)],
  ['ratio', (row) => row.ratio.toFixed(2)],
  ['req/s', ({ service }) => formatFigure(service.perSecond)],
  ['p99 ms', ({ service }) => formatFigure(service.p99Ms)],
];
const GROWTH: Cells = [
  ['1,000: CPU µs', ({ other }) => formatFigure(other.cpuUs)],
  ['1,000,000: CPU µs', ({ service }) => formatFigure(service.cpuUs)],
  ['ratio', (row) => row.ratio.toFixed(2)],
];

export const costTable = (columns: readonly Column[]): Table => sideBySide('', COST, columns, ({ costs }) => costs);
export const latencyTable = (columns: readonly Column[]): Table =>
  sideBySide('', LATENCY, columns, ({ costs }) => costs);
export const mcpTable = (columns: readonly Column[]): Table => sideBySide('MCP', MCP, columns, ({ mcp = [] }) => mcp);
export const growthTable = (columns: readonly Column[]): Table =>
  sideBySide('', GROWTH, columns, ({ growth = [] }) => growth);

/** A row for each title of any run, and the same columns for each run. */
function sideBySide(
  corner: string,
  cells: Cells,
  columns: readonly Column[],
  rowsOf: (figures: BackendFigures) => readonly CostFigures[],
): Table {
  const titles = new Set(columns.flatMap(({ figures }) => rowsOf(figures).map(({ title }) => title)));
  return [
    [corner, ...columns.flatMap(({ run }) => cells.map(([head]) => (run === undefined ? head : `${run} ${head}`)))],
    ...Array.from(titles, (title) => [
      title,
      ...columns.flatMap(({ figures }) => {
        const row = rowsOf(figures).find((each) => each.title === title);
        return cells.map(([, cell]) => (row ? cell(row) : ''));
      }),
    ]),
  ];
}

export function limitTable(columns: readonly Column[]): Table {
  const all = columns.flatMap(({ figures }) => figures.limits);
  const maxima = new Map(all.map(({ title, max }) => [title, max]));
  return [
    ['', 'limit', ...columns.flatMap(({ run = 'measured' }) => [run, ''])],
    ...Array.from(maxima, ([title, max]) => [
      title,
      max.toFixed(2),
      ...columns.flatMap(({ figures }) => {
        const verdict = figures.limits.find((each) => each.title === title);
        return verdict ? [verdict.value.toFixed(2), verdict.met ? 'met' : 'NOT MET'] : ['', ''];
      }),
    ]),
  ];
}

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
