/** Aligns columns, and masks control characters, because cells contain what users typed. */
export function formatTable(heads: readonly string[], rows: readonly (readonly string[])[]): string {
  const lines = [heads, ...rows].map((cells) => cells.map(maskControlCharacters));
  const widths = heads.map((_, column) => Math.max(...lines.map((cells) => cells[column]?.length ?? 0)));
  return lines
    .map((cells) =>
      cells
        .map((cell, column) => cell.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

export const maskControlCharacters = (text: string): string => text.replace(/\p{Cc}/gu, '\uFFFD');
