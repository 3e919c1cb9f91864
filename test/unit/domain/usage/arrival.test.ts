import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../src/domain/naming/label.ts';
import { arrivalsOf } from '../../../../src/domain/usage/arrival.ts';
import type { LabelRead } from '../../../../src/domain/usage/caller.ts';
import { aCaller, aLabelRead, aPromptId } from '../../../support/builders/some-usage.ts';

const NOW = new Date('2026-11-15T12:30:00.000Z');
const minutesAgo = (minutes: number): Date => new Date(NOW.getTime() - minutes * 60_000);
const daysAgo = (days: number): Date => minutesAgo(days * 24 * 60);

const promptId = aPromptId();
const label = 'production' as Label;
const served = (version: number, at: Date, fields: Partial<LabelRead> = {}) =>
  aLabelRead(at, { promptId, label, version, ...fields });
const listed = (at: Date, fields: Partial<LabelRead> = {}) =>
  aLabelRead(at, { promptId: undefined, label, version: undefined, ...fields });

function arrivals(...labels: readonly LabelRead[]) {
  const found = arrivalsOf([aCaller(NOW, { labels })], { promptId, label, version: 5 }, NOW);
  return (['current', 'stale', 'unclear'] as const).flatMap((state) =>
    found[state].map(({ version }) => `${state} ${version}`),
  );
}

describe('the arrival of a version', () => {
  it.each<[string, readonly LabelRead[], readonly string[]]>([
    ['current if it was last served this version', [served(5, minutesAgo(1))], ['current 5']],
    ['stale if it was last served another one', [served(4, minutesAgo(1))], ['stale 4']],
    ['stale also after a newer one', [served(6, minutesAgo(1))], ['stale 6']],
    ['unclear if it was served a list since', [served(4, minutesAgo(2)), listed(minutesAgo(1))], ['unclear 4']],
    ['stale if the list was earlier', [served(4, minutesAgo(1)), listed(minutesAgo(2))], ['stale 4']],
    ['current whatever lists it was served', [served(5, minutesAgo(2)), listed(minutesAgo(1))], ['current 5']],
    [
      'stale if the list was by another label',
      [served(4, minutesAgo(2)), listed(minutesAgo(1), { label: 'staging' as Label })],
      ['stale 4'],
    ],
    ['not listed if it only read lists', [listed(minutesAgo(1))], []],
    ['not listed if it read another label', [served(5, minutesAgo(1), { label: 'staging' as Label })], []],
    ['not listed if it read another prompt', [served(5, minutesAgo(1), { promptId: aPromptId() })], []],
    ['listed after seven days', [served(4, daysAgo(7))], ['stale 4']],
    ['not listed after more than seven days', [served(4, new Date(daysAgo(7).getTime() - 1))], []],
  ])('shows a caller as %s', (_, labels, expected) => {
    expect(arrivals(...labels)).toEqual(expected);
  });

  it('lists callers in their order, with the time at which they were served', () => {
    const callers = ['a', 'b', 'c'].map((name) => aCaller(NOW, { name, labels: [served(5, minutesAgo(3))] }));

    const { current } = arrivalsOf(callers, { promptId, label, version: 5 }, NOW);

    expect(current.map(({ caller, servedAt }) => [caller.name, servedAt])).toEqual(
      ['a', 'b', 'c'].map((name) => [name, minutesAgo(3)]),
    );
  });
});
