import { describe, expect, it } from 'vitest';
import { breakingChanges, variableChanges } from '../../../../src/domain/templates/variable-changes.ts';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';

describe('a breaking change', () => {
  it('is a new required variable without a default', () => {
    expect(breakingChanges([], [aDeclaration('a')])).toEqual([{ name: 'a', change: 'added-required' }]);
    expect(breakingChanges([], [aDeclaration('a', { default: '' })])).toEqual([]);
    expect(breakingChanges([], [aDeclaration('a', { required: false })])).toEqual([]);
  });

  it('is an optional variable that becomes required', () => {
    const change = [{ name: 'a', change: 'added-required' }];

    expect(breakingChanges([aDeclaration('a', { required: false })], [aDeclaration('a')])).toEqual(change);
    expect(breakingChanges([aDeclaration('a', { default: 'x' })], [aDeclaration('a')])).toEqual(change);
    expect(breakingChanges([aDeclaration('a')], [aDeclaration('a', { required: false })])).toEqual([]);
  });

  it('is a removed variable, required or not', () => {
    expect(breakingChanges([aDeclaration('a', { required: false })], [])).toEqual([{ name: 'a', change: 'removed' }]);
  });

  it('is a changed type', () => {
    expect(breakingChanges([aDeclaration('a')], [aDeclaration('a', { type: 'json' })])).toEqual([
      { name: 'a', change: 'type-changed' },
    ]);
  });

  it('is not a changed order, description or default', () => {
    const before = [aDeclaration('a', { default: 'x' }), aDeclaration('b')];
    const after = [aDeclaration('b', { description: 'B' }), aDeclaration('a', { default: 'y' })];

    expect(breakingChanges(before, after)).toEqual([]);
  });

  it('is reported for each variable', () => {
    const before = [aDeclaration('gone'), aDeclaration('retyped')];
    const after = [aDeclaration('new'), aDeclaration('retyped', { type: 'number' })];

    expect(breakingChanges(before, after).map(({ name }) => name)).toEqual(['gone', 'retyped', 'new']);
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
