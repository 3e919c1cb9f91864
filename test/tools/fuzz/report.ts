import { formatTextTable } from '../bench/text-table.ts';
import type { FuzzReport } from './fuzzer.ts';

/** Lists the findings with the commands that reproduce them, then counts the responses by operation and status. */
export function formatSummary({ requests, findings, counts }: FuzzReport, replay: (number: number) => string): string {
  const lines = findings.map(
    ({ kind, message, number, reproduction, times }) =>
      `${kind} (${times} times): ${message}\n    ${reproduction}\n    request ${number}: ${replay(number)}\n`,
  );
  return [...lines, formatTable(counts).trimEnd(), `${requests} requests, ${findings.length} findings`, ''].join('\n');
}

function formatTable(counts: FuzzReport['counts']): string {
  const columns = [...new Set([...counts.values()].flatMap((row) => [...row.keys()]))].sort();
  const rows = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  return formatTextTable([
    ['operation', ...columns],
    ...rows.map(([operation, row]) => [operation, ...columns.map((column) => String(row.get(column) ?? ''))]),
  ]);
}
