import { describe, expect, it } from 'vitest';
import { diffLines, type Edit } from '../../../../src/domain/text/text-diff.ts';
import { unifiedDiff } from '../../../../src/domain/text/unified-diff.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

/** Few distinct lines, so that texts share many of them; some texts end without a line break. */
const arbitraryLines = fc.array(fc.constantFrom('a', 'b', 'c', '', '\\ x', '-', '+', '@@ -1 +1 @@', 'a\r'), {
  maxLength: 25,
});
const arbitraryTexts = fc
  .tuple(arbitraryLines, fc.constantFrom('', '\n', 'end'))
  .map(([lines, end]) => lines.join('\n') + end);

const joined = (edits: readonly Edit[], without: Edit['kind']): string =>
  edits.map(({ kind, text }) => (kind === without ? '' : text)).join('');

const linesIn = (edits: readonly Edit[], kind: Edit['kind']): number =>
  edits.filter((edit) => edit.kind === kind).reduce((count, { lineCount }) => count + lineCount, 0);

const linesOf = (text: string): string[] => text.match(/[^\n]*\n|[^\n]+/g) ?? [];

/** The longest common subsequence by the textbook algorithm. */
function commonLines(before: readonly string[], after: readonly string[]): number {
  let row = new Array<number>(after.length + 1).fill(0);
  for (const line of before) {
    const next = [0];
    after.forEach((other, index) => {
      next.push(line === other ? (row[index] ?? 0) + 1 : Math.max(row[index + 1] ?? 0, next[index] ?? 0));
    });
    row = next;
  }
  return row.at(-1) ?? 0;
}

/** Applies a diff like `patch`, and fails if the context does not match. */
function patched(text: string, diff: string): string {
  const before = linesOf(text);
  const after: string[] = [];
  let place = 0;
  const rows = linesOf(diff).slice(2);
  rows.forEach((row, index) => {
    const header = /^@@ -(\d+),(\d+) \+(\d+),(\d+) @@\n$/.exec(row);
    const line = rows[index + 1]?.startsWith('\\ No newline') ? row.slice(1, -1) : row.slice(1);
    if (header && !/^[ +-]/.test(row)) {
      const start = Number(header[1]) - (header[2] === '0' ? 0 : 1);
      after.push(...before.slice(place, start));
      place = start;
      expect(after).toHaveLength(Number(header[3]) - (header[4] === '0' ? 0 : 1));
    } else if (row.startsWith('+')) {
      after.push(line);
    } else if (row.startsWith('-') || row.startsWith(' ')) {
      expect(before[place]).toBe(line);
      if (row.startsWith(' ')) after.push(line);
      place += 1;
    }
  });
  return [...after, ...before.slice(place)].join('');
}

describe('a line diff', () => {
  it('turns one text into the other when applied', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryTexts, arbitraryTexts, (before, after) => {
        const edits = diffLines(before, after);
        expect(joined(edits, 'added')).toBe(before);
        expect(joined(edits, 'removed')).toBe(after);
      }),
      tenThousandRuns,
    );
  });

  it('changes as few lines as possible', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryTexts, arbitraryTexts, (before, after) => {
        expect(linesIn(diffLines(before, after), 'same')).toBe(commonLines(linesOf(before), linesOf(after)));
      }),
      tenThousandRuns,
    );
  });

  it('lists removals before additions, and never two edits of the same kind in a row', () => {
    fc.assert(
      fc.property(arbitraryTexts, arbitraryTexts, (before, after) => {
        const kinds = diffLines(before, after)
          .map(({ kind }) => kind)
          .join(' ');
        expect(kinds).not.toMatch(/added removed|same same|removed removed|added added/);
      }),
    );
  });

  it('finds thousands of rewritten lines between unchanged ones', () => {
    const stays = (index: number) => (index % 2 === 0 ? `stays ${index}\n` : undefined);
    const text = (word: string) =>
      Array.from({ length: 9000 }, (_, index) => stays(index) ?? `${word} ${index}\n`).join('');

    expect(linesIn(diffLines(text('old'), text('new')), 'same')).toBe(4500);
  });

  it('finds hundreds of moved lines', () => {
    const pairs = Array.from({ length: 300 }, (_, index) => [`${index} left\n`, `${index} right\n`]);
    const swapped = pairs.map((pair) => pair.toReversed());

    expect(linesIn(diffLines(pairs.flat().join(''), swapped.flat().join('')), 'same')).toBe(300);
  });

  it('replaces only the moved lines when there is too much to compare', () => {
    const shuffled = (step: number) =>
      Array.from({ length: 8_009 }, (_, index) => `${(index * step) % 8_009}\n`).join('');
    const [before, after] = [`first\n${shuffled(1)}last\n`, `first\n${shuffled(4_003)}last\n`];

    const edits = diffLines(before, after);

    expect(joined(edits, 'added')).toBe(before);
    expect(joined(edits, 'removed')).toBe(after);
    expect(edits.map(({ kind, lineCount }) => `${kind} ${lineCount}`)).toEqual([
      'same 2',
      'removed 8008',
      'added 8008',
      'same 1',
    ]);
  });

  it('replaces everything between the common start and end when there are too many lines', () => {
    const lines = (first: number) =>
      Array.from({ length: 100_000 }, (_, index) => `${(first + index) % 10}\n`).join('');
    const [before, after] = [`first\n${lines(0)}last\n`, `first\n${lines(1)}last\n`];

    const edits = diffLines(before, after);

    expect(edits.map(({ kind, lineCount }) => `${kind} ${lineCount}`)).toEqual([
      'same 1',
      'removed 100000',
      'added 100000',
      'same 1',
    ]);
    expect(joined(edits, 'added')).toBe(before);
    expect(joined(edits, 'removed')).toBe(after);
  });

  it('finds one changed line among very many', () => {
    const lines = Array.from({ length: 100_000 }, (_, index) => `${index % 10}\n`);

    const edits = diffLines(lines.join(''), lines.with(50_000, 'x\n').join(''));

    expect(edits.map(({ kind, lineCount }) => `${kind} ${lineCount}`)).toEqual([
      'same 50000',
      'removed 1',
      'added 1',
      'same 49999',
    ]);
  });
});

describe('a unified diff', () => {
  const names = { from: 'v1', to: 'v2' };

  it('turns one text into the other when patched', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryTexts, arbitraryTexts, (before, after) => {
        expect(patched(before, unifiedDiff(before, after, names))).toBe(after);
      }),
      tenThousandRuns,
    );
  });

  it('is empty for equal texts', () => {
    fc.assert(fc.property(arbitraryTexts, (text) => unifiedDiff(text, text, names) === ''));
  });

  it('shows three lines of context and joins nearby changes', () => {
    const before = Array.from({ length: 20 }, (_, index) => `${index + 1}\n`);
    const after = before.with(4, 'five\n').with(11, 'twelve\n').with(19, 'twenty');

    expect(unifiedDiff(before.join(''), after.join(''), names)).toBe(
      [
        '--- v1\n+++ v2\n',
        '@@ -2,14 +2,14 @@\n 2\n 3\n 4\n-5\n+five\n 6\n 7\n 8\n 9\n 10\n 11\n-12\n+twelve\n 13\n 14\n 15\n',
        '@@ -17,4 +17,4 @@\n 17\n 18\n 19\n-20\n+twenty\n\\ No newline at end of file\n',
      ].join(''),
    );
  });

  it('turns tens of thousands of lines into others when patched', () => {
    const text = (line: string) => `${`${line}\n`.repeat(20_000)}end`;

    expect(patched(text('a'), unifiedDiff(text('a'), text('b'), names))).toBe(text('b'));
  });

  it('gives an empty text line number 0', () => {
    expect(unifiedDiff('', 'a\n', names)).toBe('--- v1\n+++ v2\n@@ -0,0 +1,1 @@\n+a\n');
  });
});
