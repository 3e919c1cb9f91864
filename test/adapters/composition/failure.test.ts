import { describe, expect, it } from 'vitest';
import { toFailure } from '../../../src/adapters/composition/commands/to-failure.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';

describe('toFailure for an unavailable storage', () => {
  it('returns exit code 69 and the reason', () => {
    const error = new StorageUnavailable('Postgres', new Error('connect ECONNREFUSED 127.0.0.1:5432'));

    expect(toFailure(error)).toEqual({
      code: 69,
      message: 'Postgres cannot be used: connect ECONNREFUSED 127.0.0.1:5432',
    });
  });

  it('lists the reason for each address of its host', () => {
    const attempts = ['::1', '127.0.0.1'].map((address) => new Error(`connect ECONNREFUSED ${address}:5432`));

    expect(toFailure(new StorageUnavailable('Postgres', new AggregateError(attempts))).message).toBe(
      'Postgres cannot be used: connect ECONNREFUSED ::1:5432, connect ECONNREFUSED 127.0.0.1:5432',
    );
  });
});

describe('toFailure for an outage that can be explained', () => {
  it('adds the problem and the cure', () => {
    const explanation = { problem: 'the database does not exist', cure: 'create it' };
    const error = new StorageUnavailable('Postgres', new Error('database "x" does not exist'), explanation);

    expect(toFailure(error)).toEqual({
      code: 69,
      message: 'Postgres cannot be used: the database does not exist (database "x" does not exist). Create it.',
    });
  });
});

describe('toFailure for an unexpected error', () => {
  it('returns exit code 1 and the stack trace', () => {
    const error = new TypeError('never thought of');

    expect(toFailure(error)).toEqual({ code: 1, message: error.stack });
  });
});
