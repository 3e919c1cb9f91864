import { diffLines, type Edit } from './text-diff.ts';

/** The default of `diff -u` and `git diff`. */
const CONTEXT_LINES = 3;

const SIGNS = { same: ' ', removed: '-', added: '+' } as const;

export interface DiffNames {
  readonly from: string;
  readonly to: string;
}

/** A diff that people and `patch` can read. Empty when the texts are equal. */
export function unifiedDiff(before: string, after: string, { from, to }: DiffNames): string {
  const hunks = toHunks(toChanges(diffLines(before, after)));
  return hunks.length === 0 ? '' : `--- ${from}\n+++ ${to}\n${hunks.map(printHunk).join('')}`;
}

/** One line, with the number of lines before it in each text. */
interface Change {
  readonly kind: Edit['kind'];
  readonly line: string;
  readonly before: number;
  readonly after: number;
}

function toChanges(edits: readonly Edit[]): readonly Change[] {
  const changes: Change[] = [];
  let before = 0;
  let after = 0;
  for (const { kind, lines } of edits) {
    for (const line of lines) {
      changes.push({ kind, line, before, after });
      if (kind !== 'added') before += 1;
      if (kind !== 'removed') after += 1;
    }
  }
  return changes;
}

/** Changes whose context lines overlap or touch form one hunk. */
function toHunks(changes: readonly Change[]): readonly (readonly Change[])[] {
  const hunks: Change[][] = [];
  let shownUntil = 0;
  changes.forEach(({ kind }, index) => {
    if (kind === 'same') return;
    const start = Math.max(shownUntil, index - CONTEXT_LINES);
    if (start > shownUntil || hunks.length === 0) hunks.push([]);
    const end = Math.min(changes.length, index + CONTEXT_LINES + 1);
    hunks.at(-1)?.push(...changes.slice(start, end));
    shownUntil = end;
  });
  return hunks;
}

function printHunk(changes: readonly Change[]): string {
  const older = printRange(changes, 'added', changes[0]?.before ?? 0);
  const newer = printRange(changes, 'removed', changes[0]?.after ?? 0);
  return `@@ -${older} +${newer} @@\n${changes.map(printChange).join('')}`;
}

/** First line and number of lines. An empty range is identified by the line before it. */
function printRange(changes: readonly Change[], absent: Edit['kind'], linesBefore: number): string {
  const count = changes.filter(({ kind }) => kind !== absent).length;
  return `${count === 0 ? linesBefore : linesBefore + 1},${count}`;
}

const printChange = ({ kind, line }: Change): string =>
  SIGNS[kind] + (line.endsWith('\n') ? line : `${line}\n\\ No newline at end of file\n`);
