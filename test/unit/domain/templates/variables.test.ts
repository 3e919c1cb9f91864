import { describe, expect, it } from 'vitest';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';
import {
  inferVariables,
  inheritVariables,
  parseVariables,
  useProblems,
  type VariableDeclaration,
  type VariableInput,
  withUndeclared,
} from '../../../../src/domain/templates/variables.ts';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';
import { aTemplate } from '../../../support/builders/a-template.ts';

const aVariable = (fields: Partial<VariableInput> = {}): VariableInput => ({
  name: 'topic',
  type: 'string',
  required: true,
  ...fields,
});

const problemsOf = (...inputs: VariableInput[]) => {
  const outcome = parseVariables(inputs);
  return outcome.kind === 'invalid' ? outcome.problems.map(({ path, problem }) => `${path} ${problem}`) : [];
};

const usesOf = (text: string) => variableUses([aTemplate(text)], () => undefined);

describe('declared variables', () => {
  it('are preserved as given, without omitted fields', () => {
    const inputs = [
      aVariable({ default: undefined, enum: undefined, description: undefined }),
      aVariable({
        name: 'tone',
        required: false,
        default: 'kind',
        enum: ['kind', 'curt'],
        description: 'How it sounds',
      }),
      aVariable({ name: 'data', type: 'json', default: null }),
    ];

    const outcome = parseVariables(inputs);

    expect(outcome).toStrictEqual({
      kind: 'variables',
      variables: [{ name: 'topic', type: 'string', required: true }, ...inputs.slice(1)],
    });
  });

  it('may have the names of inherited properties', () => {
    expect(problemsOf(aVariable({ name: 'constructor' }), aVariable({ name: '__proto__' }))).toEqual([]);
  });

  it.each([
    [{ name: '1st' }, 'name malformed'],
    [{ name: 'a.b' }, 'name malformed'],
    [{ name: 'a'.repeat(65) }, 'name malformed'],
    [{ default: 1 }, 'default type'],
    [{ type: 'number', default: Number.POSITIVE_INFINITY }, 'default type'],
    [{ type: 'boolean', default: null }, 'default type'],
    [{ type: 'json', default: () => 1 }, 'default type'],
    [{ enum: [] }, 'enum empty'],
    [{ enum: ['a', 1] }, 'enum type'],
    [{ enum: ['a', 'a'] }, 'enum duplicate'],
    [
      {
        type: 'json',
        enum: [
          { a: 1, b: 2 },
          { b: 2, a: 1 },
        ],
      },
      'enum duplicate',
    ],
    [{ enum: [...Array(101).keys()].map(String) }, 'enum too-many'],
    [{ enum: ['a'], default: 'b' }, 'default enum'],
    [{ description: '🦁'.repeat(501) }, 'description too-long'],
  ] satisfies [Partial<VariableInput>, string][])('are rejected for %o: %s', (fields, problem) => {
    expect(problemsOf(aVariable({ name: 'other' }), aVariable(fields))).toEqual([`variables.1.${problem}`]);
  });

  it('may have descriptions of 500 characters, counted as code points', () => {
    expect(problemsOf(aVariable({ description: '🦁'.repeat(500) }))).toEqual([]);
  });

  it('are rejected with all problems', () => {
    expect(problemsOf(aVariable({ name: '?', default: 1 }), aVariable(), aVariable())).toEqual([
      'variables.0.name malformed',
      'variables.0.default type',
      'variables.2.name duplicate',
    ]);
  });

  it('are limited to 200 and to 64 KiB', () => {
    const many = Array.from({ length: 201 }, (_, index) => aVariable({ name: `v${index}` }));

    expect(problemsOf(...many.slice(1))).toEqual([]);
    expect(problemsOf(...many)).toEqual(['variables too-many']);
    expect(problemsOf(aVariable({ default: '\u20ac'.repeat(22_000) }))).toEqual(['variables too-large']);
  });
});

describe('inferred variables', () => {
  it.each([
    ['{{a}}', 'string', true],
    ['{{a.b}}', 'json', true],
    ['{{#a}}{{/a}}', 'json', false],
    ['{{^a}}{{/a}}', 'json', false],
    ['{{a}}{{a.b}}', 'json', true],
    ['{{a.b}}{{a}}', 'json', true],
    ['{{a}}{{#a}}{{/a}}', 'json', false],
    ['{{#a}}{{a}}{{/a}}', 'json', false],
    ['{{#a}}{{a.b}}{{/a}}', 'json', false],
  ])('of %s are %s, required: %s', (text, type, required) => {
    expect(inferVariables(usesOf(text))).toEqual({ kind: 'variables', variables: [{ name: 'a', type, required }] });
  });

  it('are in order of first appearance', () => {
    expect(inferVariables(usesOf('{{c}}{{a}}{{b}}{{a}}'))).toMatchObject({
      variables: [{ name: 'c' }, { name: 'a' }, { name: 'b' }],
    });
  });

  it('are limited to 200', () => {
    const text = Array.from({ length: 201 }, (_, index) => `{{v${index}}}`).join('');

    expect(inferVariables(usesOf(text))).toMatchObject({ problems: [{ path: 'variables', problem: 'too-many' }] });
  });

  it('always match the variables that the template uses', () => {
    const uses = usesOf('{{a}}{{#b}}{{c.d}}{{/b}}');
    const outcome = inferVariables(uses);

    expect(outcome.kind === 'variables' && useProblems(outcome.variables, uses)).toEqual([]);
  });
});

describe('declarations and template', () => {
  it('must name the same variables', () => {
    const declared = parseVariables([aVariable({ name: 'a' }), aVariable({ name: 'b' })]);

    expect(declared.kind === 'variables' && useProblems(declared.variables, usesOf('{{b}}{{c}}'))).toEqual([
      { path: 'variables.a', problem: 'unused' },
      { path: 'variables.c', problem: 'undeclared' },
    ]);
  });

  it('are completed by inference when an include uses more variables', () => {
    const declared = parseVariables([aVariable({ name: 'a', type: 'number' })]);

    expect(declared.kind === 'variables' && withUndeclared(declared.variables, usesOf('{{b.c}}{{a}}'))).toEqual([
      { name: 'a', type: 'number', required: true },
      { name: 'b', type: 'json', required: true },
    ]);
  });
});

describe('inherited variables', () => {
  const inherit = (earlier: readonly VariableDeclaration[], text: string) => {
    const outcome = inheritVariables(earlier, usesOf(text));
    return outcome.kind === 'variables' ? outcome.variables : outcome.problems;
  };

  it('are the earlier declarations in their order, then inferred ones for new variables', () => {
    const b = aDeclaration('b', { type: 'number', default: 3, description: 'How many' });
    const a = aDeclaration('a', { required: false, enum: ['x', 'y'] });

    expect(inherit([b, a], '{{new}} {{a}} {{b}} {{#list}}{{.}}{{/list}}')).toEqual([
      b,
      a,
      aDeclaration('new'),
      aDeclaration('list', { type: 'json', required: false }),
    ]);
  });

  it('do not include those that are no longer used', () => {
    expect(inherit([aDeclaration('a'), aDeclaration('b')], '{{b}}')).toEqual([aDeclaration('b')]);
  });

  it('preserve the declared type and whether it is required when a variable becomes a section', () => {
    const flag = aDeclaration('flag', { type: 'boolean' });

    expect(inherit([flag], '{{#flag}}yes{{/flag}}')).toEqual([flag]);
  });

  it('are inferred again where a member is read that no value of the declared type has', () => {
    const text = aDeclaration('text', { enum: ['a'] });
    const data = aDeclaration('data', { type: 'json', description: 'The order' });

    expect(inherit([text, data], '{{text.a}} {{data.a}}')).toEqual([data, aDeclaration('text', { type: 'json' })]);
  });

  it('are subject to the limits of declared ones', () => {
    const names = Array.from({ length: 200 }, (_, index) => `v${index}`);
    const earlier = names.map((name) => aDeclaration(name));
    const text = names.map((name) => `{{${name}}}`).join('');

    expect(inherit(earlier, text)).toHaveLength(200);
    expect(inherit(earlier, `${text}{{other}}`)).toEqual([{ path: 'variables', problem: 'too-many' }]);
  });
});
