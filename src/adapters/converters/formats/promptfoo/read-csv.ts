/** A row of a table of prompts. */
export interface CsvPrompt {
  readonly prompt: string;
  readonly label: string | undefined;
  /** The line that the row begins at, counted from 1. */
  readonly line: number;
}

interface Row {
  readonly cells: string[];
  readonly line: number;
}

/** The prompts of a table with a column `prompt` and perhaps one `label`, or of a list with one prompt per line. */
export function readCsvPrompts(text: string): readonly CsvPrompt[] {
  const [head, ...rows] = readRows(text);
  const names = head?.cells.map((name) => name.trim().toLowerCase()) ?? [];
  const column = names.indexOf('prompt');
  if (column === -1) {
    const lines = text.split('\n').map((line, index) => ({ prompt: line.trim(), label: undefined, line: index + 1 }));
    return text.includes(',') ? [] : lines.filter(({ prompt }) => prompt !== '');
  }
  const labels = names.indexOf('label');
  return rows.flatMap(({ cells, line }) => {
    const prompt = cells[column]?.trim() ?? '';
    return prompt === '' ? [] : [{ prompt, label: cells[labels]?.trim() || undefined, line }];
  });
}

/** A cell in quotes may contain commas, line breaks and doubled quotes (RFC 4180). */
function readRows(text: string): readonly Row[] {
  const rows: Row[] = [];
  const cell = /\s*"((?:[^"]|"")*)"[^,\n]*(,|\r?\n|$)|([^,\n]*?)(,|\r?\n|$)/y;
  let line = 1;
  for (let cells: string[] = [], start = 1; cell.lastIndex < text.length; ) {
    const [source = '', quoted, afterQuoted, plain = '', afterPlain] = cell.exec(text) ?? [];
    cells.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    line += source.split('\n').length - 1;
    if ((afterQuoted ?? afterPlain) === ',') continue;
    rows.push({ cells, line: start });
    cells = [];
    start = line;
  }
  return rows;
}
