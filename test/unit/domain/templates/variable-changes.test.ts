import { describe, expect, it } from 'vitest';
import { breakingChanges, variableChanges } from '../../../../src/domain/templates/variable-changes.ts';
import type { JsonValue } from '../../../../src/domain/text/json.ts';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';

describe('a breaking change', () => {
  it('is a new required variable without a default', () => {
    expect(breakingChanges([], [aDeclaration('a')])).toEqual([{ path: 'a', change: 'added-required' }]);
    expect(breakingChanges([], [aDeclaration('a', { default: '' })])).toEqual([]);
    expect(breakingChanges([], [aDeclaration('a', { required: false })])).toEqual([]);
  });

  it('is an optional variable that becomes required', () => {
    const change = [{ path: 'a', change: 'added-required' }];

    expect(breakingChanges([aDeclaration('a', { required: false })], [aDeclaration('a')])).toEqual(change);
    expect(breakingChanges([aDeclaration('a', { default: 'x' })], [aDeclaration('a')])).toEqual(change);
    expect(breakingChanges([aDeclaration('a')], [aDeclaration('a', { required: false })])).toEqual([]);
  });

  it('is a removed variable, required or not', () => {
    expect(breakingChanges([aDeclaration('a', { required: false })], [])).toEqual([{ path: 'a', change: 'removed' }]);
  });

  it('is a changed type', () => {
    expect(breakingChanges([aDeclaration('a')], [aDeclaration('a', { type: 'json' })])).toEqual([
      { path: 'a', change: 'type-changed' },
    ]);
  });

  it.each([
    ['none', undefined, ['a'], true],
    ['a longer one', ['a', 'b'], ['a'], true],
    ['another one', ['a'], ['b'], true],
    ['the same in another order', ['a', 'b'], ['b', 'a'], false],
    ['a shorter one', ['a'], ['a', 'b'], false],
    ['one that is dropped', ['a'], undefined, false],
  ])('is an enum that lacks values of the earlier one: %s', (_, before, after, isBreaking) => {
    const declare = (values?: readonly string[]) => [aDeclaration('a', values && { enum: values })];

    const changes = breakingChanges(declare(before), declare(after));

    expect(changes).toEqual(isBreaking ? [{ path: 'a', change: 'enum-narrowed' }] : []);
  });

  it('is an enum where there was none, unless it has every value of the type', () => {
    const boolean = (values?: readonly boolean[]) => [
      aDeclaration('a', { type: 'boolean', ...(values && { enum: values }) }),
    ];

    expect(breakingChanges(boolean(), boolean([true, false]))).toEqual([]);
    expect(breakingChanges(boolean(), boolean([true]))).toEqual([{ path: 'a', change: 'enum-narrowed' }]);
  });

  it('is not an enum of a new variable, nor a second reason beside a changed type', () => {
    const number = aDeclaration('a', { type: 'number', enum: [1] });

    expect(breakingChanges([], [aDeclaration('a', { required: false, enum: ['x'] })])).toEqual([]);
    expect(breakingChanges([aDeclaration('a')], [number])).toEqual([{ path: 'a', change: 'type-changed' }]);
  });

  it('compares enums of JSON by value, whatever the order of keys', () => {
    const declare = (value: JsonValue) => [aDeclaration('a', { type: 'json', enum: [value] })];

    expect(breakingChanges(declare({ x: 1, y: 2 }), declare({ y: 2, x: 1 }))).toEqual([]);
  });

  it('is not a changed order, description or default', () => {
    const before = [aDeclaration('a', { default: 'x' }), aDeclaration('b')];
    const after = [aDeclaration('b', { description: 'B' }), aDeclaration('a', { default: 'y' })];

    expect(breakingChanges(before, after)).toEqual([]);
  });

  it('is reported for each variable', () => {
    const before = [aDeclaration('gone'), aDeclaration('retyped')];
    const after = [aDeclaration('new'), aDeclaration('retyped', { type: 'number' })];

    expect(breakingChanges(before, after).map(({ path }) => path)).toEqual(['gone', 'retyped', 'new']);
  });
});

describe('the changes of variables', () => {
  it('are additions, removals and changed declarations', () => {
    const [gone, kept, before] = [aDeclaration('gone'), aDeclaration('kept'), aDeclaration('changed')];
    const [added, after] = [aDeclaration('added'), aDeclaration('changed', { description: 'new' })];

    expect(variableChanges([gone, kept, before], [after, added, kept])).toEqual({
      added: [added],
      removed: [gone],
      changed: [{ from: before, to: after }],
    });
  });
});
