import { expect, it } from 'vitest';
import { anEtag, dataIn, expectStatus, type PromptsContext, pageIn, rejectionIn } from './support/client.ts';

export function versionsSuite(context: () => PromptsContext): void {
  it('is published with POST, which returns it and its Location', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ content: 'One.' });

    const response = expectStatus(
      201,
      await second.post(`/prompts/${name}/versions`, { content: 'Two {{a.b}}.', config: { x: 1 }, message: 'better' }),
    );

    const { warnings, ...written } = dataIn(response) as { warnings: unknown };
    expect(warnings).toEqual([]);
    expect(written).toEqual({
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
    expect(dataIn(await first.get(`/prompts/${id}/versions/2`))).toEqual(written);
  });

  it('is 200 without a Location when the content is the same', async () => {
    const { first, second } = context();
    const { id, etag } = await first.createPrompt({ config: { a: 1, b: [{ c: 1, d: 2 }] }, message: 'first' });

    const response = await second.post(`/prompts/${id}/versions`, {
      content: 'Hello.',
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

    const response = await second.post(`/prompts/${id}/versions`, { restore: 1, message: 'back', labels: ['new'] });

    expect(dataIn(expectStatus(201, response))).toMatchObject({
      version: 3,
      restoredFrom: 1,
      hash,
      content: 'One.',
      config: { a: 1 },
      message: 'back',
    });
    expect(dataIn(await first.get(`/prompts/${id}?label=new`))).toMatchObject({ version: 3 });
  });

  it('is listed without its content, newest first', async () => {
    const { first, second } = context();
    const { id, name } = await first.createPrompt({ content: 'One.', message: 'first' });
    await first.publish(id, { content: 'Two {{a}}.' });

    const { data } = pageIn(expectStatus(200, await second.get(`/prompts/${name}/versions`)));

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

  it('may be cached forever under the id of its prompt, but not under its name', async () => {
    const { first } = context();
    const { id, name } = await first.createPrompt();

    const cacheControl = async (path: string) => (await first.get(path)).headers.get('Cache-Control');

    expect(await cacheControl(`/prompts/${id}/versions/1`)).toBe('private, max-age=31536000, immutable');
    expect(await cacheControl(`/prompts/${name}/versions/1`)).toBe('private, no-cache');
    expect(await cacheControl(`/prompts/${id}/versions/2`)).toBe('private, no-cache');
  });

  it.each(['0', '01', '1.0', 'latest', '99999999999999999999'])('is not found under %s', async (number) => {
    const { first } = context();
    const { id } = await first.createPrompt();

    expect(rejectionIn(await first.get(`/prompts/${id}/versions/${number}`))).toBe('404 version_not_found');
  });

  it('with the largest number that JSON can have is not found, whatever it is needed for', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();
    const version = Number.MAX_SAFE_INTEGER;

    const responses = [
      await first.get(`/prompts/${id}/versions/${version}`),
      await first.post(`/prompts/${id}/versions`, { restore: version }),
      await first.put(`/prompts/${id}/labels/new`, { version }),
      await first.post(`/prompts/${id}/render`, { version }),
    ];

    expect(responses.map(rejectionIn)).toEqual(responses.map(() => '404 version_not_found'));
  });
}
