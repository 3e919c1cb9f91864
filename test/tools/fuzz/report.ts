import type { FuzzReport } from './fuzzer.ts';

const BAR_WIDTH = 40;
const REDRAW_EVERY = 50;

/** On a terminal; elsewhere nobody would want it. */
export function progressBar(requests: number): (done: number, findings: number) => void {
  const { stderr } = process;
  if (!stderr.isTTY) return () => {};
  return (done, findings) => {
    if (done % REDRAW_EVERY !== 0 && done !== requests) return;
    const filled = Math.round((BAR_WIDTH * done) / requests);
    const bar = '#'.repeat(filled) + '.'.repeat(BAR_WIDTH - filled);
    stderr.write(`\r[${bar}] ${done}/${requests}, findings: ${findings}${done === requests ? '\n' : ''}`);
  };
}

/** Findings with all that is needed to see them again, then what was answered how often. */
export function summary({ requests, findings, counts }: FuzzReport, replay: (number: number) => string): string {
  const told = findings.map(
    ({ kind, problem, number, shown, times }) =>
      `${kind} (${times} times): ${problem}\n    ${shown}\n    request ${number}: ${replay(number)}\n`,
  );
  return [...told, table(counts), `${requests} requests, ${findings.length} findings`, ''].join('\n');
}

function table(counts: FuzzReport['counts']): string {
  const columns = [...new Set([...counts.values()].flatMap((row) => [...row.keys()]))].sort();
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const cells = [
    ['operation', ...columns],
    ...rows.map(([place, row]) => [place, ...columns.map((column) => String(row.get(column) ?? ''))]),
  ];
  const widths = cells[0]?.map((_, at) => Math.max(...cells.map((row) => row[at]?.length ?? 0))) ?? [];
  return cells.map((row) => row.map((cell, at) => pad(cell, widths[at] ?? 0, at)).join('  ')).join('\n');
}

const pad = (cell: string, width: number, at: number): string => (at === 0 ? cell.padEnd(width) : cell.padStart(width));
