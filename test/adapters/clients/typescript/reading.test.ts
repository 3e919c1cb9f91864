import { describe, expect, it } from 'vitest';
import { PromptNotFound, PromptVariablesError } from '../../../../clients/typescript/src/client/prompthold-client.ts';
import { ClientService, waitForStream } from '../../../support/clients/client-service.ts';
import { aName } from '../../http/prompts/support/client.ts';

const service = await ClientService.forFile();

const times = (count: number) => Array.from({ length: count });

describe('get', () => {
  it('returns a prompt that renders a text', async () => {
    const { name, hash } = await service.author.createPrompt({
      content: 'Hello {{name}} from {{city}}.',
      variables: [
        { name: 'name', type: 'string', required: true },
        { name: 'city', type: 'string', required: true, default: 'Ulm' },
      ],
      config: { model: 'm' },
    });
    const { prompts } = service.client();

    const prompt = await prompts.get(name);

    expect({ ...prompt }).toEqual({
      includes: [],
      fingerprint: prompt.hash,
      name,
      type: 'text',
      version: 1,
      hash,
      config: { model: 'm' },
      variables: [
        { name: 'name', type: 'string', required: true },
        { name: 'city', type: 'string', required: true, default: 'Ulm' },
      ],
      source: 'network',
    });
    expect(prompt.render({ name: 'Ada' })).toBe('Hello Ada from Ulm.');
    expect(prompt.render({ name: 'Ada', city: undefined })).toBe('Hello Ada from Ulm.');
    expect(() => prompt.render({ city: 1, town: 'x' })).toThrow(PromptVariablesError);
    expect(() => prompt.render({ city: 1, town: 'x' })).toThrow(
      expect.objectContaining({
        code: 'variables_invalid',
        problems: [
          { path: 'name', problem: 'missing' },
          { path: 'city', problem: 'type' },
          { path: 'town', problem: 'unknown' },
        ],
      }),
    );
  });

  it('returns a prompt that renders a chat with placeholders', async () => {
    const messages = [{ role: 'system', content: 'Be {{mood}}.' }, { placeholder: 'history' }];
    const { name } = await service.author.createPrompt({ messages });
    const history = [{ role: 'user', content: '{{mood}}?' } as const];

    const prompt = await service.client().prompts.get(name);

    expect(prompt.type).toBe('chat');
    expect(prompt.type === 'chat' && prompt.render({ mood: 'kind' }, { history })).toEqual([
      { role: 'system', content: 'Be kind.' },
      ...history,
    ]);
    expect(() => prompt.render({ mood: 'kind' })).toThrow(PromptVariablesError);
  });

  it('selects by label, version, the label of the client, or the rule of the service', async () => {
    const { name } = await service.author.createPrompt({ content: 'one', labels: ['production'] });
    await service.author.publish(name, { content: 'two', labels: ['staging'] });
    await service.author.publish(name, { content: 'three' });
    const { prompts } = service.client();
    const staging = service.client({ label: 'staging' }).prompts;

    const rendered = await Promise.all([
      prompts.get(name),
      prompts.get(name, { label: 'latest' }),
      prompts.get(name, { version: 2 }),
      staging.get(name),
      staging.get(name, { label: 'production' }),
      staging.get(name, { version: 3 }),
    ]);

    expect(rendered.map((prompt) => prompt.render())).toEqual(['one', 'three', 'two', 'two', 'one', 'three']);
  });

  it('rejects names, labels and versions that do not exist', async () => {
    const { name } = await service.author.createPrompt();
    const { prompts } = service.client();

    const missing = [
      [() => prompts.get(aName()), 'prompt_not_found'],
      [() => prompts.get(name, { label: 'none' }), 'label_not_found'],
      [() => prompts.get(name, { version: 2 }), 'version_not_found'],
    ] as const;

    for (const [get, code] of missing) {
      const error = await get().catch((reason: unknown) => reason);
      expect(error).toBeInstanceOf(PromptNotFound);
      expect(error).toMatchObject({ code, status: 404, requestId: expect.any(String) });
    }
    await expect(prompts.get(`${name}@1`)).rejects.toThrow('Select a version or label with an option');
    await prompts.get(name, { version: 1 });
    await expect(prompts.get(`${name}@1`)).rejects.toThrow(PromptNotFound);
    for (const selection of [
      { label: 'No' },
      { label: '1' },
      { version: 0 },
      { version: 1.5 },
      { label: 'production', version: 1 },
    ]) {
      await expect(prompts.get(name, selection)).rejects.toMatchObject({ code: 'configuration' });
    }
  });

  it('gets prompts by id, too', async () => {
    const { id, name } = await service.author.createPrompt();

    expect(await service.client().prompts.get(id)).toMatchObject({ name });
  });
});

describe('requests', () => {
  it('are conditional, and return the same object for 304', async () => {
    const { name } = await service.author.createPrompt({ content: 'x'.repeat(10_000) });
    const proxy = await service.proxy();
    const { prompts } = service.client({ url: proxy.url, name: 'reader 🦁' });

    const first = await prompts.get(name);
    const second = await prompts.get(name);

    expect(second).toBe(first);
    expect(proxy.calls.map(({ status, responseBytes }) => [status, responseBytes > 10_000])).toEqual([
      [200, true],
      [304, false],
    ]);
    expect(proxy.calls[1]?.responseBytes).toBe(0);
    expect(proxy.calls[0]?.headers).toMatchObject({
      'user-agent': expect.stringMatching(/^prompthold-client\/\d+\.\d+\.\d+$/),
      'x-client-name': 'reader---',
    });
  });

  it('are shared by 10,000 concurrent calls', async () => {
    const { name } = await service.author.createPrompt();
    const proxy = await service.proxy();
    const { prompts } = service.client({ url: proxy.url });

    const found = await Promise.all(times(10_000).map(() => prompts.get(name)));

    expect(new Set(found).size).toBe(1);
    expect(proxy.calls).toHaveLength(1);
  });

  it('are not needed while the stream is connected', async () => {
    const { name } = await service.author.createPrompt();
    const proxy = await service.proxy();
    const client = service.client({ url: proxy.url, refresh: 'stream' });
    await client.prompts.get(name);
    await waitForStream(client);
    const before = proxy.calls.length;

    for (const _ of times(10_000)) expect(await client.prompts.get(name)).toMatchObject({ source: 'memory' });

    expect(proxy.calls.length).toBe(before);
    expect(proxy.streams).toHaveLength(1);
  });

  it('are never repeated with refresh: never, nor for a version', async () => {
    const { name } = await service.author.createPrompt();
    const proxy = await service.proxy();
    const never = service.client({ url: proxy.url, refresh: 'never' }).prompts;
    const always = service.client({ url: proxy.url, refresh: 'always' }).prompts;

    for (const _ of times(3)) await never.get(name);
    for (const _ of times(3)) await always.get(name, { version: 1 });

    expect(proxy.calls).toHaveLength(2);
    expect(proxy.streams).toHaveLength(0);
  });

  it('do not follow redirects', async () => {
    const other = await service.proxy();
    const proxy = await service.proxy();
    const location = `${other.url}/api/prompts/x?secret=1`;
    proxy.fault = () => ({ kind: 'respond', status: 302, headers: { Location: location } });
    const { prompts } = service.client({ url: proxy.url, refresh: 'stream' });

    const error = await prompts.get('x').catch((reason: unknown) => reason);

    expect(error).toMatchObject({ code: 'redirected', status: 302, message: expect.stringContaining(other.url) });
    expect(String(error)).not.toContain('secret');
    await expect.poll(() => proxy.streams.length).toBeGreaterThan(0);
    expect(other.requests).toEqual([]);
  });
});

describe('includes', () => {
  it('are loaded with the prompt, so that rendering needs no network', async () => {
    const inner = await service.author.createPrompt({ content: 'inner {{a}}' });
    const middle = await service.author.createPrompt({ content: `<{{> ${inner.name}@1}}>` });
    const { name } = await service.author.createPrompt({ content: `{{> ${middle.name}}}, {{> ${inner.name}}} {{b}}` });
    await service.author.publish(inner.name, { content: 'changed {{a}} {{c}}' });
    const proxy = await service.proxy();
    const { prompts } = service.client({ url: proxy.url });

    const prompt = await prompts.get(name);
    await proxy.close();

    expect(prompt.variables.map((variable) => variable.name)).toEqual(['a', 'b', 'c']);
    expect(prompt.render({ a: 'x', b: 'y', c: 'z' })).toBe('<inner x>, changed x z y');
  });

  it('are read again by refresh: always', async () => {
    const part = await service.author.createPrompt({ content: 'one' });
    const { name } = await service.author.createPrompt({ content: `<{{> ${part.name}}}>` });
    const { prompts } = service.client();
    const first = await prompts.get(name);
    await service.author.publish(part.name, { content: 'two' });

    const second = await prompts.get(name);

    expect([first.render(), second.render(), (await prompts.get(name)) === second]).toEqual(['<one>', '<two>', true]);
  });

  it('that do not exist any more are reported as the service would', async () => {
    const part = await service.author.createPrompt({ content: 'one', labels: ['x'] });
    const { name } = await service.author.createPrompt({ content: `{{> ${part.name}@x}}` });
    const proxy = await service.proxy();
    proxy.fault = (path) =>
      path.includes(part.name)
        ? { kind: 'respond', status: 404, body: '{"error":"No label.","code":"label_not_found"}' }
        : undefined;

    const error = await service
      .client({ url: proxy.url })
      .prompts.get(name, { fallback: 'not used' })
      .catch((reason: unknown) => reason);

    expect(error).toMatchObject({
      code: 'includes_invalid',
      details: [{ path: 'includes', problem: 'not-found', message: `${part.name} has no label x` }],
    });
  });
});

describe('preload', () => {
  it('reads all pages, so that nothing else has to be requested', async () => {
    const author = await service.newAuthor();
    const part = await author.createPrompt({ name: 'shared', content: 'shared', labels: ['production'] });
    const names = times(5).map((_, index) => `app/p${index}`);
    for (const name of names) {
      await author.createPrompt({
        name,
        content: `${name} {{> ${part.name}}}`,
        tags: ['checkout'],
        labels: ['production'],
      });
    }
    await author.createPrompt({ name: 'other', labels: ['production'] });
    const proxy = await service.proxy();
    const { prompts } = service.client({ url: proxy.url, key: author.key, label: 'production', refresh: 'never' });

    const count = await prompts.preload({ tag: 'checkout' });

    expect(count).toBe(5);
    const before = proxy.calls.length;
    for (const name of names) expect((await prompts.get(name)).render()).toBe(`${name} shared`);
    expect(proxy.calls.length).toBe(before);
    const { prompts: others } = service.client({ url: proxy.url, key: author.key });
    await others.preload({ folder: 'app' });
    expect(await others.get('app/p0')).toBe(await others.get('app/p0'));
    expect(proxy.calls.at(-1)?.status).toBe(304);
  });
});
