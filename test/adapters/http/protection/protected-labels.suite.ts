import { expect, it } from 'vitest';
import { type DashboardClient, signInClient } from '../../dashboard/support/dashboard-client.ts';
import { Client, dataIn, type PromptsContext, rejectionIn } from '../prompts/support/client.ts';
import type { ApiResponse } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const SENTENCE = 'The label production is protected. Move it in the dashboard.';

/** An account whose prompt has three versions; production points to the first one, and is protected if requested. */
async function anAuthor({ first, second }: TwoServices, ...labels: readonly string[]) {
  const owner = await first.openAccount();
  const person = await signInClient(first.url, owner);
  const key = new Client(second, owner.token);
  const { id } = await key.createPrompt({ name: 'support/reply', content: 'One {{a}}', labels: ['production'] });
  await key.publish(id, { content: 'Two {{a}}', labels: ['staging'] });
  await key.publish(id, { content: 'Three {{a}}' });
  await protect(person, ...labels);
  return { person, key, id };
}

async function protect(person: DashboardClient, ...labels: readonly string[]): Promise<void> {
  expect(await person.call('PUT', 'protected-labels', { json: { labels } })).toMatchObject({ status: 200 });
}

const expectProtected = (response: ApiResponse): void => {
  expect(response.status, response.text).toBe(409);
  expect(response.body).toMatchObject({
    error: SENTENCE,
    code: 'label_protected',
    details: [{ path: 'production', problem: 'protected', message: SENTENCE }],
  });
};

export function protectedLabelsSuite(context: () => PromptsContext): void {
  const services = () => context().services;

  it('are none by default, and are set by the session only', async () => {
    const { person, key } = await anAuthor(services());
    const protectedNow = async () => dataIn(await key.get('/prompts/support%2Freply/labels'));

    expect(dataIn(await key.get('/protected-labels'))).toEqual({ labels: [] });
    expect(await protectedNow()).toMatchObject([{ protected: false }, { protected: false }]);
    const set = await person.call('PUT', 'protected-labels', { json: { labels: ['staging', 'production'] } });
    expect(dataIn(set)).toEqual({ labels: ['production', 'staging'] });
    expect(dataIn(await person.get('protected-labels'))).toEqual({ labels: ['production', 'staging'] });
    expect(await protectedNow()).toMatchObject([{ protected: true }, { protected: true }]);
    expect(rejectionIn(await key.put('/protected-labels', { labels: [] }))).toBe('405 method_not_allowed');
    expect(dataIn(await key.get('/protected-labels'))).toEqual({ labels: ['production', 'staging'] });
  });

  it.each([
    ['latest', ['latest'], 'labels.0'],
    ['a malformed label', ['production', 'No!'], 'labels.1'],
    ['twenty-one labels', Array.from({ length: 21 }, (_, index) => `label-${index}`), 'labels'],
    ['a number', [1], 'labels.0'],
  ])('cannot be %s', async (_, labels, path) => {
    const { person } = await anAuthor(services(), 'production');

    expect(await person.call('PUT', 'protected-labels', { json: { labels } })).toMatchObject({
      status: 422,
      body: { code: 'invalid', details: [{ path }] },
    });
    expect(await person.get('protected-labels')).toMatchObject({ body: { data: { labels: ['production'] } } });
  });

  it('are refused to the key, whatever would change them, and nothing is written', async () => {
    const { person, key, id } = await anAuthor(services(), 'production');
    // Only then is there something to roll back to.
    expect((await person.call('PUT', `prompts/${id}/labels/production`, { json: { version: 2 } })).status).toBe(200);
    const before = (await key.get('/export')).text;

    expectProtected(await key.put(`/prompts/${id}/labels/production`, { version: 3 }));
    expectProtected(await key.put(`/prompts/${id}/labels/production`, { version: 3, force: true }));
    expectProtected(await key.post(`/prompts/${id}/labels/production/rollback`));
    expectProtected(await key.delete(`/prompts/${id}/labels/production`));
    expectProtected(await key.post(`/prompts/${id}/versions`, { content: 'Four {{a}}', labels: ['production'] }));
    expectProtected(await key.post(`/prompts/${id}/versions`, { restore: 2, labels: ['staging', 'production'] }));
    expectProtected(await key.put(`/prompts/${id}`, { content: 'Four {{a}}', labels: ['production'] }));
    expectProtected(await key.put(`/prompts/${id}`, { content: 'Three {{a}}', labels: ['production'] }));
    // Reported before a breaking change, which the key could not force.
    expectProtected(await key.put(`/prompts/${id}`, { content: 'New {{c}}', labels: ['production'] }));
    expectProtected(await key.put('/prompts/new', { content: 'One', labels: ['production'] }));
    expectProtected(await key.post('/prompts', { name: 'new', content: 'One', labels: ['production'] }));
    expectProtected(await key.patch(`/prompts/${id}`, { name: 'support/other' }));
    expectProtected(await key.patch(`/prompts/${id}`, { archived: true }));
    expectProtected(await key.delete(`/prompts/${id}`));

    expect((await key.get('/export')).text).toBe(before);
  });

  it('are all named if a request would move several', async () => {
    const { key, id } = await anAuthor(services(), 'staging', 'production');

    const response = await key.post(`/prompts/${id}/versions`, {
      content: 'Four {{a}}',
      labels: ['staging', 'production', 'canary'],
    });

    expect(response).toMatchObject({
      status: 409,
      body: {
        error: 'The labels production and staging are protected. Move them in the dashboard.',
        code: 'label_protected',
        details: [{ path: 'production' }, { path: 'staging' }],
      },
    });
  });

  it('are not imported with the key: those prompts are left out, also in a dry run', async () => {
    const { key: source } = await anAuthor(services());
    await source.createPrompt({ name: 'plain', content: 'Plain' });
    const exported = (await source.get('/export')).body;
    const { person, key } = await anAuthor(services(), 'production');

    // The same name with another history.
    expect(await person.call('PATCH', 'prompts/support%2Freply', { json: { name: 'mine' } })).toMatchObject({
      status: 200,
    });
    const expected = [
      { name: 'plain', result: 'created', warnings: [] },
      { name: 'support/reply', result: 'protected', warnings: [] },
    ];
    const inAnyOrder = expect.arrayContaining(expected);
    expect(dataIn(await key.post('/import?dryRun=true', exported))).toEqual(inAnyOrder);
    expect((await key.get('/prompts/plain')).status).toBe(404);
    expect(dataIn(await key.post('/import', exported))).toEqual(inAnyOrder);
    expect((await key.get('/prompts/plain')).status).toBe(200);
    expect((await key.get('/prompts/support%2Freply')).status).toBe(404);

    expect(await person.call('POST', 'import', { json: exported })).toMatchObject({
      status: 200,
      body: { data: expect.arrayContaining([{ name: 'support/reply', result: 'created', warnings: [] }]) },
    });
  });
}
