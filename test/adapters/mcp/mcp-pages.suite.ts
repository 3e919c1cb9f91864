import { expect, it } from 'vitest';
import { dataIn, expectStatus, type PromptsContext } from '../http/prompts/support/client.ts';
import { times } from '../http/support/api.ts';
import { connectLegacy } from './mcp-clients.ts';

export function mcpPagesSuite(context: () => PromptsContext): void {
  it('have 500 prompts, because some clients read only the first', async () => {
    const { first, second } = await context().newAuthor();
    await first.createPrompt({ name: 'p0000', content: 'Hi {{name}}' });
    const exported = dataIn(await first.get('/export')) as { prompts: [object] };
    const names = times(501, (index) => `p${String(index).padStart(4, '0')}`);
    const prompts = names.map((name) => ({ ...exported.prompts[0], name }));
    expectStatus(200, await first.post('/import', { data: { ...exported, prompts } }));
    const client = await connectLegacy(second);
    const list = async (cursor?: string) => {
      const params = cursor === undefined ? {} : { cursor };
      const { prompts: listed, nextCursor } = await client.request({ method: 'prompts/list', params });
      return { names: listed.map(({ name }) => name), nextCursor };
    };

    const page = await list();
    const rest = await list(page.nextCursor);

    expect(page.names).toEqual(names.slice(0, 500));
    expect(rest).toEqual({ names: names.slice(500), nextCursor: undefined });
    await expect(list('x')).rejects.toMatchObject({ code: -32602, data: { code: 'bad_query' } });
    const narrowed = await connectLegacy(second, '?tag=agent');
    await expect(
      narrowed.request({ method: 'prompts/list', params: { cursor: page.nextCursor ?? '' } }),
    ).rejects.toMatchObject({ code: -32602 });
  });
}
