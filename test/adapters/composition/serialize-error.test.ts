import Database from 'better-sqlite3';
import { ReplyError } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { serializeError } from '../../../src/adapters/composition/service/serialize-error.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';

const CONTENT = 'You are Ada’s private assistant.';

/** What a driver throws: an error with more fields than the log may show. */
const failWith = (message: string, fields: object = {}): Error => Object.assign(new Error(message), fields);

function catchError(work: () => unknown): unknown {
  try {
    return work();
  } catch (error) {
    return error;
  }
}

describe('an error in the log', () => {
  it('shows the type, the code and where it was thrown', () => {
    const logged = serializeError(failWith('connect ECONNREFUSED', { code: 'ECONNREFUSED', syscall: 'connect' }));

    expect(logged).toMatchObject({ type: 'Error', code: 'ECONNREFUSED', message: 'connect ECONNREFUSED' });
    expect(logged.stack).toMatch(/^at .*serialize-error\.test\.ts/);
  });

  it('shows the cause of an outage', () => {
    const outage = new StorageUnavailable('Postgres', new Error('Connection terminated unexpectedly'));

    expect(serializeError(outage)).toMatchObject({
      type: 'StorageUnavailable',
      message: 'Postgres cannot be used',
      cause: { type: 'Error', message: 'Connection terminated unexpectedly' },
    });
  });

  it.each<readonly [string, unknown]>([
    ['a field that a driver attached', failWith('failed', { detail: CONTENT, where: CONTENT, parameters: [CONTENT] })],
    ['a message of an unknown kind', new TypeError(`${CONTENT} is not a function`)],
    ['the input of a parser', catchError(() => JSON.parse(CONTENT))],
    ['a code that is text', failWith('failed', { code: CONTENT })],
    ['a thrown text', CONTENT],
    [
      'a Postgres error raised by a trigger with a code of the server',
      failWith(CONTENT, { severity: 'ERROR', code: '53100', where: 'PL/pgSQL function f() line 1 at RAISE' }),
    ],
    ['a Postgres error about a value', failWith(CONTENT, { severity: 'ERROR', code: '22P02' })],
    ['a message with lines like a stack', new Error(`failed\n    at ${CONTENT} (file.ts:1:1)`)],
    ['a message that was replaced after the error was thrown', Object.assign(new Error(CONTENT), { message: 'other' })],
    ['the cause of an outage', new StorageUnavailable('Redis', new SyntaxError(CONTENT))],
    ['one of several errors', new AggregateError([new RangeError(CONTENT)])],
  ])('never shows %s', (_case, error) => {
    expect(JSON.stringify(serializeError(error))).not.toContain(CONTENT);
  });

  it('never shows the value that a trigger of SQLite raises with, only the code', () => {
    const database = new Database(':memory:');
    database.exec(`CREATE TABLE version (body TEXT);
      CREATE TRIGGER refuse BEFORE INSERT ON version BEGIN SELECT json(NEW.body); SELECT RAISE(ABORT, NEW.body); END`);

    const error = catchError(() => database.prepare('INSERT INTO version VALUES (?)').run(JSON.stringify(CONTENT)));

    expect(JSON.stringify(serializeError(error))).not.toContain(CONTENT);
    expect(serializeError(error)).toMatchObject({ type: 'SqliteError', code: 'SQLITE_CONSTRAINT_TRIGGER' });
  });

  it('shows that a disk is full or a constraint failed in SQLite', () => {
    expect(serializeError(new Database.SqliteError('database or disk is full', 'SQLITE_FULL'))).toMatchObject({
      code: 'SQLITE_FULL',
      message: 'database or disk is full',
    });
  });

  it('never shows the arguments that Redis quotes or the driver attaches, only the code', () => {
    const quoting = new ReplyError(`ERR unknown command 'SETT', with args beginning with: '${CONTENT}'`);
    const error = Object.assign(quoting, { command: { name: 'sett', args: [CONTENT] } });

    expect(JSON.stringify(serializeError(error))).not.toContain(CONTENT);
    expect(serializeError(error)).toMatchObject({ type: 'ReplyError', code: 'ERR' });
  });

  it('ends, even if errors are each other’s cause', () => {
    const [one, other] = [new Error('one'), new Error('other')];
    Object.assign(one, { cause: other });
    Object.assign(other, { cause: one });

    expect(JSON.stringify(serializeError(one)).length).toBeLessThan(20_000);
  });
});
