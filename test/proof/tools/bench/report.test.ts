import { describe, expect, it } from 'vitest';
import type { Rounds } from '../../../tools/bench/measure.ts';
import { drawChart } from '../../../tools/bench/report/chart.ts';
import { type RunFigures, summarize } from '../../../tools/bench/report/figures.ts';
import { formatPage } from '../../../tools/bench/report/page.ts';
import {
  comparisonTable,
  costTable,
  formatFigure,
  growthTable,
  latencyTable,
  limitTable,
} from '../../../tools/bench/report/tables.ts';
import { formatMarkdownTable, formatTextTable } from '../../../tools/bench/report/text-table.ts';

const rounds = (...cpuUs: readonly number[]): Rounds =>
  cpuUs.map((cost) => ({ cpuUs: cost, perSecond: 10_000, p50Ms: 0.5, p99Ms: 2 }));

const FIGURES = summarize({
  backend: 'sqlite',
  scenarios: [
    {
      name: 'verify',
      title: 'verify a key',
      service: rounds(120, 130, 110),
      baseline: rounds(100, 100, 100),
      koa: rounds(50),
      http: rounds(40),
    },
    { name: 'sign-in', title: 'sign in', service: rounds(33_000), baseline: rounds(32_000) },
  ],
  growth: [{ name: 'verify', title: 'verify a key', small: rounds(100), large: rounds(112) }],
});

const COLUMNS = [{ figures: FIGURES }];

describe('tables', () => {
  it('show medians and their ratio', () => {
    expect(costTable(COLUMNS).slice(1)).toEqual([
      ['verify a key', '120', '100', '1.20', '50.0', '40.0'],
      ['sign in', '33,000', '32,000', '1.03', '', ''],
    ]);
    expect(latencyTable(COLUMNS)[1]).toEqual(['verify a key', '10,000', '10,000', '0.500', '2.00', '2.00']);
    expect(growthTable(COLUMNS)[1]).toEqual(['verify a key', '100', '112', '1.12']);
  });

  it('show several machines side by side', () => {
    const other = { ...FIGURES, costs: FIGURES.costs.slice(1) };
    const table = costTable([
      { run: 'arm64', figures: FIGURES },
      { run: 'x64', figures: other },
    ]);

    expect(table[0]?.slice(5, 8)).toEqual(['arm64 http µs', 'x64 CPU µs', 'x64 plain µs']);
    expect(table[1]?.slice(5, 8)).toEqual(['40.0', '', '']);
  });

  it('compare two commits', () => {
    const scenarios = [{ name: 'verify', title: 'verify a key', service: rounds(120), baseline: rounds(100) }] as const;

    expect(comparisonTable('v1', scenarios)).toEqual([
      ['', 'v1 CPU µs', 'now CPU µs', 'ratio'],
      ['verify a key', '100', '120', '1.200'],
    ]);
  });

  it('show every limit with its verdict', () => {
    expect(limitTable(COLUMNS).slice(1)).toEqual([
      ['verify / plain', '1.20', '1.20', 'met'],
      ['verify a key, 1,000,000 / 1,000 accounts', '1.10', '1.12', 'NOT MET'],
    ]);
  });

  it('show three significant digits', () => {
    expect([formatFigure(0.4321), formatFigure(43.21), formatFigure(432.1), formatFigure(32_100.4)]).toEqual([
      '0.432',
      '43.2',
      '432',
      '32,100',
    ]);
  });

  it('are aligned on a terminal, and Markdown on the page', () => {
    const table = [
      ['', 'µs'],
      ['verify', '9'],
    ];

    expect(formatTextTable(table)).toBe('        µs\nverify   9\n');
    expect(formatMarkdownTable(table)).toBe('|  | µs |\n|---|--:|\n| verify | 9 |\n');
  });
});

describe('the chart', () => {
  const drawing = drawChart([FIGURES]);

  it('has a bar for service and baseline, proportional to the cost', () => {
    const bars = Array.from(drawing.matchAll(/class="(\w+)" x="175" .*?width="(\d+)"/g), ([, kind, width]) => [
      kind,
      width,
    ]);

    expect(bars).toEqual([
      ['service', '220'],
      ['baseline', '183'],
    ]);
  });

  it('leaves out sign-in, which would dwarf all other bars', () => {
    expect(drawing).toContain('verify a key');
    expect(drawing).not.toContain('sign in');
  });

  it('supports light and dark mode', () => {
    expect(drawing).toContain('prefers-color-scheme: dark');
    expect(drawing).toMatch(/^<svg [^>]*viewBox="0 0 445 94"/);
  });
});

describe('the page', () => {
  it('contains the date, the machine, the chart and every table', () => {
    const machine = [['Processor', 'an example']] as const;
    const run: RunFigures = {
      date: '2026-01-02',
      architecture: 'x64',
      machine,
      cores: 'here',
      connections: 10,
      rounds: 3,
      seconds: 1,
      backends: [FIGURES],
    };
    const text = formatPage([run]);

    for (const part of [
      '2026-01-02',
      '| Processor | an example |',
      '(benchmarks-x64.svg)',
      '## sqlite',
      '| 1.20 |',
      'met',
    ]) {
      expect(text).toContain(part);
    }
  });
});
