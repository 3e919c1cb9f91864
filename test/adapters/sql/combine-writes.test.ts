import { describe, expect, it } from 'vitest';
import {
  combineWrites,
  rowStatements,
  statement,
  type Write,
} from '../../../src/adapters/outbound/sql/sql-database.ts';

const COUNT = statement('UPDATE account SET count = count + 1 WHERE id = :owner');
const ADD = statement({ sqlite: 'INSERT INTO item SELECT :owner, 1', postgres: 'INSERT INTO item SELECT :owner, 2' });
const RECORD = statement('INSERT INTO change VALUES (:owner, :at)');

const aCount = { statement: COUNT, parameters: { owner: 'a' }, rows: 1 };
const others = [
  { statement: ADD, parameters: { owner: 'a' } },
  { statement: RECORD, parameters: { owner: 'a', at: 7 } },
];

describe('combined writes', () => {
  it('are one statement on Postgres, with the guard of the first and the parameters of all', () => {
    const [first, separate] = combineWrites(aCount, others);

    expect(first).toMatchObject({ rows: 1, parameters: { owner: 'a', at: 7 } });
    expect(first.statement.postgres).toBe(
      `WITH part0 AS (${ADD.postgres}), part1 AS (${RECORD.postgres}) ${COUNT.postgres}`,
    );
    expect(separate.map((write) => write.statement.postgres)).toEqual([undefined, undefined]);
  });

  it('leave out what SQLite alone writes', () => {
    const rows = rowStatements({ sqlite: 'INSERT INTO row VALUES (:row)', postgres: 'INSERT INTO row SELECT :rows' });
    const [first, separate] = combineWrites<Write>(aCount, [
      { statement: rows.first, parameters: { row: 1, rows: '[1,2]' } },
      { statement: rows.next, parameters: { row: 2 } },
    ]);

    expect(first.statement.postgres).toBe(`WITH part0 AS (INSERT INTO row SELECT :rows) ${COUNT.postgres}`);
    expect(first.parameters).toMatchObject({ rows: '[1,2]' });
    expect(separate).toMatchObject([{ parameters: { row: 1 } }, { statement: rows.next, parameters: { row: 2 } }]);
  });

  it('stay separate on SQLite', () => {
    const [first, separate] = combineWrites(aCount, others);

    expect(first.statement.sqlite).toBe(COUNT.sqlite);
    expect(separate.map((write) => write.statement.sqlite)).toEqual([ADD.sqlite, RECORD.sqlite]);
    expect(separate.map((write) => write.parameters)).toEqual(others.map((write) => write.parameters));
  });

  it('have the same statements each time, so that they are prepared once', () => {
    const [first, separate] = combineWrites(aCount, others);
    const [again, separateAgain] = combineWrites(aCount, others);

    expect(again.statement).toBe(first.statement);
    expect(separateAgain[0]?.statement).toBe(separate[0]?.statement);
    expect(combineWrites(aCount, others.slice(1))[0].statement).not.toBe(first.statement);
  });
});
