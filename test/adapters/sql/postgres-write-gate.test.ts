import { setImmediate as nextLoopIteration } from 'node:timers/promises';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PostgresWriteGate } from '../../../src/adapters/outbound/sql/postgres/postgres-write-gate.ts';
import type { Growth } from '../../../src/adapters/outbound/sql/sql-database.ts';

describe('the gate of writes to Postgres', () => {
  /** Writes that run until the test is over, as behind a lock. */
  function aGate() {
    const gate = new PostgresWriteGate();
    const running: (string | undefined)[] = [];
    const { promise, resolve } = Promise.withResolvers<void>();
    onTestFinished(() => resolve());
    const write = (growth: Growth | undefined, account: string | undefined) =>
      void gate.enter(growth, account, () => {
        running.push(account);
        return promise;
      });
    return { write, running };
  }

  it('lets no account have all slots', async () => {
    const { write, running } = aGate();
    for (const account of ['busy', 'busy', 'busy', 'busy', 'other']) write('content', account);
    await nextLoopIteration();

    expect(running).toEqual(['busy', 'busy', 'other']);
  });

  it('never lets a reset wait for content, however many accounts write it, nor for resets of another account', async () => {
    const { write, running } = aGate();
    for (const account of ['a', 'a', 'b', 'b', 'c', 'd']) write('content', account);
    for (const account of ['a', 'a', 'a', 'a', 'a', 'other']) write(undefined, account);
    await nextLoopIteration();

    expect(running).toEqual(['a', 'a', 'b', 'b', 'a', 'other']);
  });

  it('does not let writes of no account wait for each other', async () => {
    const { write, running } = aGate();
    for (let count = 0; count < 4; count += 1) write(undefined, undefined);
    await nextLoopIteration();

    expect(running.length).toBe(4);
  });
});
