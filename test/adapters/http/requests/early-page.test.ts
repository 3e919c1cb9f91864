import { expect, it, vi } from 'vitest';
import { startStandaloneApp } from '../support/standalone-app.ts';

it('GET /api/prompts › returns a page that ended early without an ETag, with a cursor that continues', async () => {
  const { api, prompts, token: key } = await startStandaloneApp();
  for (const name of ['a', 'b']) await api.call('PUT', `/api/prompts/${name}`, { key, json: { content: 'Needle' } });
  const search = vi.spyOn(prompts.search, 'search');
  search.mockImplementationOnce(async (owner) => {
    const [stoppedAt] = await prompts.catalog.list(owner, {
      tags: [],
      archived: false,
      sort: 'name',
      order: 'ascending',
      limit: 1,
    });
    return { ids: [], stoppedAt };
  });

  const early = await api.get('/api/prompts?q=needle', { key });
  const { nextCursor } = early.body as { readonly nextCursor: string };
  const next = await api.get(`/api/prompts?q=needle&cursor=${nextCursor}`, { key });
  const whole = await api.get('/api/prompts?q=needle', { key });

  expect(early).toMatchObject({ status: 200, body: { data: [] } });
  expect(early.headers.get('ETag')).toBeNull();
  expect(early.headers.get('Link')).toContain(nextCursor);
  expect(next.body).toMatchObject({ data: [{ name: 'b' }], nextCursor: null });
  expect(whole.body).toMatchObject({ data: [{ name: 'a' }, { name: 'b' }], nextCursor: null });
  expect(whole.headers.get('ETag')).not.toBeNull();
});
