import { expect, it } from 'vitest';
import { anUnknownKey } from '../support/api.ts';
import { Client, dataIn, expectStatus, type PromptsContext, pageIn, rejectionIn } from './support/client.ts';

type Request = readonly [method: string, path: string, body: object | undefined];

/** Every request that refers to a prompt, with a body that would be valid for its owner. */
const REQUESTS_FOR_ONE_PROMPT: readonly Request[] = [
  ['GET', '', undefined],
  ['GET', '?version=1', undefined],
  ['GET', '?label=production&at=2999-01-01T00:00:00Z', undefined],
  ['PATCH', '', { tags: ['stolen'] }],
  ['DELETE', '', undefined],
  ['GET', '/versions', undefined],
  ['GET', '/versions/1', undefined],
  ['POST', '/versions', { content: 'x' }],
  ['POST', '/versions', { restore: 1 }],
  ['PUT', '/labels/production', { version: 1 }],
  ['DELETE', '/labels/production', undefined],
  ['GET', '/labels/production/history', undefined],
  ['POST', '/labels/production/rollback', undefined],
  ['GET', '/diff?from=1&to=1', undefined],
  ['POST', '/render', {}],
];

const ALL_REQUESTS: readonly Request[] = [
  ['GET', '/prompts', undefined],
  ['POST', '/prompts', { name: 'x', content: 'x' }],
  ['PUT', '/prompts/x', { content: 'x' }],
  ...REQUESTS_FOR_ONE_PROMPT.map(([method, rest, body]) => [method, `/prompts/x${rest}`, body] as Request),
  ['GET', '/tags', undefined],
  ['GET', '/folders', undefined],
  ['GET', '/export', undefined],
  ['POST', '/import', { data: { format: 'prompthold-export', version: 1, prompts: [] } }],
];

export function isolationSuite(context: () => PromptsContext): void {
  it.each<Request>(REQUESTS_FOR_ONE_PROMPT)(
    'gets 404 for %s …%s, by id and by name, with any ETag',
    async (method, rest, body) => {
      const { first, second, stranger } = context();
      const { id, name, etag } = await first.createPrompt({ labels: ['production'], tags: ['mine'] });
      const before = dataIn(await second.get(`/prompts/${id}`));

      for (const reference of [id, name]) {
        for (const headers of [
          {},
          { 'If-Match': etag },
          { 'If-None-Match': etag },
          { 'If-None-Match': '*' },
        ] as const) {
          const response = await stranger.call(method, `/prompts/${reference}${rest}`, body, headers);
          expect(rejectionIn(response)).toBe('404 prompt_not_found');
        }
      }
      expect(dataIn(await second.get(`/prompts/${id}`))).toEqual(before);
    },
  );

  it('cannot write to the id of a prompt, and creates its own under the same name', async () => {
    const { first, stranger } = context();
    const { id, name } = await first.createPrompt({ content: 'Mine.' });

    expect(rejectionIn(await stranger.put(`/prompts/${id}`, { content: 'x' }))).toBe('404 prompt_not_found');
    expectStatus(201, await stranger.put(`/prompts/${name}`, { content: 'Theirs.' }));
    expect(dataIn(await first.get(`/prompts/${name}`))).toMatchObject({ id, content: 'Mine.' });
    expectStatus(204, await stranger.delete(`/prompts/${name}`));
    expectStatus(200, await first.get(`/prompts/${name}`));
  });

  it('does not see the prompt in lists, counts and exports', async () => {
    const { first, newAuthor } = context();
    const { first: stranger } = await newAuthor();
    const { name } = await first.createPrompt({ tags: ['mine'], labels: ['production'] });

    for (const path of [
      '/prompts?archived=any',
      `/prompts?name=${name}`,
      '/prompts?label=production',
      '/tags',
      '/folders',
    ]) {
      expect(pageIn(await stranger.get(path)).data).toEqual([]);
    }
    expect(dataIn(await stranger.get('/export'))).toMatchObject({ prompts: [] });
  });

  it('is not told the name of the prompt by a suggestion', async () => {
    const { first, newAuthor } = context();
    const { first: stranger } = await newAuthor();
    const { name } = await first.createPrompt();
    const own = await stranger.createPrompt();

    const [theirs, ours] = [await first.get(`/prompts/${name}x`), await stranger.get(`/prompts/${name}x`)];
    const mistyped = await stranger.get(`/prompts/${own.name.slice(0, -1)}`);

    expect(theirs.body).toMatchObject({ error: `No prompt named ${name}x. Did you mean ${name}?` });
    expect(ours.body).toMatchObject({ error: `No prompt named ${name}x.` });
    expect(mistyped.body).toMatchObject({ error: expect.stringContaining(`Did you mean ${own.name}?`) });
  });

  it('cannot include the prompt', async () => {
    const { first, stranger } = context();
    const { name } = await first.createPrompt();

    expect(rejectionIn(await stranger.put('/prompts/whole', { content: `{{> ${name}}}` }))).toBe('422 invalid');
  });

  it.each<Request>(ALL_REQUESTS)('gets 401 without a valid key: %s %s', async (method, path, body) => {
    const { services } = context();

    const without = await services.first.call(method, `/api${path}`, body === undefined ? {} : { json: body });
    const unknown = await new Client(services.second, anUnknownKey()).call(method, path, body);

    for (const response of [without, unknown]) {
      expect(response.status).toBe(401);
      expect(response.body).toEqual({ error: 'Unauthorized' });
    }
  });
}
