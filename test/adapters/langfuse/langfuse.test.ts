import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { startStandaloneApp } from '../http/support/standalone-app.ts';
import { langfuseClient, langfuseV3Client } from './langfuse-clients.ts';

const PROMPTS = '/api/public/v2/prompts';

const outage = async (): Promise<never> => {
  throw new StorageUnavailable('storage', new Error('connect ECONNREFUSED 10.0.0.7:5432'));
};

/** An application with a released prompt. */
async function start() {
  const app = await startStandaloneApp();
  const { id } = await app.ada.createPrompt({ name: 'greeting', content: 'Hi {{name}}', labels: ['production'] });
  return { ...app, id };
}

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('the Langfuse API during an outage', () => {
  it.each([
    ['GET', `${PROMPTS}/greeting`],
    ['GET', PROMPTS],
    ['DELETE', `${PROMPTS}/greeting`],
    ['GET', '/api/public/projects'],
  ])('responds 503 with Retry-After to %s %s, in its own shape', async (method, path) => {
    const { api, storage, token } = await start();
    vi.spyOn(storage, 'findByDigest').mockImplementation(outage);
    vi.spyOn(storage, 'findWithRevision').mockImplementation(outage);

    const { status, headers, body } = await api.call(method, path, { key: token });

    expect(status).toBe(503);
    expect(headers.get('Retry-After')).toBe('1');
    expect(body).toEqual({
      message: expect.stringContaining('The storage does not respond'),
      error: 'ServiceUnavailableError',
      code: 'storage_unavailable',
      requestId: expect.any(String),
    });
  });

  it('lets SDKs serve the copy that they have', async () => {
    const { storage, ada } = await start();
    const [langfuse, v3] = [langfuseClient(ada), langfuseV3Client(ada)];
    const options = { cacheTtlSeconds: 0.001, maxRetries: 0 };
    await langfuse.prompt.get('greeting', options);
    await v3.getPrompt('greeting', undefined, options);
    vi.spyOn(storage, 'findWithRevision').mockImplementation(outage);
    const warnings = vi.spyOn(console, 'warn').mockImplementation(() => {});
    // Their copies have expired by then.
    vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 60_000);

    expect((await langfuse.prompt.get('greeting', options)).compile({ name: 'Ada' })).toBe('Hi Ada');
    expect((await v3.getPrompt('greeting', undefined, options)).compile({ name: 'Ada' })).toBe('Hi Ada');

    await waitUntil(() => warnings.mock.calls.length > 0, { what: 'a failed refresh', timeoutMs: 20_000 });
    await expect(langfuse.prompt.get('other', options)).rejects.toMatchObject({ statusCode: 503 });
  });
});

describe('a call of the Langfuse API', () => {
  it('is recorded as a change by the API', async () => {
    const { api, token, ada, id } = await start();

    await api.call('PATCH', `${PROMPTS}/greeting/versions/1`, { key: token, json: { newLabels: ['staging'] } });

    const { body } = await ada.get(`/prompts/${id}/labels/staging/history`);
    expect(body).toMatchObject({ data: [{ version: 1, previous: null, by: 'api', message: '' }] });
  });

  it('is served from the cache while nothing in the account has changed, and never after', async () => {
    const { api, token, ada, prompts } = await start();
    await ada.createPrompt({ name: 'part', content: 'One', labels: ['production'] });
    await ada.createPrompt({ name: 'whole', content: '{{> part}}', labels: ['production'] });
    const read = vi.spyOn(prompts.reader, 'read');
    const get = async () => (await api.get(`${PROMPTS}/whole`, { key: token })).body;

    for (const _ of ['first', 'second']) expect(await get()).toMatchObject({ prompt: 'One' });
    const calls = read.mock.calls.length;
    expect(await get()).toMatchObject({ prompt: 'One' });
    expect(read.mock.calls.length).toBe(calls);

    await ada.publish('part', { content: 'Two', labels: ['production'] });
    expect(await get()).toMatchObject({ prompt: 'Two' });
  });

  it('hides the cause of an unexpected failure', async () => {
    const { heavyWork, api, token } = await start();
    vi.spyOn(heavyWork, 'run').mockRejectedValue(new Error('connect ECONNREFUSED'));

    const { status, body } = await api.get(PROMPTS, { key: token });

    expect(status).toBe(500);
    expect(body).toMatchObject({ error: 'InternalServerError', code: 'internal_error' });
    expect(JSON.stringify(body)).not.toContain('ECONNREFUSED');
  });
});
