import { expect, it } from 'vitest';
import type { catalogOperations } from '../../../src/adapters/inbound/dashboard/prompts/catalog-operations.ts';
import type { ResponseOf } from '../../../src/adapters/inbound/dashboard/web/api/http/operation-types.ts';
import type { TwoServices } from '../http/support/two-services.ts';
import { type DashboardClient, openSession } from './support/dashboard-client.ts';

const create = (client: DashboardClient, prompt: object) =>
  client.read<{ readonly id: string }>('prompts', 'POST', { content: 'x', ...prompt });

export function promptsSuite(services: () => TwoServices): void {
  it('are the same in the API and the dashboard, and label moves record the channel', async () => {
    const { second } = services();
    const { owner, client } = await openSession(services());

    const response = await client.call('POST', 'prompts', {
      json: { name: 'support/welcome', content: 'Hello {{name}}', labels: ['production'] },
    });
    const { id } = (response.body as { readonly data: { readonly id: string } }).data;

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
    const { client } = await openSession(services());
    const { id } = await create(client, { name: 'cached' });

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
    const { owner, client } = await openSession(services());
    for (const name of ['support/hello', 'support/eu/hello', 'support-old/hello', 'hello'])
      await create(client, { name, tags: name === 'hello' ? [] : ['t'] });
    const listed = async (query: string) =>
      (await client.get(`catalog?${query}`)).body as ResponseOf<typeof catalogOperations.list>;

    const { data, nextCursor } = await listed('within=support&limit=1');
    expect(data).toMatchObject([{ name: 'support/eu/hello' }]);
    expect(await listed(`within=support&cursor=${nextCursor}`)).toMatchObject({ data: [{ name: 'support/hello' }] });
    expect((await listed('within=support&q=hello')).data).toHaveLength(2);
    expect((await client.get('catalog/count?within=support&tag=t')).body).toEqual({ data: { count: 2 } });
    expect((await client.get('catalog/count')).body).toEqual({ data: { count: 4 } });
    expect((await client.get(`catalog?within=hello&cursor=${nextCursor}`)).status).toBe(400);
    expect((await services().first.get('/api/prompts?within=support', { key: owner.token })).status).toBe(400);
  });

  it('are listed where a label is locked, with those whose includes have moved on', async () => {
    const { owner, client } = await openSession(services());
    await create(client, { name: 'tone' });
    const { id } = await create(client, { name: 'reply', content: '{{> tone}}', labels: ['production'] });
    const locked = async () => (await client.get('catalog/locked?label=production')).body;
    expect(await locked()).toEqual({ data: [] });
    await client.call('PUT', 'protected-labels', { json: { labels: ['production'] } });
    expect(await locked()).toEqual({ data: [{ promptId: id, isBehind: false }] });

    await client.call('PUT', 'prompts/tone', { json: { content: 'Kind.' } });

    expect(await locked()).toEqual({ data: [{ promptId: id, isBehind: true }] });
    expect((await client.get('catalog/locked?label=latest')).status).toBe(400);
    expect((await services().first.get('/api/catalog/locked?label=production', { key: owner.token })).status).toBe(404);
  });

  it('are not counted as API calls when they are viewed', async () => {
    const { client } = await openSession(services());
    await client.get('prompts');

    expect(await client.get('stats')).toMatchObject({ status: 200, body: { data: { total: 0, series: [] } } });
  });
}
