import { describe, expect, it } from 'vitest';
import { MemoryBudget, type MemoryHolder } from '../../../../src/adapters/inbound/http/request/memory-budget.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';

const KIB = 1024;

const aRequest = (id?: string): MemoryHolder => (id === undefined ? {} : { account: { id: id as AccountId } });

describe('the memory budget', () => {
  it('refuses what exceeds the total, until others release what they hold', () => {
    const budget = new MemoryBudget({ bytesMax: 100 * KIB, bytesPerAccountMax: 100 * KIB });
    const [first, second] = [aRequest('a'), aRequest('b')];

    expect(budget.reserve(first, 60 * KIB)).toBe(true);
    expect(budget.reserve(second, 60 * KIB)).toBe(false);
    expect(budget.reserve(second, 40 * KIB)).toBe(true);
    budget.release(first);
    expect(budget.reserve(second, 60 * KIB)).toBe(true);
  });

  it('leaves a share to other accounts', () => {
    const budget = new MemoryBudget({ bytesMax: 100 * KIB, bytesPerAccountMax: 50 * KIB });

    expect(budget.reserve(aRequest('a'), 30 * KIB)).toBe(true);
    expect(budget.reserve(aRequest('a'), 30 * KIB)).toBe(false);
    expect(budget.reserve(aRequest('b'), 30 * KIB)).toBe(true);
    expect(budget.reserve(aRequest(), 30 * KIB)).toBe(true);
  });

  it('never refuses small requests', () => {
    const budget = new MemoryBudget({ bytesMax: 0, bytesPerAccountMax: 0 });
    const request = aRequest('a');

    expect(budget.reserve(request, 15 * KIB)).toBe(true);
    expect(budget.reserve(request, 1 * KIB)).toBe(true);
    expect(budget.reserve(request, 1)).toBe(false);
  });

  it('counts what must not be refused', () => {
    const budget = new MemoryBudget({ bytesMax: 100 * KIB, bytesPerAccountMax: 100 * KIB });
    const request = aRequest('a');

    budget.hold(request, 1000 * KIB);
    expect(budget.reserve(aRequest('b'), 20 * KIB)).toBe(false);
    budget.release(request);
    budget.release(request);
    expect(budget.reserve(aRequest('b'), 100 * KIB)).toBe(true);
  });
});
