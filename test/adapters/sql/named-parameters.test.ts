import { expect, it } from 'vitest';
import { numberParameters, positionParameters } from '../../../src/adapters/outbound/sql/named-parameters.ts';

it('numbers the parameters of a statement for Postgres, each name once', () => {
  expect(numberParameters('SELECT :a::text, :b WHERE x = :a LIMIT :limit')).toEqual({
    text: 'SELECT $1::text, $2 WHERE x = $1 LIMIT $3',
    names: ['a', 'b', 'limit'],
  });
});

it('puts the parameters of a statement in order for SQLite, each as often as it occurs', () => {
  expect(positionParameters('SELECT :a, :b WHERE x = :a')).toEqual({
    text: 'SELECT ?, ? WHERE x = ?',
    names: ['a', 'b', 'a'],
  });
});

it('keeps SQLite from recompiling a statement for its limit', () => {
  expect(positionParameters('SELECT 1 LIMIT :limit OFFSET :skip').text).toBe('SELECT 1 LIMIT +? OFFSET +?');
});
