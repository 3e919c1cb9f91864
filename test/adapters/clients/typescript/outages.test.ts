import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import {
  PromptNotFound,
  Unauthorized,
  Unavailable,
} from '../../../../clients/typescript/src/client/prompthold-client.ts';
import { aClient, ClientService } from '../../../support/clients/client-service.ts';
import type { Fault } from '../../../support/clients/faulty-proxy.ts';
import { createTestFolder } from '../../../support/service/test-resources.ts';
import { anUnknownKey } from '../../http/support/api.ts';

const service = await ClientService.forFile();

const unavailable: Fault = { kind: 'respond', status: 503, body: '{"error":"Away.","code":"storage_unavailable"}' };
const TIMEOUT_MS = 300;
/** Nothing listens there. */
const NOWHERE = 'http://127.0.0.1:1';

describe('a prompt that was read before', () => {
  it.each<[string, Fault, string]>([
    ['is unavailable', unavailable, 'unavailable'],
    ['limits requests', { kind: 'respond', status: 429, headers: { 'Retry-After': '1' } }, 'unavailable'],
    ['does not respond', { kind: 'hang' }, 'timeout'],
    ['cannot be reached', { kind: 'cut' }, 'network'],
    ['is behind a proxy that has lost it', { kind: 'respond', status: 404, body: 'not here' }, 'unavailable'],
  ])('is served while the service %s', async (_, fault, reason) => {
    const { name } = await service.author.createPrompt({ content: 'one' });
    const proxy = await service.proxy();
    const key = vi.fn(() => service.key);
    const { prompts, events } = service.client({ url: proxy.url, timeoutMs: TIMEOUT_MS, key });
    await prompts.get(name);
    proxy.fault = () => fault;

    const [first, second] = [await prompts.get(name, { fallback: 'not used' }), await prompts.get(name)];

    expect([first.render(), first.source, second === first]).toEqual(['one', 'memory', true]);
    expect(events).toMatchObject([
      { kind: 'stale', name, version: 1, ageMs: expect.any(Number), reason },
      { kind: 'stale', name, version: 1, reason },
    ]);
    expect(key).toHaveBeenCalledTimes(1);
    proxy.fault = () => undefined;
    // After a timeout, the service is asked again in the background.
    await expect.poll(() => prompts.get(name), { timeout: 30_000 }).toMatchObject({ version: 1, source: 'network' });
  });

  it('is deleted from memory and disk when the service reports that it does not exist', async () => {
    const snapshot = join(await createTestFolder(), 'snapshot.json');
    const { name, id } = await service.author.createPrompt();
    const { prompts } = service.client({ snapshot });
    await prompts.get(name);
    await service.author.delete(`/prompts/${id}`);

    await expect(prompts.get(name)).rejects.toThrow(PromptNotFound);
    const replaced = await prompts.get(name, { fallback: 'Hi {{x}}' });
    await prompts.close();

    expect([replaced.source, replaced.version, replaced.hash, replaced.render({ x: 'y' })]).toEqual([
      'fallback',
      0,
      '',
      'Hi y',
    ]);
    const { prompts: restarted } = aClient({
      url: service.url,
      key: service.key,
      snapshot,
      fetch: () => Promise.reject(),
    });
    await expect(restarted.get(name)).rejects.toThrow(Unavailable);
  });
});

describe('a cold start while the service is away', () => {
  it('uses the snapshot, and the fallback for what is not in it', async () => {
    const snapshot = join(await createTestFolder(), 'new/snapshot.json');
    const part = await service.author.createPrompt({ content: 'part' });
    const { name } = await service.author.createPrompt({ content: `<{{> ${part.name}}}>`, config: { model: 'm' } });
    const before = service.client({ snapshot });
    await before.prompts.get(name);
    await before.prompts.close();
    const proxy = await service.proxy();
    proxy.fault = () => ({ kind: 'cut' });
    // The same service by its URL, but no request reaches it.
    const fetch: typeof globalThis.fetch = (url, init) =>
      globalThis.fetch(String(url).replace(service.url, proxy.url), init);

    const { prompts, events } = service.client({ snapshot, fetch, refresh: { everyMs: 1000 } });
    const prompt = await prompts.get(name, { fallback: 'not used' });

    expect([prompt.render(), prompt.source, prompt.config]).toEqual(['<part>', 'disk', { model: 'm' }]);
    expect(events).toMatchObject([
      { kind: 'stale', name, reason: 'network' },
      { kind: 'stale', name: part.name, reason: 'network' },
    ]);
    expect(await prompts.get('other', { fallback: { content: 'x', config: { a: 1 } } })).toMatchObject({
      source: 'fallback',
      config: { a: 1 },
    });
  });

  it.each([
    ['', '', 'text'],
    ['Hi {{#a}}{{.}}{{/a}}', 'Hi ', 'text'],
    [[{ role: 'user', content: 'Hi' }], [{ role: 'user', content: 'Hi' }], 'chat'],
    [{ messages: [{ role: 'user', content: 'Hi' }], config: {} }, [{ role: 'user', content: 'Hi' }], 'chat'],
  ] as const)('uses the fallback %j', async (fallback, rendered, type) => {
    const { prompts, events } = aClient({ url: NOWHERE, key: service.key, refresh: 'never' });

    const prompt = await prompts.get('a', { fallback });

    expect([prompt.render(), prompt.type, prompt.source]).toEqual([rendered, type, 'fallback']);
    expect(events).toEqual([{ kind: 'fallback', name: 'a', selector: undefined, reason: 'network' }]);
  });

  it('throws Unavailable without either', async () => {
    const { prompts } = aClient({ url: NOWHERE, key: service.key });

    await expect(prompts.get('a', { fallback: undefined })).rejects.toThrow(Unavailable);
    await expect(prompts.preload()).rejects.toThrow(Unavailable);
  });

  it('rejects a fallback that is no template, whether or not it is needed', async () => {
    const { name } = await service.author.createPrompt();

    for (const fallback of ['{{#a}}', '{{> a}}', 7, {}, { content: 'a', messages: [] }, [{ role: 'user' }], null]) {
      const got = service.client().prompts.get(name, { fallback: fallback as never });
      await expect(got).rejects.toMatchObject({ code: 'configuration' });
    }
  });
});

describe('a prompt that was not read before', () => {
  it('is requested once more after a failure, when the service asks for it', async () => {
    const { name } = await service.author.createPrompt();
    for (const fault of [unavailable, { kind: 'cut' }] as const) {
      const proxy = await service.proxy();
      proxy.fault = () => (proxy.requests.length === 1 ? fault : undefined);

      expect(await service.client({ url: proxy.url }).prompts.get(name)).toMatchObject({ source: 'network' });
      expect(proxy.calls).toHaveLength(2);
    }
  });

  it.each<[string, Fault, number]>([
    ['503', unavailable, 2],
    ['503 for longer than that', { ...unavailable, headers: { 'Retry-After': '1' } } as Fault, 1],
    ['no response', { kind: 'hang' }, 1],
    ['422', { kind: 'respond', status: 422, body: '{"error":"No.","code":"invalid"}' }, 1],
  ])('fails within the timeout after %s', async (_, fault, requests) => {
    const proxy = await service.proxy();
    proxy.fault = () => fault;
    const key = vi.fn(() => service.key);
    const { prompts } = service.client({ url: proxy.url, timeoutMs: TIMEOUT_MS, key });
    const startedAt = performance.now();

    await expect(prompts.get('x')).rejects.toMatchObject({ name: /Unavailable|PromptholdError/ });

    expect(performance.now() - startedAt).toBeLessThan(TIMEOUT_MS + 2000);
    expect(proxy.calls).toHaveLength(requests);
    expect(key).toHaveBeenCalledTimes(1);
  });

  it('can be given up with a signal', async () => {
    const proxy = await service.proxy();
    proxy.fault = () => ({ kind: 'hang' });
    const { prompts } = service.client({ url: proxy.url, timeoutMs: 60_000 });
    const controller = new AbortController();

    const got = prompts.get('x', { signal: controller.signal, fallback: 'not used' });
    controller.abort(new Error('enough'));

    await expect(got).rejects.toThrow('enough');
    await expect(prompts.get('x', { signal: controller.signal })).rejects.toThrow('enough');
  });
});

describe('a key', () => {
  it('that was replaced in its file is used without a restart', async () => {
    const author = await service.newAuthor();
    const { name } = await author.createPrompt();
    const file = join(await createTestFolder(), 'key');
    await writeFile(file, `${author.key}\n`);
    vi.stubEnv('PROMPTHOLD_KEY_FILE', file);
    const { prompts } = aClient({ url: service.url, refresh: 'always' });
    vi.unstubAllEnvs();
    await prompts.get(name);
    const { token } = (await author.api.reset(author.key)).body as { token: string };
    await writeFile(file, token);

    const found = await Promise.all([prompts.get(name), prompts.get(name, { label: 'latest' })]);

    expect(found).toMatchObject([{ source: 'network' }, { source: 'network' }]);
  });

  it('that is rejected is an error, whatever the fallback, until another one works', async () => {
    const { name } = await service.author.createPrompt();
    let current = service.key;
    const key = vi.fn(async () => current);
    const { prompts, events } = service.client({ key, snapshot: join(await createTestFolder(), 's.json') });
    await prompts.get(name);
    const author = await service.newAuthor();
    current = author.key;
    await author.api.reset(author.key);
    const { prompts: started } = service.client({ key, refresh: { everyMs: 1000 } });

    await expect(started.get(name)).rejects.toThrow(Unauthorized);
    await expect(started.get(name, { fallback: 'not used' })).rejects.toMatchObject({
      code: 'unauthorized',
      status: 401,
    });
    expect(key).toHaveBeenCalledTimes(4);
    expect(events).toEqual([]);
    current = service.key;
    expect(await started.get(name)).toMatchObject({ source: 'network' });
  });

  it('that is rejected leaves nothing in memory or on disk to serve, not even in an outage', async () => {
    const author = await service.newAuthor();
    const { name } = await author.createPrompt();
    const other = await author.createPrompt();
    const snapshot = join(await createTestFolder(), 'snapshot.json');
    const isAway = { value: false };
    const fetch: typeof globalThis.fetch = (url, init) =>
      isAway.value ? Promise.reject(new Error('away')) : globalThis.fetch(url, init);
    const options = { url: service.url, key: author.key, snapshot, fetch };
    const { prompts, events } = aClient({ ...options, refresh: 'always' });
    const { prompts: never } = aClient({ ...options, refresh: 'never', snapshot: false });
    await Promise.all([prompts.get(name), prompts.get(other.name), never.get(name)]);
    await author.api.reset(author.key);

    await expect(prompts.get(name, { fallback: 'not used' })).rejects.toThrow(Unauthorized);
    await expect(never.get('another')).rejects.toThrow(Unauthorized);
    await expect(never.get(name)).rejects.toThrow(Unauthorized);
    await expect(never.preload()).rejects.toThrow(Unauthorized);
    isAway.value = true;

    for (const { name: each } of [{ name }, other]) await expect(prompts.get(each)).rejects.toThrow(Unavailable);
    await prompts.close();
    const { prompts: restarted } = aClient({ ...options, refresh: 'always' });
    await expect(restarted.get(other.name)).rejects.toThrow(Unavailable);
    expect(events).toEqual([]);
  });

  it('that cannot be had is a mistake in the configuration, and never shown', async () => {
    const wrong = anUnknownKey();
    const sources = [() => `${wrong}0`, () => Promise.reject(new Error(wrong)), () => undefined as never];

    for (const key of sources) {
      const error = await aClient({ url: service.url, key })
        .prompts.get('x')
        .catch((reason: unknown) => reason);
      expect(error).toMatchObject({ code: 'configuration' });
      expect(String(error)).not.toContain(wrong);
    }
  });
});
