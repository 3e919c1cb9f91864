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

  it('inherits config and variables that are left out, and shows them', async () => {
    const { first, second } = context();
    const tone = { name: 'tone', type: 'string', required: false, default: 'kind', enum: ['kind', 'curt'] };
    const { id, name } = await first.createPrompt({ content: 'One {{tone}}.', variables: [tone], config: { m: 1 } });

    const posted = await second.post(`/prompts/${id}/versions`, { content: 'Two {{tone}} {{a}}.' });
    const put = await second.put(`/prompts/${name}`, { content: 'Three {{tone}}.' });
    const again = await first.put(`/prompts/${name}`, { content: 'Three {{tone}}.' });
    const emptied = await first.post(`/prompts/${id}/versions`, { content: 'Four.', config: {}, variables: [] });

    const a = { name: 'a', type: 'string', required: true };
    expect(dataIn(expectStatus(201, posted))).toMatchObject({ version: 2, config: { m: 1 }, variables: [tone, a] });
    expect(dataIn(expectStatus(200, put))).toMatchObject({ version: 3, config: { m: 1 }, variables: [tone] });
    expect(dataIn(again)).toMatchObject({ version: 3, config: { m: 1 }, variables: [tone], unchanged: true });
    expect(dataIn(expectStatus(201, emptied))).toMatchObject({ version: 4, config: {}, variables: [] });
  });

  it('inherits from the version that it follows, under concurrency too', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ config: { n: -1 } });

    await Promise.all(
      Array.from({ length: 24 }, async (_, index) => {
        const config = index % 3 === 0 ? { config: { n: index } } : {};
        const body = { content: `Version ${index}.`, message: index % 3 === 0 ? 'own' : 'inherited', ...config };
        const publish = () => (index % 2 ? first : second).post(`/prompts/${id}/versions`, body);
        let response = await publish();
        // On a busy machine, the others may be faster until the service gives up, which it reports before it is too late.
        while (response.status === 409) response = await publish();
        expectStatus(201, response);
      }),
    );

    const { data } = pageIn(await first.get(`/prompts/${id}/versions`));
    const configs = new Map(data.map(({ version, config }) => [version, config]));
    expect(data).toHaveLength(25);
    for (const { version, message, config } of data) {
      if (message === 'inherited') expect(config).toEqual(configs.get(Number(version) - 1));
    }
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

  it('can be published with labels', async () => {
    const { first, second } = context();
    const { id } = await first.createPrompt({ content: '{{a}}', labels: ['production'] });

    expectStatus(
      201,
      await first.post(`/prompts/${id}/versions`, { content: '{{a}}!', labels: ['production', 'new'] }),
    );
    const breaking = await first.post(`/prompts/${id}/versions`, { content: '{{b}}', labels: ['production'] });

    expect(rejectionIn(breaking)).toBe('409 breaking_change');
    expect(dataIn(await second.get(`/prompts/${id}`))).toMatchObject({
      labels: { production: 2, new: 2 },
      latestVersion: 2,
    });
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

  it('must have the type of its prompt', async () => {
    const { first } = context();
    const { id } = await first.createPrompt();

    const response = await first.post(`/prompts/${id}/versions`, { messages: [{ role: 'user', content: 'x' }] });

    expect(rejectionIn(response)).toBe('409 type_mismatch');
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

  it.each(['2', '0', '-1', '01', '1.0', 'latest', 'x', '99999999999999999999'])(
    'is not found under %s',
    async (number) => {
      const { first } = context();
      const { id } = await first.createPrompt();

      expect(rejectionIn(await first.get(`/prompts/${id}/versions/${number}`))).toBe('404 version_not_found');
    },
  );

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
