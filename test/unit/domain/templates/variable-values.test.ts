import { describe, expect, it } from 'vitest';
import { checkValues } from '../../../../src/domain/templates/variable-values.ts';
import { VARIABLE_TYPES, type VariableDeclaration } from '../../../../src/domain/templates/variables.ts';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const strict = { strict: true };

const problemsOf = (
  declared: readonly VariableDeclaration[],
  given: Readonly<Record<string, unknown>>,
  mode = strict,
) => {
  const outcome = checkValues(declared, given, mode);
  return outcome.kind === 'invalid' ? outcome.problems.map(({ path, problem }) => `${path} ${problem}`) : [];
};

describe('the values of a rendering', () => {
  it('are the given ones, with defaults for missing ones', () => {
    const declared = [aDeclaration('a'), aDeclaration('b', { default: 'x' }), aDeclaration('c', { required: false })];

    expect(checkValues(declared, { a: '1' }, strict)).toEqual({
      kind: 'valid',
      values: new Map([
        ['a', '1'],
        ['b', 'x'],
        ['c', undefined],
      ]),
    });
  });

  it.each([
    ['of an optional variable without a default', { required: false }, undefined],
    ['of an optional enum', { required: false, enum: ['x'] }, undefined],
    ['of optional JSON', { required: false, type: 'json' }, undefined],
    ['of an optional variable with a default', { required: false, default: 'x' }, 'x'],
    ['of optional JSON with a default, where it is a value', { required: false, type: 'json', default: 'x' }, null],
    ['of required JSON, where it is a value', { type: 'json', required: true }, null],
  ] as const)('may be null instead of omitted: %s', (_, fields, value) => {
    expect(checkValues([aDeclaration('a', fields)], { a: null }, strict)).toEqual({
      kind: 'valid',
      values: new Map([['a', value]]),
    });
  });

  it('must have known names, correct types and only enum values', () => {
    const declared = [
      aDeclaration('a'),
      aDeclaration('b', { type: 'number' }),
      aDeclaration('c', { enum: ['x', 'y'] }),
      aDeclaration('d', { type: 'json', enum: [{ x: 1, y: 2 }] }),
    ];

    expect(problemsOf(declared, { b: '1', c: 'z', d: { y: 2, x: 1 }, e: 1 })).toEqual([
      'b type',
      'c enum',
      'e unknown',
    ]);
  });

  it('must not be integers that JSON may have changed, at any depth, except for a default', () => {
    const big = Number.MAX_SAFE_INTEGER + 1;
    const declared = [
      aDeclaration('n', { type: 'number', enum: [big] }),
      aDeclaration('b', { type: 'number' }),
      aDeclaration('j', { type: 'json' }),
      aDeclaration('d', { type: 'number', default: big }),
    ];
    const outcome = checkValues(declared, { n: big, b: 2n ** 70n, j: { ids: [1, -big] } }, strict);

    const text = 'is an integer beyond 2^53: write it as text';
    expect(outcome).toMatchObject({
      problems: ['n', 'b', 'j.ids.1'].map((path) => ({ path, problem: 'type', text })),
    });
  });

  it('may be missing or unknown when not strict, but never have the wrong type', () => {
    const declared = [aDeclaration('a'), aDeclaration('b', { type: 'boolean' })];

    expect(problemsOf(declared, { e: 1 }, { strict: false })).toEqual([]);
    expect(problemsOf(declared, { b: 1, e: 1 }, { strict: false })).toEqual(['b type']);
  });

  it.each([
    ['string', ['', 'a'], [null, 1, true, [], {}]],
    ['number', [0, -1.5], [null, '1', Number.NaN, Number.POSITIVE_INFINITY, 1n]],
    ['boolean', [true, false], [null, 0, 'true']],
    ['json', [null, 0, '', true, [], { a: [1] }], [new Date(0), [Number.NaN]]],
  ] as const)('are never converted: %s', (type, fitting, others) => {
    const declared = [aDeclaration('a', { type, required: true })];

    for (const value of fitting) expect(problemsOf(declared, { a: value })).toEqual([]);
    for (const value of others) expect(problemsOf(declared, { a: value })).toHaveLength(1);
  });

  it('never include inherited properties', () => {
    const names = ['constructor', '__proto__', 'toString', 'hasOwnProperty'];
    const declared = names.map((name) => aDeclaration(name, { type: 'json' }));

    expect(checkValues(declared, {}, strict)).toEqual({ kind: 'valid', values: new Map() });
    expect(checkValues(declared.slice(1, 2), JSON.parse('{"__proto__":1}'), strict)).toMatchObject({ kind: 'valid' });
  });

  it('can be checked for any JSON, and contain only declared names', longTimeout, () => {
    const declared = VARIABLE_TYPES.map((type, index) =>
      aDeclaration(`v${index}`, { type, required: index % 2 === 0 }),
    );
    const given = fc.dictionary(
      fc.constantFrom('v0', 'v1', 'v2', 'v3', 'v4', '__proto__'),
      fc.jsonValue({ maxDepth: 2 }),
    );

    fc.assert(
      fc.property(given, fc.boolean(), (values, mode) => {
        const outcome = checkValues(declared, values, { strict: mode });
        if (outcome.kind === 'valid') for (const name of outcome.values.keys()) expect(name).toMatch(/^v[0-3]$/);
        else expect(outcome.problems).not.toEqual([]);
      }),
      tenThousandRuns,
    );
  });

  it('have at most a hundred reported problems', () => {
    const given = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`x${index}`, 1]));

    expect(problemsOf([], given)).toHaveLength(100);
  });
});
