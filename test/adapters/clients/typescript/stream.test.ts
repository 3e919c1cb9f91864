import { describe, expect, it } from 'vitest';
import { PromptNotFound, Unauthorized } from '../../../../clients/typescript/src/client/prompthold-client.ts';
import { ClientService, type TestClient, waitForStream } from '../../../support/clients/client-service.ts';
import type { FaultyProxy } from '../../../support/clients/faulty-proxy.ts';
import { tokenIn } from '../../http/support/api.ts';

const service = await ClientService.forFile();

/** A client that has read the prompts, and whose stream is connected. */
async function aConnectedClient(names: readonly string[], options: object = {}) {
  const proxy = await service.proxy();
  const client = service.client({ url: proxy.url, refresh: 'stream', ...options });
  for (const name of names) await client.prompts.get(name);
  await waitForStream(client);
  return { proxy, client, prompts: client.prompts };
}

const rendered = async ({ prompts }: Pick<TestClient, 'prompts'>, name: string) => (await prompts.get(name)).render();

/** From now on without a stream, until the test allows it again. */
function interrupt(proxy: FaultyProxy): void {
  proxy.fault = (path) => (path.startsWith('/api/events') ? { kind: 'cut' } : undefined);
  proxy.cutConnections();
}

const isDisconnected = (client: TestClient) =>
  client.waitFor('stream', (event) => event.kind === 'stream' && event.state === 'disconnected');

describe('with a stream, a client', () => {
  it('reads a moved label without being asked', async () => {
    const { name } = await service.author.createPrompt({ content: 'one', labels: ['production'] });
    await service.author.publish(name, { content: 'two' });
    const { client } = await aConnectedClient([name], { label: 'production' });

    await service.author.moveLabel(name, 'production', 2);
    await client.waitFor('updated');

    expect(client.events.filter(({ kind }) => kind === 'updated')).toEqual([
      { kind: 'updated', name, selector: 'production', version: 2, previous: 1 },
    ]);
    expect(await client.prompts.get(name)).toMatchObject({ version: 2, source: 'memory' });
  });

  it('reads what includes a changed prompt again, too', async () => {
    const inner = await service.author.createPrompt({ content: 'one' });
    const middle = await service.author.createPrompt({ content: `({{> ${inner.name}}})` });
    const { name } = await service.author.createPrompt({ content: `<{{> ${middle.name}}}>` });
    const { client, proxy } = await aConnectedClient([name]);
    const before = proxy.calls.length;

    await service.author.publish(inner.name, { content: 'two' });

    await expect.poll(() => rendered(client, name)).toBe('<(two)>');
    expect(proxy.calls.slice(before).map(({ path }) => path)).toContain(`/api/prompts/${name}`);
  });

  it('notices that a prompt was renamed or deleted', async () => {
    const [renamed, deleted] = [await service.author.createPrompt(), await service.author.createPrompt()];
    const { prompts } = await aConnectedClient([renamed.name, deleted.name]);
    await prompts.get(renamed.name, { version: 1 });

    await service.author.patch(`/prompts/${renamed.id}`, { name: `${renamed.name}-new` });
    await service.author.delete(`/prompts/${deleted.id}`);

    for (const { name } of [renamed, deleted]) {
      await expect.poll(() => prompts.get(name).catch((error: unknown) => error)).toBeInstanceOf(PromptNotFound);
    }
    await expect(prompts.get(renamed.name, { version: 1 })).rejects.toThrow(PromptNotFound);
    expect(await prompts.get(`${renamed.name}-new`)).toMatchObject({ version: 1 });
  });

  it('resumes an interrupted stream, and sees what changed while it was away', async () => {
    const { name } = await service.author.createPrompt({ content: 'one', labels: ['production'] });
    await service.author.publish(name, { content: 'two' });
    const { client, proxy } = await aConnectedClient([name]);
    interrupt(proxy);
    await isDisconnected(client);

    await service.author.moveLabel(name, 'production', 2);
    expect(await client.prompts.get(name)).toMatchObject({ version: 1, source: 'memory' });
    proxy.fault = () => undefined;

    await expect.poll(() => rendered(client, name)).toBe('two');
    expect(proxy.streams.at(-1)?.headers['last-event-id']).toMatch(/^\d+-\d+-[0-9a-f]{8}$/);
  });

  it('reads everything again after a reset', async () => {
    const { name } = await service.author.createPrompt({ content: 'one' });
    const { client, proxy, prompts } = await aConnectedClient([name]);
    await prompts.get(name, { version: 1 });
    interrupt(proxy);
    await isDisconnected(client);
    const before = proxy.calls.length;
    const hello = 'id: 1-0-00000000\nevent: hello\ndata: {"at":"1-0-00000000"}\n\n';
    const reset = 'id: 9-0-00000000\nevent: reset\ndata: {"reason":"gone"}\n\n';
    proxy.fault = (path) =>
      path.startsWith('/api/events')
        ? { kind: 'respond', status: 200, headers: { 'Content-Type': 'text/event-stream' }, body: hello + reset }
        : undefined;

    // A request has no status until it has a response.
    const outcomes = () => new Set(proxy.calls.slice(before).map(({ path, status }) => `${status} ${path}`));
    await expect.poll(outcomes).toEqual(new Set([`304 /api/prompts/${name}`]));
    await expect.poll(() => proxy.streams.at(-1)?.headers['last-event-id']).toBe('9-0-00000000');
  });

  it('polls for good if the service has no streams', async () => {
    const { name } = await service.author.createPrompt();
    const proxy = await service.proxy();
    proxy.fault = (path) => (path.startsWith('/api/events') ? { kind: 'respond', status: 404 } : undefined);
    const client = service.client({ url: proxy.url, refresh: 'stream' });

    await client.prompts.get(name);
    await client.waitFor('stream');
    await client.prompts.get(name);

    expect(client.events).toEqual([{ kind: 'stream', state: 'unsupported', reason: 'no event stream' }]);
    expect([proxy.streams.length, proxy.calls.length]).toEqual([1, 1]);
  });

  it('continues with another key after a rotation, without a restart', async () => {
    const author = await service.newAuthor();
    const { name } = await author.createPrompt({ content: 'one' });
    let key = author.key;
    const { client } = await aConnectedClient([name], { key: () => key });

    key = tokenIn(await author.api.reset(author.key));
    await isDisconnected(client);
    await expect
      .poll(() => client.events.filter((event) => event.kind === 'stream' && event.state === 'connected').length)
      .toBe(2);

    expect(await client.prompts.get(name)).toMatchObject({ source: 'network' });
    expect(await client.prompts.get(name)).toMatchObject({ source: 'memory' });
  });

  it('serves nothing from memory when its key was reset, and connects again as soon as another key works', async () => {
    const author = await service.newAuthor();
    const { name } = await author.createPrompt({ content: 'one' });
    let key = author.key;
    const { client, prompts } = await aConnectedClient([name], { key: () => key });
    const renewed = tokenIn(await author.api.reset(author.key));
    await client.waitFor('stream', (event) => event.kind === 'stream' && event.retryMs === 30_000);

    await expect(prompts.get(name)).rejects.toThrow(Unauthorized);
    await expect(prompts.get('other')).rejects.toThrow(Unauthorized);
    key = renewed;
    await expect(prompts.get('other')).rejects.toThrow(PromptNotFound);

    await expect
      .poll(() => client.events.filter((event) => event.kind === 'stream' && event.state === 'connected').length)
      .toBe(2);
  });
});

describe('changes', () => {
  it('yields what happens, filtered, over interruptions of the connection', async () => {
    const author = await service.newAuthor();
    const proxy = await service.proxy();
    const { prompts } = service.client({ url: proxy.url, key: author.key });
    const changes = prompts.changes({ label: ['production'], type: 'label.moved' });
    const first = changes.next();
    await expect.poll(() => proxy.streams[0]?.responseBytes).toBeGreaterThan(0);
    const { name } = await author.createPrompt({ labels: ['staging', 'production'] });

    expect(await first).toMatchObject({
      done: false,
      value: {
        id: expect.any(String),
        type: 'label.moved',
        timestamp: expect.any(String),
        data: { name, label: 'production', version: 1, previous: null },
      },
    });
    proxy.cutConnections();
    await author.publish(name, { content: 'two', labels: ['production'] });
    await author.publish(name, { content: 'three', labels: ['production'] });
    const versions: unknown[] = [];
    for await (const { data } of changes) {
      versions.push(data['version']);
      if (versions.length === 2) break;
    }

    expect(versions).toEqual([2, 3]);
    expect(await changes.next()).toEqual({ done: true, value: undefined });
  });

  it('begins after a position, and ends with the signal, with close, and with a wrong key', async () => {
    const author = await service.newAuthor();
    const { name } = await author.createPrompt();
    const { prompts } = service.client({ key: author.key });
    const controller = new AbortController();

    const changes = prompts.changes({ after: '0', prompt: name, signal: controller.signal });
    expect(await changes.next()).toMatchObject({ value: { type: 'prompt.created', data: { name } } });
    const [next, another] = [changes.next(), changes.next()];
    controller.abort(new Error('enough'));
    await expect(next).rejects.toThrow('enough');
    expect(await another).toEqual({ done: true, value: undefined });

    const others = prompts.changes();
    const ended = others.next();
    await prompts.close();
    expect(await ended).toEqual({ done: true, value: undefined });

    await author.api.reset(author.key);
    await expect(service.client({ key: author.key }).prompts.changes().next()).rejects.toThrow(Unauthorized);
    await expect(service.client().prompts.changes({ type: 'x y' }).next()).rejects.toMatchObject({ code: 'bad_query' });
  });
});
