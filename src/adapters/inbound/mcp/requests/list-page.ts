import type { ListedPage, ListPage } from '../access/prompt-access.ts';

/** Some clients read only the first page. */
const PAGE_ITEMS_MAX = 500;
const INNER_ITEMS_MAX = 200;

/** Collects a long page from shorter ones. */
export async function collectPage<Item>(
  list: (page: ListPage) => Promise<ListedPage<Item>>,
  { view, cursor }: Pick<ListPage, 'view' | 'cursor'>,
): Promise<ListedPage<Item>> {
  const items: Item[] = [];
  let nextCursor = cursor;
  do {
    const limit = Math.min(INNER_ITEMS_MAX, PAGE_ITEMS_MAX - items.length);
    const page = await list({ view, cursor: nextCursor, limit });
    items.push(...page.items);
    ({ nextCursor } = page);
  } while (nextCursor !== undefined && items.length < PAGE_ITEMS_MAX);
  return { items, nextCursor };
}
