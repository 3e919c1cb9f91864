import type { z } from 'zod';
import type { ApiClient, ApiData } from '../api/api-client.ts';

const PAGE_ITEMS_MAX = 200;

/** Reads the pages of a list until it ends or has that many items. */
export async function listItems<Item extends z.ZodType>(
  api: ApiClient,
  item: Item,
  path: string,
  { query = [], limit }: { readonly query?: readonly [string, string][]; readonly limit: number },
): Promise<ApiData<z.output<Item>[]> & { readonly raw: unknown[] }> {
  const parameters = new URLSearchParams(query);
  parameters.set('limit', String(Math.min(limit, PAGE_ITEMS_MAX)));
  const raw: unknown[] = [];
  const data: z.output<Item>[] = [];
  for await (const page of api.pages(item, path, parameters)) {
    raw.push(...page.raw);
    data.push(...page.data);
    if (data.length >= limit) break;
  }
  return { raw: raw.slice(0, limit), data: data.slice(0, limit) };
}
