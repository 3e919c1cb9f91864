export type Table = readonly (readonly string[])[];

/** Columns are as wide as their widest cell; all but the first are right-aligned. */
export function formatTextTable(rows: Table): string {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  const lines = rows.map((row) =>
    row.map((cell, column) => (column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0))),
  );
  return `${lines.map((cells) => cells.join('  ').trimEnd()).join('\n')}\n`;
}

export function formatMarkdownTable([head = [], ...rows]: Table): string {
  const line = (cells: readonly string[]): string => `| ${cells.join(' | ')} |\n`;
  const rule = `|${head.map((_, column) => (column === 0 ? '---' : '--:')).join('|')}|\n`;
  return line(head) + rule + rows.map(line).join('');
}
