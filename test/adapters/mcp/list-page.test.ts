import { describe, expect, it } from 'vitest';
import type { ListPage } from '../../../src/adapters/inbound/mcp/access/prompt-access.ts';
import { collectPage } from '../../../src/adapters/inbound/mcp/requests/list-page.ts';

const view = { tags: [], folder: undefined, label: undefined };

/** A list of numbers whose cursors are numbers. Each inner page has as many as requested, or fewer. */
const aList = (length: number, perPage = Number.POSITIVE_INFINITY) => {
  const limits: number[] = [];
  const list = async ({ cursor = '0', limit }: ListPage) => {
    limits.push(limit);
    const start = Number(cursor);
    const end = Math.min(length, start + Math.min(limit, perPage));
    const items = Array.from({ length: end - start }, (_, index) => start + index);
    return { items, nextCursor: end < length ? String(end) : undefined };
  };
  return { list, limits };
};

describe('a page of a list in MCP', () => {
  it('has 500 items, from three inner pages', async () => {
    const { list, limits } = aList(501);

    const first = await collectPage(list, { view, cursor: undefined }, String);
    const second = await collectPage(list, { view, cursor: first.nextCursor }, String);

    expect(limits.slice(0, 3)).toEqual([200, 200, 100]);
    expect([first.items.length, first.items.at(-1), first.nextCursor]).toEqual([500, '499', '500']);
    expect(second).toEqual({ items: ['500'], nextCursor: undefined });
  });

  it('has no cursor if nothing follows', async () => {
    expect((await collectPage(aList(500).list, { view, cursor: undefined }, String)).nextCursor).toBeUndefined();
    expect(await collectPage(aList(0).list, { view, cursor: undefined }, String)).toEqual({
      items: [],
      nextCursor: undefined,
    });
  });

  it('is complete even if inner pages are short', async () => {
    const { list, limits } = aList(150, 10);

    const { items } = await collectPage(list, { view, cursor: undefined }, String);

    expect(items).toHaveLength(150);
    expect(limits).toHaveLength(15);
  });

  it('ends early if it takes too many inner pages, or grows too large', async () => {
    const slow = await collectPage(aList(500, 10).list, { view, cursor: undefined }, String);
    const large = await collectPage(aList(500, 10).list, { view, cursor: undefined }, () => 'x'.repeat(100_000));

    expect([slow.items.length, slow.nextCursor]).toEqual([160, '160']);
    expect([large.items.length, large.nextCursor]).toEqual([30, '30']);
  });
});
