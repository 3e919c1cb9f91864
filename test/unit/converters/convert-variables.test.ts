import { describe, expect, it } from 'vitest';
import { convertVariables, type SourceVariable } from '../../../src/adapters/converters/convert-variables.ts';
import type { VariableUse } from '../../../src/domain/templates/template-uses.ts';
import type { VariableName } from '../../../src/domain/templates/variable-name.ts';

const use = (name: string, fields: Partial<VariableUse> = {}): VariableUse => ({
  name: name as VariableName,
  plain: true,
  dotted: false,
  section: false,
  ...fields,
});

const convert = (declared: readonly SourceVariable[], uses: readonly VariableUse[], hasIncludes = false) =>
  convertVariables(declared, { uses, renamed: new Map(), hasIncludes });

const convertOne = (fields: Partial<SourceVariable>, used = use('x')) => {
  const { variables, losses } = convert(
    [{ name: 'x', path: 'inputs.x', ...fields }],
    [{ ...used, name: (fields.name ?? 'x') as VariableName }],
  );
  return { variable: variables[0], problems: losses.map(({ problem }) => problem) };
};

describe('convertVariables', () => {
  it('keeps type, required, default, enum and description', () => {
    const fields = { type: 'string', required: false, default: 'a', enum: ['a', 'b'], description: 'what it is' };

    expect(convertOne(fields)).toEqual({ variable: { name: 'x', ...fields }, problems: [] });
  });

  it('has the declared variables in their order, then the others', () => {
    const declared = [
      { name: 'b', path: 'b' },
      { name: 'a', path: 'a' },
    ];

    expect(convert(declared, [use('c'), use('a'), use('b')]).variables.map(({ name }) => name)).toEqual([
      'b',
      'a',
      'c',
    ]);
  });

  it('applies new names', () => {
    const renamed = new Map([['first-name', 'first_name']]);
    const declared = [{ name: 'first-name', type: 'integer', path: 'inputs.first-name' }];

    expect(convertVariables(declared, { uses: [use('first_name')], renamed, hasIncludes: false })).toEqual({
      variables: [{ name: 'first_name', type: 'number', required: true }],
      losses: [],
    });
  });

  it('reports a declared variable that is not used, unless an include may use it', () => {
    const declared = [{ name: 'x', path: 'inputs.x' }];

    expect(convert(declared, [])).toEqual({
      variables: [],
      losses: [{ path: 'inputs.x', problem: 'variable x is declared but not used, and is not imported' }],
    });
    expect(convert(declared, [], true).variables).toEqual([{ name: 'x', type: 'string', required: true }]);
  });

  it('reports a second declaration', () => {
    const declared = [
      { name: 'x', type: 'number', path: 'a' },
      { name: 'x', type: 'string', path: 'b' },
    ];

    expect(convert(declared, [use('x')])).toMatchObject({
      variables: [{ type: 'number' }],
      losses: [{ path: 'b', problem: 'variable x is declared twice: the first declaration stays' }],
    });
  });
});

describe('the type of a converted variable', () => {
  it.each([
    ['string', 'string'],
    ['integer', 'number'],
    ['float', 'number'],
    ['bool', 'boolean'],
    ['array', 'json'],
    ['object', 'json'],
    ['any', 'json'],
    [['string', 'null'], 'string'],
    ['Number', 'number'],
  ])('of %j is %s', (type, ours) => {
    expect(convertOne({ type })).toMatchObject({ variable: { type: ours }, problems: [] });
  });

  it.each([
    ['a default', { default: 5 }, use('x'), 'number'],
    ['a default that is an object', { default: {} }, use('x'), 'json'],
    ['an enum', { enum: ['a'] }, use('x'), 'string'],
    ['an enum of several types', { enum: ['a', 1] }, use('x'), 'json'],
    ['its use as a section', {}, use('x', { section: true }), 'json'],
    ['its use as a text', {}, use('x'), 'string'],
  ])('is inferred from %s', (_what, fields, used, type) => {
    expect(convertOne(fields, used)).toMatchObject({ variable: { type }, problems: [] });
  });

  it('becomes json where the template reads members', () => {
    expect(convertOne({ type: 'string' }, use('x', { dotted: true }))).toMatchObject({
      variable: { type: 'json' },
      problems: ['type string becomes json, because the template reads members'],
    });
  });

  it('becomes json if it is unknown, which is a loss', () => {
    expect(convertOne({ type: 'image' })).toMatchObject({
      variable: { type: 'json' },
      problems: ['type image is unknown and becomes json'],
    });
  });
});

describe('a value of a converted variable', () => {
  it.each([
    [
      'a default of another type',
      { type: 'number', default: '5' },
      'default is not imported: it is not of type number',
    ],
    ['a default outside of the enum', { enum: ['a'], default: 'b' }, 'default is not imported: it is not in the enum'],
    ['a secret default', { type: 'string', default: `\${env:KEY}` }, 'default is a secret and is not imported'],
    ['a default by its name', { name: 'api_key', default: 'b' }, 'default is a secret and is not imported'],
    [
      'an empty enum',
      { type: 'string', enum: [] },
      'enum is not imported: it must have 1 to 100 values of type string',
    ],
    [
      'an enum of another type',
      { type: 'number', enum: ['a'] },
      'enum is not imported: it must have 1 to 100 values of type number',
    ],
    ['a description that is no text', { description: 5 }, 'description is not a text and is not imported'],
  ])('is lost: %s', (_what, fields, problem) => {
    const { variable, problems } = convertOne(fields);

    expect(problems).toEqual([problem]);
    expect(JSON.stringify(variable)).not.toMatch(/"5"|"b"|env/);
  });

  it('is cut if a description is longer than 500 characters', () => {
    expect(convertOne({ description: '\u{1f600}'.repeat(501) })).toMatchObject({
      variable: { description: '\u{1f600}'.repeat(500) },
      problems: ['description is cut to 500 characters'],
    });
  });

  it('appears once in an enum', () => {
    expect(convertOne({ enum: ['a', 'b', 'a'] })).toMatchObject({ variable: { enum: ['a', 'b'] }, problems: [] });
  });

  it('is no default if it is null', () => {
    expect(convertOne({ type: 'string', default: null }).variable).toEqual({
      name: 'x',
      type: 'string',
      required: true,
    });
  });
});
