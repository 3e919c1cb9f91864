import { expect, it } from 'vitest';
import { anEtag, dataIn, detailsIn, expectStatus, type PromptsContext, pageIn, rejectionIn } from './support/client.ts';

export function versionsSuite(context: () => PromptsContext): void {
  it('is published with POST, which returns it and its Location', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ content: 'One.' });

    const response = expectStatus(
      201,
      await second.post(`/prompts/${name}/versions`, { content: 'Two {{a.b}}.', config: { x: 1 }, message: 'better' }),
    );

    expect(dataIn(response)).toEqual({
      promptId: id,
      version: 2,
      type: 'text',
      content: 'Two {{a.b}}.',
      variables: [{ name: 'a', type: 'json', required: true }],
      config: { x: 1 },
      message: 'better',
      hash: expect.stringMatching(/^sha256:/),
      restoredFrom: null,
      publishedAt: expect.any(String),
    });
    expect(response.headers.get('Location')).toBe(`${second.api.url}/api/prompts/${id}/versions/2`);
    expect(response.headers.get('ETag')).toEqual(anEtag(id, 2, 2));
    expect(dataIn(await first.get(`/prompts/${id}/versions/2`))).toEqual(dataIn(response));
  });

  it('is not published again when the content is the same', async () => {
    const { first, second } = context();
    const { id, etag } = await first.createPrompt({
      content: 'One.',
      config: { a: 1, b: [{ c: 1, d: 2 }] },
      message: 'first',
    });

    const response = await second.post(`/prompts/${id}/versions`, {
      content: 'One.',
      config: { b: [{ d: 2, c: 1 }], a: 1 },
      message: 'again',
    });

    expect(dataIn(expectStatus(200, response))).toMatchObject({ version: 1, message: 'first' });
    expect(response.headers.get('Location')).toBeNull();
    expect(response.headers.get('ETag')).toBe(etag);
  });

  it('keeps the config keys it was sent with, even if a similar version was cached', async () => {
    const { first, second } = context();
    const config = (key: string) => ({ config: { a: 1, [key]: 2 } });
    const { id } = await first.createPrompt(config('\\'));
    await first.createPrompt(config('\\'));

    expectStatus(201, await first.post(`/prompts/${id}/versions`, { content: 'Two.', ...config('\n') }));

    await second.get(`/prompts/${id}/versions/1`);
    expect((await second.get(`/prompts/${id}/versions/2`)).text).toContain('"\\n":2');
  });

  it('can be restored', async () => {
    const { first, second } = context();
    const { id, hash } = await first.createPrompt({ content: 'One.', config: { a: 1 } });
    await first.publish(id, { content: 'Two.' });

    const response = expectStatus(
      201,
      await second.post(`/prompts/${id}/versions`, { restore: 1, message: 'back', labels: ['new'] }),
    );

    expect(dataIn(response)).toMatchObject({
      version: 3,
      restoredFrom: 1,
      hash,
      content: 'One.',
      config: { a: 1 },
      message: 'back',
    });
    expect(dataIn(await first.get(`/prompts/${id}?label=new`))).toMatchObject({ version: 3 });
    expectStatus(200, await second.post(`/prompts/${id}/versions`, { restore: 3 }));
    expect(rejectionIn(await second.post(`/prompts/${id}/versions`, { restore: 9 }))).toBe('404 version_not_found');
    expect(rejectionIn(await second.post(`/prompts/${id}/versions`, { restore: 9_007_199_254_740_991 }))).toBe(
      '404 version_not_found',
    );
  });

  it('is listed without its content, newest first', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ content: 'One.', message: 'first' });
    await first.publish(id, { content: 'Two {{a}}.' });

    const { data, nextCursor } = pageIn(expectStatus(200, await second.get(`/prompts/${name}/versions`)));

    expect(nextCursor).toBeNull();
    expect(data.map(({ version }) => version)).toEqual([2, 1]);
    expect(Object.keys(data[1] ?? {}).sort()).toEqual([
      'config',
      'hash',
      'message',
      'promptId',
      'publishedAt',
      'restoredFrom',
      'type',
      'variables',
      'version',
    ]);
  });

  it('is listed in pages, with a link to the next', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt();
    for (const content of ['2', '3', '4', '5']) await first.publish(id, { content });

    const newest = await first.get(`/prompts/${id}/versions?limit=2`);
    const [, link = ''] = /^<(.+)>; rel="next"$/.exec(newest.headers.get('Link') ?? '') ?? [];
    const middle = await first.api.get(link, { key: first.key });
    const oldest = await second.get(`/prompts/${id}/versions?limit=2&cursor=${pageIn(middle).nextCursor}`);

    expect(link).toBe(`${first.api.url}/api/prompts/${id}/versions?limit=2&cursor=${pageIn(newest).nextCursor}`);
    const versions = [newest, middle, oldest].map((response) => pageIn(response).data.map(({ version }) => version));
    expect(versions).toEqual([[5, 4], [3, 2], [1]]);
    expect(oldest.headers.get('Link')).toBeNull();
  });

  it('may be cached forever under the id of its prompt, but not under its name', async () => {
    const { first } = context();
    const { id, name } = await first.createPrompt();

    const cacheControl = async (path: string) => (await first.get(path)).headers.get('Cache-Control');

    expect(await cacheControl(`/prompts/${id}/versions/1`)).toBe('private, max-age=31536000, immutable');
    expect(await cacheControl(`/prompts/${name}/versions/1`)).toBe('private, no-cache');
    expect(await cacheControl(`/prompts/${id}/versions/2`)).toBe('private, no-cache');
  });

  it.each(['2', '0', '01', '1.0', 'latest', '99999999999999999999'])('is not found under %s', async (number) => {
    const { first } = context();
    const { id } = await first.createPrompt();

    expect(rejectionIn(await first.get(`/prompts/${id}/versions/${number}`))).toBe('404 version_not_found');
  });

  it('requires an existing prompt', async () => {
    const { first } = context();

    for (const reference of ['nothing', 'p_1700000000000_zzzzzz', 'No%20Name']) {
      const responses = [
        await first.get(`/prompts/${reference}/versions`),
        await first.get(`/prompts/${reference}/versions/1`),
        await first.post(`/prompts/${reference}/versions`, { content: 'x' }),
      ];
      expect(responses.map(rejectionIn)).toEqual(responses.map(() => '404 prompt_not_found'));
    }
  });

  it('is either new or restored, and all its problems are reported', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();
    const details = async (body: unknown) => {
      const response = await first.post(`/prompts/${id}/versions`, body);
      expect(rejectionIn(response)).toBe('422 invalid');
      return (detailsIn(response) as { path: string }[]).map(({ path }) => path);
    };

    expect(await details({})).toEqual(['content']);
    expect(await details({ restore: 1, content: 'x', config: {} })).toEqual(['content', 'config']);
    expect(await details({ restore: 0 })).toEqual(['restore']);
    expect(await details({ content: 7, message: 7, colour: 'red' })).toEqual(['content', 'message', 'colour']);
    expect(await details({ content: 'x', type: 'text' })).toEqual(['type']);
    expect(await details({ content: '{{#a}}', labels: ['latest', 'B'], message: 'x'.repeat(501) })).toEqual([
      'labels.0',
      'labels.1',
      'content',
      'message',
    ]);
  });
}
