import { expect, it } from 'vitest';
import { dataIn, expectStatus, type PromptsContext, pageIn, rejectionIn } from './support/client.ts';

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
  ['GET', '/labels/production/arrival', undefined],
  ['GET', '/diff?from=1&to=1', undefined],
  ['POST', '/render', {}],
];

export function isolationSuite(context: () => PromptsContext): void {
  it.each<Request>(REQUESTS_FOR_ONE_PROMPT)(
    'gets 404 for %s …%s, by id and by name, with any ETag',
    async (...request) => {
      const { first, second, stranger } = context();
      const { id, name, etag } = await first.createPrompt({ labels: ['production'], tags: ['mine'] });
      const before = dataIn(await second.get(`/prompts/${id}`));
      const [method, rest, body] = request;

      const responses = [
        await stranger.call(method, `/prompts/${id}${rest}`, body),
        await stranger.call(method, `/prompts/${name}${rest}`, body, { 'If-Match': etag }),
        await stranger.call(method, `/prompts/${name}${rest}`, body, { 'If-None-Match': etag }),
      ];

      expect(responses.map(rejectionIn)).toEqual(responses.map(() => '404 prompt_not_found'));
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

  it.each(['/prompts?archived=any', '/prompts?label=production', '/tags', '/folders'])(
    'does not see the prompt in %s',
    async (path) => {
      const { first, newAuthor } = context();
      const { first: stranger } = await newAuthor();
      await first.createPrompt({ tags: ['mine'], labels: ['production'] });

      expect(pageIn(await stranger.get(path)).data).toEqual([]);
    },
  );

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
}
