import { expect, it } from 'vitest';
import { z } from 'zod';
import type { TwoServices } from '../http/support/two-services.ts';
import { signInClient } from './support/dashboard-client.ts';

const page = z.object({ data: z.array(z.object({ name: z.string() })), nextCursor: z.string().nullable() });
const created = z.object({ data: z.object({ id: z.string() }) });

export function promptsSuite(services: () => TwoServices): void {
  it('are the same in the API and the dashboard, and label moves record the channel', async () => {
    const { first, second } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);

    const response = await client.call('POST', 'prompts', {
      json: { name: 'support/welcome', content: 'Hello {{name}}', labels: ['production'] },
    });
    const { id } = created.parse(response.body).data;

    expect(response.headers.get('Location')).toMatch(new RegExp(`/dashboard/api/prompts/${id}$`));
    expect(await second.get('/api/prompts/support%2Fwelcome', { key: owner.token })).toMatchObject({
      status: 200,
      body: { data: { id, content: 'Hello {{name}}' } },
    });
    expect(await client.get(`prompts/${id}/labels/production/history`)).toMatchObject({
      body: { data: [{ by: 'dashboard' }] },
    });
  });

  it('are not cached by the browser, not even an immutable version', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());
    const { body } = await client.call('POST', 'prompts', { json: { name: 'cached', content: 'x' } });
    const { id } = created.parse(body).data;

    const found = [`prompts/${id}/versions/1`, `prompts/${id}`, 'prompts', 'tags', 'stats'];
    const rejected = [
      'nothing-here',
      'prompts/nothing',
      `prompts/${id}/versions/2`,
      `prompts/${id}?version=x`,
      'prompts?x',
    ];
    for (const path of [...found, ...rejected]) {
      expect((await client.get(path)).headers.get('Cache-Control'), path).toBe('no-store');
    }
  });

  it('are listed and counted by a folder with all folders below it, in the dashboard only', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const client = await signInClient(first.url, owner);
    for (const name of ['support/hello', 'support/eu/hello', 'support-old/hello', 'hello'])
      await client.call('POST', 'prompts', { json: { name, content: 'x', tags: name === 'hello' ? [] : ['t'] } });
    const listed = async (query: string) => page.parse((await client.get(`catalog?${query}`)).body);

    const { data, nextCursor } = await listed('within=support&limit=1');
    expect(data).toMatchObject([{ name: 'support/eu/hello' }]);
    expect(await listed(`within=support&cursor=${nextCursor}`)).toMatchObject({ data: [{ name: 'support/hello' }] });
    expect((await listed('within=support&q=hello')).data).toHaveLength(2);
    expect((await client.get('catalog/count?within=support&tag=t')).body).toEqual({ data: { count: 2 } });
    expect((await client.get('catalog/count')).body).toEqual({ data: { count: 4 } });
    expect((await client.get(`catalog?within=hello&cursor=${nextCursor}`)).status).toBe(400);
    expect((await first.get('/api/prompts?within=support', { key: owner.token })).status).toBe(400);
  });

  it('of other accounts are not found', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());
    const stranger = await signInClient(first.url, await first.openAccount());
    const { body } = await client.call('POST', 'prompts', { json: { name: 'mine', content: 'x' } });

    expect((await stranger.get(`prompts/${created.parse(body).data.id}`)).status).toBe(404);
  });

  it('are not counted as API calls when they are viewed', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());
    await client.get('prompts');

    expect(await client.get('stats')).toMatchObject({ status: 200, body: { data: { total: 0, series: [] } } });
  });

  it('get the same rejections as in the API', async () => {
    const { first } = services();
    const client = await signInClient(first.url, await first.openAccount());

    expect((await client.get('stats?interval=year')).status).toBe(400);
    expect((await client.get('nothing-here')).status).toBe(404);
    expect((await client.call('PUT', 'sessions')).status).toBe(405);
    expect((await client.call('POST', 'prompts', { json: { name: 'NO', content: 'x' } })).status).toBe(422);
  });
}
