import { describe, expect, it } from 'vitest';
import {
  completeArgument,
  describeArguments,
  toArguments,
  toValues,
} from '../../../src/adapters/inbound/mcp/prompts/prompt-arguments.ts';
import type { VariableDeclaration } from '../../../src/domain/templates/variables.ts';
import { aDeclaration } from '../../support/builders/a-declaration.ts';

const describedAs = (declaration: VariableDeclaration): string | undefined =>
  toArguments([declaration])[0]?.description;

describe('the arguments of a prompt', () => {
  it('are its variables: required ones first, each group as declared', () => {
    const variables = [
      aDeclaration('tone', { required: false }),
      aDeclaration('name'),
      aDeclaration('lines', { default: 3, type: 'number' }),
      aDeclaration('code'),
    ];

    expect(toArguments(variables).map(({ name, required }) => [name, required])).toEqual([
      ['name', true],
      ['code', true],
      ['tone', false],
      ['lines', false],
    ]);
  });

  it('have no description if there is nothing to describe', () => {
    expect(toArguments([aDeclaration('name')])).toEqual([{ name: 'name', required: true }]);
  });

  it.each([
    [{ description: 'Who asks' }, 'Who asks'],
    [{ description: 'How many', type: 'number' as const }, 'How many (number)'],
    [{ type: 'boolean' as const, default: false }, '(boolean), default false'],
    [{ type: 'json' as const, default: null }, '(JSON), default null'],
    [{ type: 'json' as const, default: { a: [1] } }, '(JSON), default {"a":[1]}'],
    [{ enum: ['a', 'b'], default: 'b', description: 'Which' }, 'Which, one of a, b, default b'],
    [{ enum: [1, 2], type: 'number' as const }, '(number), one of 1, 2'],
    [{ default: '' }, 'default ""'],
  ])('describe %j', (fields, description) => {
    expect(describedAs(aDeclaration('x', fields))).toBe(description);
  });

  it('do not list more values than people read', () => {
    const values = Array.from({ length: 100 }, (_, index) => `${index}-${'x'.repeat(500)}`);

    const description = describedAs(aDeclaration('x', { enum: values, default: values[0] ?? '' })) ?? '';

    expect(description).toMatch(/^one of 0-x+, 1-x+.*19-x+, …, default 0-x+$/);
    expect(description.length).toBeLessThan(2500);
  });
});

describe('the values of arguments', () => {
  const variables = [
    aDeclaration('text'),
    aDeclaration('count', { type: 'number' }),
    aDeclaration('strict', { type: 'boolean', required: false }),
    aDeclaration('data', { type: 'json', default: {} }),
  ];

  it.each([
    [{ text: '12' }, { text: '12' }],
    [{ text: '' }, { text: '' }],
    [{ count: '12.5' }, { count: 12.5 }],
    [{ count: '1234567890123456789012345' }, { count: 2 ** 53 }],
    [{ count: 'twelve' }, { count: 'twelve' }],
    [{ count: '"12"' }, { count: '"12"' }],
    [{ count: '' }, { count: '' }],
    [{ strict: 'true' }, { strict: true }],
    [{ strict: 'yes' }, { strict: 'yes' }],
    [{ strict: '1' }, { strict: '1' }],
    [{ strict: '' }, {}],
    [{ data: '{"a":[1,null]}' }, { data: { a: [1, null] } }],
    [{ data: '12' }, { data: 12 }],
    [{ data: 'plain text' }, { data: 'plain text' }],
    [{ data: '' }, {}],
    [{ other: 'x' }, { other: 'x' }],
    [{ other: '' }, { other: '' }],
  ])('of %j are %j', (given, values) => {
    expect(toValues(variables, given as Record<string, string>)).toEqual(values);
  });

  it('are described with the type that was expected', () => {
    const problems = [
      { path: 'text', problem: 'missing', message: '' },
      { path: 'strict', problem: 'type', message: '' },
      { path: 'count', problem: 'enum', message: '' },
      { path: 'other', problem: 'unknown', message: '' },
      { path: 'data.a', problem: 'missing', message: '' },
    ];

    expect(describeArguments(problems, variables)).toBe(
      'text: missing; strict: expected boolean; count: enum; other: unknown; data.a: missing',
    );
  });
});

describe('the completion of an argument', () => {
  const language = aDeclaration('lang', { enum: ['Python', 'perl', 'ruby'] });

  it('has the values that begin with what was typed, ignoring case', () => {
    expect(completeArgument(language, 'p')).toEqual({ values: ['Python', 'perl'], total: 2, hasMore: false });
    expect(completeArgument(language, 'PE')).toEqual({ values: ['perl'], total: 1, hasMore: false });
    expect(completeArgument(language, '')).toMatchObject({ total: 3 });
    expect(completeArgument(language, 'x')).toEqual({ values: [], total: 0, hasMore: false });
  });

  it('knows numbers and booleans', () => {
    expect(completeArgument(aDeclaration('n', { type: 'number', enum: [10, 12, 20] }), '1').values).toEqual([
      '10',
      '12',
    ]);
    expect(completeArgument(aDeclaration('b', { type: 'boolean' }), '').values).toEqual(['true', 'false']);
    expect(completeArgument(aDeclaration('b', { type: 'boolean', enum: [true] }), '').values).toEqual(['true']);
  });

  it('has at most 100 values, and counts the others', () => {
    const values = Array.from({ length: 101 }, (_, index) => `v${index}`);

    const { values: shown, ...counts } = completeArgument(aDeclaration('v', { enum: values }), 'V');

    expect(shown).toHaveLength(100);
    expect(counts).toEqual({ total: 101, hasMore: true });
  });

  it('is empty for a variable of any value, and for none', () => {
    expect(completeArgument(aDeclaration('name'), 'a')).toEqual({ values: [] });
    expect(completeArgument(undefined, 'a')).toEqual({ values: [] });
  });
});
