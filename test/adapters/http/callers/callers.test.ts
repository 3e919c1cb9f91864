import { afterEach, describe, expect, it, vi } from 'vitest';
import { waitUntil } from '../../../support/servers/wait-until.ts';
import { type Client, rejectionIn } from '../prompts/support/client.ts';
import { requestHead, sendRaw } from '../requests/raw-connection.ts';
import { anUnknownKey } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';
import { as, readArrival, readCallers } from './read-callers.ts';

type App = Awaited<ReturnType<typeof startStandaloneApp>>;
type Options = Parameters<typeof startStandaloneApp>[0];

const start = (options?: Options) => startStandaloneApp(options);

/** Waits: a call is counted after its response is sent, so the client may see the response a moment earlier. */
async function flush({ tallyCalls, flushUsage }: App, calls: number): Promise<void> {
  await waitUntil(() => tallyCalls.size >= calls, { what: `${calls} calls are counted`, timeoutMs: 20_000 });
  await flushUsage.execute();
}

const read = ({ api, token }: App, query?: string) => readCallers(api, token, query);

async function namesAfter(app: App, headers: Readonly<Record<string, string>>): Promise<readonly string[]> {
  await app.api.get('/api/tags', { key: app.token, headers });
  await flush(app, 1);
  return (await read(app)).callers.map(({ name }) => name);
}

afterEach(() => {
  vi.useRealTimers();
});

describe('a caller', () => {
  it.each([
    ['its X-Client-Name', { 'X-Client-Name': 'ci runner #7', 'User-Agent': 'curl/8' }, 'ci-runner--7'],
    ['the first part of its User-Agent', { 'User-Agent': 'python-requests/2.31 (Linux)' }, 'python-requests/2.31'],
    ['unknown without either', { 'User-Agent': '' }, 'unknown'],
    ['redacted if it sends a key as its name', { 'X-Client-Name': `key ${anUnknownKey()}` }, 'redacted'],
    ['redacted if it sends a key as its User-Agent', { 'User-Agent': anUnknownKey() }, 'redacted'],
  ])('is named by %s', async (_, headers, name) => {
    const app = await start();

    expect(await namesAfter(app, headers)).toEqual([name]);

    expect(JSON.stringify([...app.usage.accounts.values()].map(({ callers }) => [...callers]))).not.toContain('ph_');
    expect(app.lines.join()).not.toContain('ph_');
  });

  it('is never refused for its name', async () => {
    const app = await start();
    const headers = [`Authorization: Bearer ${app.token}`, 'X-Client-Name: \xff\x80,, "', 'X-Client-Name: twice'];

    const request = Buffer.from(requestHead('GET /api/tags HTTP/1.1', ...headers), 'latin1');

    expect((await sendRaw(app.api.url, request)).status).toBe(200);
    await flush(app, 1);
    expect((await read(app)).callers).toMatchObject([{ name: '--------twice' }]);
  });

  it.each([
    ['1.2.3.4, 10.0.0.7:4711', '10.0.0.7'],
    ['2001:DB8:1:0:0:0:0:1', '2001:db8:1::1'],
    ['nonsense', '127.0.0.1'],
  ])('forwarded for %s has the address %s', async (forwarded, address) => {
    const app = await start({ trustedHops: 1 });
    await namesAfter(app, { ...as('ci-runner'), 'X-Forwarded-For': forwarded });

    expect(await read(app)).toMatchObject({ callers: [{ address, interfaces: ['api'] }], collection: 'full' });
  });
});

describe('the label reads of a caller', () => {
  /** Of the caller `app`, after this many calls. */
  async function labelsAfter(calls: number, request: (ada: Client, id: string) => Promise<unknown>) {
    const app = await start();
    const { ada } = app;
    const { id } = await ada.createPrompt({ content: 'Hello {{name}}.', labels: ['production', 'staging'] });
    await ada.publish(id, { content: 'Hi {{name}}.', labels: ['staging'] });
    await request(ada, id);
    await flush(app, 2 + calls);
    const caller = (await read(app)).callers.find(({ name }) => name === 'app');
    return caller?.labels.map(({ prompt, label, version }) => `${prompt ? 'prompt' : 'list'} ${label} ${version}`);
  }

  const app = as('app');

  it.each<[string, (ada: Client, id: string) => Promise<unknown>, readonly string[]]>([
    ['a read by label', (ada, id) => ada.get(`/prompts/${id}?label=staging`, app), ['prompt staging 2']],
    ['a read by the default rule', (ada, id) => ada.get(`/prompts/${id}`, app), ['prompt production 1']],
    [
      'a render by label',
      (ada, id) => ada.post(`/prompts/${id}/render`, { label: 'staging', variables: { name: 'Ada' } }, app),
      ['prompt staging 2'],
    ],
    [
      'a render by the default rule',
      (ada, id) => ada.post(`/prompts/${id}/render`, { variables: { name: 'Ada' } }, app),
      ['prompt production 1'],
    ],
    ['a list', (ada) => ada.get('/prompts?include=content&label=staging', app), ['list staging null']],
    ['no read by version', (ada, id) => ada.get(`/prompts/${id}?version=2`, app), []],
    ['no version', (ada, id) => ada.get(`/prompts/${id}/versions/2`, app), []],
    ['no read of the latest version', (ada, id) => ada.get(`/prompts/${id}?label=latest`, app), []],
    ['no list of the latest versions', (ada) => ada.get('/prompts?include=content&label=latest', app), []],
    ['no list without content', (ada) => ada.get('/prompts?label=staging', app), []],
    [
      'no read of the past',
      (ada, id) => ada.get(`/prompts/${id}?label=staging&at=${new Date(Date.now() + 9e6).toISOString()}`, app),
      [],
    ],
    ['no read of a missing label', (ada, id) => ada.get(`/prompts/${id}?label=missing`, app), []],
    ['no failed render', (ada, id) => ada.post(`/prompts/${id}/render`, { label: 'staging', variables: {} }, app), []],
  ])('include %s', async (_, request, expected) => {
    expect(await labelsAfter(1, request)).toEqual(expected);
    // The second time, the response comes from a cache.
    expect(await labelsAfter(2, async (ada, id) => [await request(ada, id), await request(ada, id)])).toEqual(expected);
  });

  it.each([
    ['a read by label', '?label=staging', 2, 'prompt staging 2'],
    ['a read by the default rule', '', 1, 'prompt production 1'],
  ])('include %s that is not modified, although the response was never cached', async (_, query, version, expected) => {
    const labels = await labelsAfter(2, async (ada, id) => {
      const { headers } = await ada.get(`/prompts/${id}?version=${version}`, as('other'));
      const response = await ada.get(`/prompts/${id}${query}`, { ...app, 'If-None-Match': headers.get('ETag') ?? '' });
      expect(response.status).toBe(304);
    });

    expect(labels).toEqual([expected]);
  });

  it('include a list that is not modified', async () => {
    const labels = await labelsAfter(2, async (ada) => {
      const path = '/prompts?include=content&label=production';
      const { headers } = await ada.get(path, as('other'));
      expect((await ada.get(path, { ...app, 'If-None-Match': headers.get('ETag') ?? '' })).status).toBe(304);
    });

    expect(labels).toEqual(['list production null']);
  });
});

describe('GET /api/callers', () => {
  it('lists those seen since a time, last seen first, with times by the minute', async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: new Date('2026-11-15T12:00:59.999Z') });
    const app = await start();
    const key = app.token;
    await app.api.get('/api/tags', { key, headers: as('first') });
    vi.setSystemTime(new Date('2026-11-15T12:01:30.000Z'));
    await app.api.get('/api/tags', { key, headers: as('second') });
    await flush(app, 2);

    expect((await read(app)).callers).toMatchObject([
      { name: 'second', firstSeen: '2026-11-15T12:01:00.000Z' },
      { name: 'first', lastSeen: '2026-11-15T12:00:00.000Z' },
    ]);
    const names = async (since: string) =>
      (await read(app, `?seenSince=${encodeURIComponent(since)}`)).callers.map(({ name }) => name);
    expect(await names('2026-11-15T12:00:59.999Z')).toEqual(['second', 'first']);
    expect(await names('2026-11-15T13:01:00+01:00')).toEqual(['second']);
    expect(await names('2026-11-15')).toEqual(['second', 'first']);
    expect(await names('2026-11-15T12:01:30.001Z')).toEqual([]);
  });

  it.each(['yesterday', '2026-13-01', '2026-11-15T25:00:00Z', '1700000000', ''])(
    'rejects %j as a time',
    async (time) => {
      const { ada } = await start();

      expect(rejectionIn(await ada.get(`/callers?seenSince=${time}`))).toBe('400 bad_query');
    },
  );
});

describe('GET /api/prompts/{ref}/labels/{label}/arrival', () => {
  it.each([
    ['missing', 'production', '404 prompt_not_found'],
    ['greeting', 'removed', '404 label_not_found'],
    ['greeting', 'latest', '404 label_not_found'],
  ])('is rejected for %s and %s: %s', async (reference, label, rejection) => {
    const { ada } = await start();
    await ada.createPrompt({ name: 'greeting', labels: ['production', 'removed'] });
    await ada.delete('/prompts/greeting/labels/removed');

    expect(rejectionIn(await ada.get(`/prompts/${reference}/labels/${label}/arrival`))).toBe(rejection);
  });

  it('has no callers that have not read the label', async () => {
    const app = await start();
    const { ada } = app;
    const { id } = await ada.createPrompt({ labels: ['production'] });
    const movedAt = await ada.moveLabel(id, 'staging', 1);

    const arrival = await readArrival(app.api, app.token, id, 'staging');

    expect(arrival).toEqual({ label: 'staging', version: 1, movedAt, current: [], stale: [], unclear: [] });
  });
});
