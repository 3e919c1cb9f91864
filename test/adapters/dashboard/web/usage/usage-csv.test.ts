import { expect, it } from 'vitest';
import {
  csvFileName,
  formatUsageCsv,
} from '../../../../../src/adapters/inbound/dashboard/web/pages/usage/usage-csv.ts';

const slots = [
  { start: '2026-03-01T22:00:00.000Z', counts: { a: 2, b: 1 }, total: 3 },
  { start: '2026-03-01T23:00:00.000Z', counts: { b: 4 }, total: 4 },
];

it('writes a line for every group in every hour or day', () => {
  const groups = [
    { group: 'a', label: 'team/a' },
    { group: 'b', label: 'team/b' },
  ];

  expect(formatUsageCsv(slots, groups).split('\r\n')).toEqual([
    'start,group,count',
    '2026-03-01T22:00:00.000Z,team/a,2',
    '2026-03-01T22:00:00.000Z,team/b,1',
    '2026-03-01T23:00:00.000Z,team/a,0',
    '2026-03-01T23:00:00.000Z,team/b,4',
    '',
  ]);
});

it.each([
  ['=1+1', "'=1+1"],
  ['+1', "'+1"],
  ['-1', "'-1"],
  ['@SUM(A1)', "'@SUM(A1)"],
  ['\t=1', "'\t=1"],
  ['a,b', '"a,b"'],
  ['say "a"', '"say ""a"""'],
  ['=HYPERLINK("x","y")', `"'=HYPERLINK(""x"",""y"")"`],
])('escapes the group %j so that a spreadsheet neither runs nor splits it', (label, written) => {
  expect(formatUsageCsv(slots.slice(1), [{ group: 'b', label }])).toBe(
    `start,group,count\r\n2026-03-01T23:00:00.000Z,${written},4\r\n`,
  );
});

it('names the file after its content, in characters that every file system accepts', () => {
  expect(csvFileName(slots, 'day', 'status')).toBe('prompthold-usage-2026-03-01-2026-03-01-status.csv');
  expect(csvFileName(slots, 'hour', 'prompt')).toBe('prompthold-usage-2026-03-01T22-2026-03-01T23-prompt.csv');
});
