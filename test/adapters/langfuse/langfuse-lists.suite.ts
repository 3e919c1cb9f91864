import { expect, it } from 'vitest';
import type { Client, PromptsContext } from '../http/prompts/support/client.ts';
import type { ApiResponse } from '../http/support/api.ts';

const PROMPTS = '/api/public/v2/prompts';

const list = ({ api, key }: Client, query = ''): Promise<ApiResponse> => api.call('GET', `${PROMPTS}${query}`, { key });

/** What no SDK shows: every parameter, and what is refused. */
export function langfuseListsSuite(context: () => PromptsContext): void {
  it.each([
    ['limit=101', 400],
    ['limit=100&page=100', 200],
    ['limit=100&page=101', 400],
    ['fromUpdatedAt=2026-01-01T00:00:00%2B02:00&toUpdatedAt=2026-01-01T00:00:00Z', 200],
    ['label=%21', 200],
    ['name=%20', 200],
    ['page=&limit=&name=&label=&tag=&fromUpdatedAt=&toUpdatedAt=', 200],
    ['unknown=1', 200],
  ])('lists prompts with %s as %i', async (query, status) => {
    const response = await list(context().first, `?${query}`);

    expect(response.status, response.text).toBe(status);
    if (status === 200 && query.startsWith('label')) expect(response.body).toMatchObject({ data: [] });
  });

  it('lists by the time of the last change, from inclusive to exclusive', async () => {
    const author = (await context().newAuthor()).first;
    await author.createPrompt({ name: 'a' });
    const { body } = await list(author);
    const { lastUpdatedAt } = (body as { data: [{ lastUpdatedAt: string }] }).data[0];
    const total = async (query: string) =>
      ((await list(author, `?${query}`)).body as { meta: { totalItems: number } }).meta.totalItems;

    expect(await total(`fromUpdatedAt=${lastUpdatedAt}`)).toBe(1);
    expect(await total(`toUpdatedAt=${lastUpdatedAt}`)).toBe(0);
    expect(body).toMatchObject({ pagination: { page: 1, limit: 10, totalItems: 1, totalPages: 1 } });
  });

  it('finds tags as applications write them', async () => {
    const author = (await context().newAuthor()).first;
    await author.createPrompt({ name: 'a', tags: ['gro-e-1'] });

    for (const tag of ['gro-e-1', 'Größe 1']) {
      const { body } = await list(author, `?tag=${encodeURIComponent(tag)}`);
      expect(body, tag).toMatchObject({ data: [{ name: 'a', tags: ['gro-e-1'] }] });
    }
    expect((await list(author, '?tag=%E2%80%A6')).body).toMatchObject({ data: [], meta: { totalItems: 0 } });
  });
}
