import { describe, expect, it } from 'vitest';
import { IMPORT_LIMITS } from '../../../../src/adapters/inbound/http/limits/http-limits.ts';
import { KeyedLimiter } from '../../../../src/adapters/limits/keyed-limiter.ts';

/** Lets each account import as often as given, all at once, and returns the accounts in the order of their turns. */
async function orderOf(arrivals: readonly string[]): Promise<readonly string[]> {
  const gate = new KeyedLimiter(IMPORT_LIMITS);
  const order: string[] = [];
  await Promise.all(
    arrivals.map(async (account) => {
      if (!(await gate.enter(account))) return;
      order.push(account);
      await new Promise((resolve) => setImmediate(resolve));
      gate.leave(account);
    }),
  );
  return order;
}

describe('large imports', () => {
  it('of other accounts come before those of an account that has just had its turn', async () => {
    expect(await orderOf(['ada', 'ada', 'ada', 'ada', 'bob'])).toEqual(['ada', 'bob', 'ada', 'ada', 'ada']);
    expect(await orderOf(['ada', 'ada', 'ada', 'bob', 'bob', 'eve'])).toEqual([
      ...['ada', 'bob', 'ada', 'eve', 'bob', 'ada'],
    ]);
  });

  it('of one account never take the waiting places of another', async () => {
    const gate = new KeyedLimiter(IMPORT_LIMITS);

    const entered = Array.from({ length: 6 }, () => gate.enter('ada'));

    expect(entered).toEqual([true, ...Array(4).fill(expect.any(Promise)), false]);
    const other = gate.enter('bob');
    gate.leave('ada');
    expect(await other).toBe(true);
  });

  it('are refused when it is not their turn in time, and leave their place', async () => {
    const gate = new KeyedLimiter({ ...IMPORT_LIMITS, waitMsMax: 1 });
    gate.enter('ada');

    expect(await gate.enter('bob')).toBe(false);

    gate.leave('ada');
    expect(gate.enter('eve')).toBe(true);
  });
});
