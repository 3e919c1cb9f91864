import { expect, it } from 'vitest';
import { foreignLabel, foreignLabelOrLatest } from '../../../../src/domain/naming/foreign-label.ts';

it.each([
  ['production', 'production'],
  ['Production', 'production'],
  ['2nd', 'v2nd'],
  ['2026-Q2', 'v2026-q2'],
  ['Für Köln', 'fur-koln'],
  ['_hidden', 'hidden'],
  ['a'.repeat(40), 'a'.repeat(36)],
  ['1'.repeat(40), `v${'1'.repeat(35)}`],
  ['eu/west 1!', 'eu-west-1'],
  ['latest', undefined],
  ['Latest', undefined],
  ['---', undefined],
  ['', undefined],
])('makes a label of %j: %s', (text, label) => {
  expect(foreignLabel(text)).toBe(label);
});

it('reads latest, but nothing that only looks like it', () => {
  expect(['latest', 'Latest', 'LIVE'].map(foreignLabelOrLatest)).toEqual(['latest', undefined, 'live']);
});
