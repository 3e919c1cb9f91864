import type { ListedPage, ListPage } from '../access/prompt-access.ts';

/** Some clients read only the first page. */
const ITEMS_MAX = 500;
const INNER_ITEMS_MAX = 200;
/** Reached only if prompts are very long, or have very many variables. Further prompts are on the next page. */
const INNER_PAGES_MAX = 16;
const CHARACTERS_MAX = 2 * 1024 * 1024;

/** Collects a long page from shorter ones. */
export async function collectPage<Listed, Item>(
  list: (page: ListPage) => Promise<ListedPage<Listed>>,
  { view, cursor }: Pick<ListPage, 'view' | 'cursor'>,
  present: (listed: Listed) => Item,
): Promise<{ readonly items: Item[]; readonly nextCursor: string | undefined }> {
  const items: Item[] = [];
  let nextCursor = cursor;
  let characters = 0;
  for (let pages = 0; pages < INNER_PAGES_MAX; pages += 1) {
    const limit = Math.min(INNER_ITEMS_MAX, ITEMS_MAX - items.length);
    const page = await list({ view, cursor: nextCursor, limit });
    const presented = page.items.map(present);
    items.push(...presented);
    ({ nextCursor } = page);
    characters += JSON.stringify(presented).length;
    if (nextCursor === undefined || items.length >= ITEMS_MAX || characters >= CHARACTERS_MAX) break;
  }
  return { items, nextCursor };
}
