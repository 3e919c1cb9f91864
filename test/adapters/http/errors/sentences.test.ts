import { describe, expect, it } from 'vitest';
import { describeValues } from '../../../../src/adapters/inbound/api/prompts/variable-sentences.ts';
import { describeProblems } from '../../../../src/adapters/inbound/http/errors/describe-problems.ts';
import {
  printBytes,
  printList,
  printText,
  printWait,
} from '../../../../src/adapters/inbound/http/errors/printed-text.ts';
import type { Problem } from '../../../../src/domain/problem.ts';
import type { VariableName } from '../../../../src/domain/templates/variable-name.ts';
import type { ValueProblem } from '../../../../src/domain/templates/variable-values.ts';
import { times } from '../support/api.ts';

describe('a text of a client in a sentence', () => {
  it.each([
    ['support/reply', 'support/reply'],
    ['größe', 'größe'],
    ['', '""'],
    ['No Such Name', '"No Such Name"'],
    ['say "x"', '"say \\"x\\""'],
    ['a\nb\u0000\u001b[31m', '"a\\nb\\u0000\\u001b[31m"'],
    ['\u202egnirts', '"\\u{202e}gnirts"'],
    ['\ud800', '"\ufffd"'],
  ])('is quoted and escaped unless it is plain: %j', (text, printed) => {
    expect(printText(text)).toBe(printed);
  });

  it('is cut when it is longer than any name', () => {
    expect(printText('x'.repeat(128))).toBe('x'.repeat(128));
    expect(printText('x'.repeat(100_000))).toBe(`"${'x'.repeat(128)}…"`);
  });
});

describe('a list in a sentence', () => {
  it('ends with a conjunction, and with a count when it is long', () => {
    expect(printList(['a'])).toBe('a');
    expect(printList(['a', 'b'])).toBe('a and b');
    expect(printList(['a', 'b', 'c'], 'or')).toBe('a, b or c');
    expect(printList(times(12, String))).toBe('0, 1, 2, 3, 4, 5, 6, 7, 8, 9 and 2 more');
  });
});

it.each([
  [1, '1 second'],
  [119, '119 seconds'],
  [120, '2 minutes'],
  [3599, '60 minutes'],
])('a wait of %i s is printed as %s', (seconds, printed) => {
  expect(printWait(seconds)).toBe(printed);
});

it.each([
  [4096, '4 KiB'],
  [32 * 1024 * 1024, '32 MiB'],
  [1000, '1000 bytes'],
])('%i bytes are printed as %s', (bytes, printed) => {
  expect(printBytes(bytes)).toBe(printed);
});

describe('a sentence about problems', () => {
  it.each<readonly [Problem, string]>([
    [{ path: 'name', problem: 'missing' }, 'Field name is missing.'],
    [{ path: 'name', problem: 'malformed' }, 'Field name must have 1 to 5 parts of a-z, 0-9, . _ - joined by /.'],
    [{ path: 'labels.0', problem: 'reserved' }, 'Field labels.0 cannot be set: latest always is the newest version.'],
    [
      { path: 'variables.0.name', problem: 'malformed' },
      'Field variables.0.name must be a letter or _ followed by up to 63 of A-Z, a-z, 0-9, _.',
    ],
    [{ path: 'description', problem: 'too-long' }, 'Field description must have at most 2000 characters.'],
    [
      { path: 'nmae', problem: 'unknown', text: 'is an unknown field (did you mean name?)' },
      'Field nmae is unknown (did you mean name?).',
    ],
    [{ path: '', problem: 'too-many', text: 'has more than 50000 values' }, 'The body has more than 50000 values.'],
    [{ path: 'includes', problem: 'not-found', text: 'no text prompt named a' }, 'No text prompt named a.'],
    [{ path: 'includes', problem: 'too-many', text: 'are more than 100' }, 'Includes are more than 100.'],
    [
      { path: 'includes', problem: 'circular', text: 'support/reply would include itself' },
      'support/reply would include itself.',
    ],
    [
      { path: 'content', problem: 'unbalanced', text: 'section a is not closed (line 1, column 1)' },
      'Field content: section a is not closed (line 1, column 1).',
    ],
    [{ path: 'a\u0000', problem: 'unknown' }, 'Field "a\\u0000" is unknown.'],
  ])('states %j', (problem, sentence) => {
    expect(describeProblems([problem])).toBe(sentence);
  });

  it('names the first few and counts the others', () => {
    const problems = times(7, (index) => ({ path: `f${index}`, problem: 'missing' as const }));

    expect(describeProblems(problems, 'Query parameter')).toBe(
      'Query parameter f0 is missing; f1 is missing; f2 is missing; f3 is missing; f4 is missing; 2 more problems.',
    );
  });
});

describe('a sentence about variables', () => {
  const declared = [
    { name: 'age' as VariableName, type: 'number', required: true },
    { name: 'mood' as VariableName, type: 'string', required: true, enum: ['kind', 'curt'] },
  ] as const;

  it.each<readonly [readonly [string, ValueProblem['problem']][], string]>([
    [
      [
        ['name', 'missing'],
        ['nmae', 'unknown'],
      ],
      'Variable name is missing; nmae is unknown.',
    ],
    [
      [
        ['a', 'missing'],
        ['b.c', 'missing'],
        ['age', 'type'],
        ['mood', 'enum'],
        ['x', 'unknown'],
        ['y', 'unknown'],
      ],
      'Variables a and b.c are missing; age must be a number; mood must be one of kind or curt; x and y are unknown.',
    ],
    [
      [
        ['placeholders.so_far', 'missing'],
        ['placeholders.x', 'unknown'],
      ],
      'Placeholder so_far is missing; x is unknown.',
    ],
    [
      [
        ['a', 'missing'],
        ['placeholders.so_far', 'type'],
      ],
      'Variable a is missing; placeholder so_far must be a list of messages.',
    ],
    [
      [
        ['a', 'missing'],
        ['.', 'missing'],
        ['..b', 'missing'],
      ],
      'Variable a is missing; {{.}} stands outside a list section; {{.b}} stands outside a list section.',
    ],
    [[['.', 'unknown']], 'Variable . is unknown.'],
  ])('names all of them', (problems, sentence) => {
    const given = problems.map(([path, problem]) => ({ path, problem }));

    expect(describeValues(given, declared)).toBe(sentence);
  });
});
