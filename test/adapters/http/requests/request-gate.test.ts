import { describe, expect, it } from 'vitest';
import { KeyedLimiter } from '../../../../src/adapters/limits/keyed-limiter.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';

const [ADA, BOB] = ['u_ada', 'u_bob'] as [AccountId, AccountId];

describe('concurrent requests of an account', () => {
  it('are admitted up to the limit, and others wait for those to leave', async () => {
    const requests = new KeyedLimiter({ concurrentPerKeyMax: 2, waitingPerKeyMax: 10, waitMsMax: 60_000 });
    expect([requests.enter(ADA), requests.enter(ADA)]).toEqual([true, true]);
    const order: string[] = [];
    const waiting = ['third', 'fourth'].map(async (name) => {
      expect(await requests.enter(ADA)).toBe(true);
      order.push(name);
      requests.leave(ADA);
    });

    expect(requests.enter(BOB)).toBe(true);
    requests.leave(ADA);
    await Promise.all(waiting);

    expect(order).toEqual(['third', 'fourth']);
  });

  it('are refused when too many wait', () => {
    const requests = new KeyedLimiter({ concurrentPerKeyMax: 1, waitingPerKeyMax: 1, waitMsMax: 60_000 });

    const entered = [requests.enter(ADA), requests.enter(ADA), requests.enter(ADA)];

    expect(entered).toEqual([true, expect.any(Promise), false]);
    requests.leave(ADA);
  });

  it('are refused when none leaves in time', async () => {
    const requests = new KeyedLimiter({ concurrentPerKeyMax: 1, waitingPerKeyMax: 1, waitMsMax: 1 });
    requests.enter(ADA);

    expect(await requests.enter(ADA)).toBe(false);
    requests.leave(ADA);
    expect(requests.enter(ADA)).toBe(true);
  });

  it('are limited no matter how many other accounts come and go', () => {
    const requests = new KeyedLimiter({ concurrentPerKeyMax: 1, waitingPerKeyMax: 0, waitMsMax: 1 });
    requests.enter(ADA);

    for (let number = 0; number < 5000; number += 1) {
      const account = `u_${number}` as AccountId;
      expect([requests.enter(account), requests.enter(account)]).toEqual([true, false]);
      requests.leave(account);
    }

    expect(requests.enter(ADA)).toBe(false);
    requests.leave(ADA);
    expect(requests.enter(ADA)).toBe(true);
  });
});
