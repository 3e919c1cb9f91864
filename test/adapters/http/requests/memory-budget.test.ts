import { describe, expect, it } from 'vitest';
import { MemoryBudget, type MemoryHolder } from '../../../../src/adapters/inbound/http/limits/memory-budget.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';

const KIB = 1024;

const aRequest = (id?: string): MemoryHolder => (id === undefined ? {} : { account: { id: id as AccountId } });

describe('the memory budget', () => {
  it('gives an account half of what the others leave, until they release what they hold', () => {
    const budget = MemoryBudget.forBodies(400 * KIB);
    const [first, second] = [aRequest('a'), aRequest('b')];

    expect(budget.reserve(first, 200 * KIB)).toBe(true);
    expect(budget.reserve(aRequest('a'), 17 * KIB)).toBe(false);
    expect(budget.reserve(second, 101 * KIB)).toBe(false);
    expect(budget.reserve(second, 100 * KIB)).toBe(true);
    expect(budget.reserve(aRequest(), 51 * KIB)).toBe(false);
    expect(budget.reserve(aRequest(), 50 * KIB)).toBe(true);
    budget.release(first);
    expect(budget.reserve(second, 75 * KIB)).toBe(true);
  });

  it('is never taken by a few accounts, however much they reserve', () => {
    const budget = MemoryBudget.forBodies(1024 * KIB);
    for (const account of ['a', 'b', 'c']) while (budget.reserve(aRequest(account), 20 * KIB));

    expect(budget.reserve(aRequest('d'), 64 * KIB)).toBe(true);
  });

  it('for responses is not taken by bodies', () => {
    const [bodies, responses] = [MemoryBudget.forBodies(100 * KIB), MemoryBudget.forResponses(100 * KIB)];
    const request = aRequest('a');

    expect(bodies.reserve(request, 50 * KIB)).toBe(true);
    expect(responses.reserve(request, 50 * KIB)).toBe(true);
    bodies.release(request);
    expect(bodies.reserve(request, 50 * KIB)).toBe(true);
    expect(responses.reserve(request, 1)).toBe(false);
  });

  it('never refuses small requests', () => {
    const budget = MemoryBudget.forBodies(0);
    const request = aRequest('a');

    expect(budget.reserve(request, 15 * KIB)).toBe(true);
    expect(budget.reserve(request, 1 * KIB)).toBe(true);
    expect(budget.reserve(request, 1)).toBe(false);
  });

  it('counts what must not be refused', () => {
    const budget = MemoryBudget.forResponses(100 * KIB);
    const request = aRequest('a');

    budget.hold(request, 1000 * KIB);
    expect(budget.reserve(aRequest('b'), 20 * KIB)).toBe(false);
    budget.release(request);
    budget.release(request);
    expect(budget.reserve(aRequest('b'), 50 * KIB)).toBe(true);
  });
});
