import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { times } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';
import { type Sent, send } from './sentence.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function startWith(...names: readonly string[]) {
  const app = await startStandaloneApp();
  for (const name of names) {
    const response = await app.api.call('POST', '/api/prompts', { key: app.token, json: { name, content: 'x' } });
    expect(response.status).toBe(201);
  }
  const request = (method: string, path: string): Promise<Sent> =>
    send(app.api.url, method, path, { headers: { Authorization: `Bearer ${app.token}` } });
  return { ...app, request, get: (path: string) => request('GET', `/api/prompts/${path}`) };
}

describe('a prompt that does not exist', () => {
  it.each([
    ['a typing mistake', 'support%2Freplay', 'No prompt named support/replay. Did you mean support/reply?'],
    ['a mistake in the folder', 'suport%2Freply', 'No prompt named suport/reply. Did you mean support/reply?'],
    ['a missing folder', 'reply', 'No prompt named reply. Did you mean support/reply?'],
    ['upper case', 'Support%2FReply', 'No prompt named Support/Reply. Names are lowercase: try support/reply.'],
    [
      'a name that is encoded twice',
      'support%252Freply',
      'No prompt named support%2Freply. Encode the name once, not twice.',
    ],
    ['nothing similar', 'billing%2Finvoice', 'No prompt named billing/invoice.'],
    ['an id', 'p_1700000000000_abcdef', 'No prompt has the id p_1700000000000_abcdef.'],
    [
      'something that is not a name',
      'No%20Such%0AName',
      'No prompt named "No Such\\nName". A name must have 1 to 5 parts of a-z, 0-9, . _ - joined by /.',
    ],
  ])('is named in the error, with the one that was probably meant: %s', async (_case, path, sentence) => {
    const { get } = await startWith('support/reply', 'welcome');

    expect(await get(path)).toMatchObject({ status: 404, code: 'prompt_not_found', error: sentence });
  });

  it('may have a name that reads like an operation', async () => {
    const { get, request } = await startWith('support/versions');

    expect((await get('support/versions')).error).toBe(
      'No prompt named support. Write the name of the prompt as support%2Fversions, with %2F for each slash.',
    );
    expect((await request('DELETE', '/api/prompts/support/versions')).error).toBe(
      '/api/prompts/support/versions does not take DELETE; use GET, HEAD or POST. ' +
        'If all of it is a name, write it as support%2Fversions.',
    );
  });

  it('does not get long names in full', async () => {
    const { get, request } = await startWith();

    for (const { error } of [await get('x'.repeat(5000)), await request('PUT', `/api/${'x/'.repeat(2000)}`)]) {
      expect(error.length).toBeLessThan(400);
    }
  });

  it('is looked up among a bounded number of names, without filters that could scan more', async () => {
    const { get, prompts } = await startWith(...times(120, (index) => `n${String(index).padStart(3, '0')}`));
    const list = vi.spyOn(prompts.catalog, 'list');

    expect((await get('n06x')).error).toBe('No prompt named n06x. Did you mean n069?');

    expect(list.mock.calls.map(([, query]) => query)).toEqual(
      (['ascending', 'descending'] as const).map((order) => ({
        tags: [],
        archived: 'any',
        sort: 'name',
        order,
        after: expect.objectContaining({ name: 'n06x' }),
        limit: 50,
      })),
    );
  });

  it('is 404 even if the storage fails while names are looked up', async () => {
    const { get, prompts } = await startWith('support/reply');
    vi.spyOn(prompts.catalog, 'list').mockRejectedValue(new StorageUnavailable('storage', new Error('x')));

    expect(await get('support%2Freplay')).toMatchObject({ status: 404, error: 'No prompt named support/replay.' });
  });
});

describe('an operation that a prompt refuses', () => {
  it('is explained with a cure that works', async () => {
    const { api, token } = await startWith('support/reply');
    const call = async (method: string, path: string, json?: unknown, headers = {}) => {
      const response = await api.call(method, `/api/prompts/support%2Freply${path}`, { key: token, json, headers });
      return (response.body as { error: string }).error;
    };
    await call('PUT', '/labels/staging', { version: 1 });

    expect(await call('POST', '/versions', { content: '{{a}}', labels: ['staging'] })).toBe(
      'This would break callers: a is now required. Set force to true to publish anyway.',
    );
    expect(await call('PUT', '', { content: 'x' }, { 'If-None-Match': '*' })).toBe(
      'support/reply already exists, and If-None-Match: * only creates.',
    );
    expect(await call('POST', '/versions', { restore: 9 })).toBe('support/reply has no version 9; the newest is 1.');
    expect(await call('PUT', '/labels/latest', { version: 1 })).toBe(
      'The label latest cannot be set: latest always is the newest version.',
    );
    expect(await call('GET', '/labels/Staging/history')).toBe(
      'Staging is not a label: it must be a lowercase letter followed by up to 35 of a-z, 0-9, . _ -.',
    );
    expect(await call('GET', '?label=staging&at=2001-01-01T00:00:00Z')).toBe(
      'support/reply had no label staging at 2001-01-01T00:00:00.000Z.',
    );
    expect(await call('GET', '?at=2001-01-01T00:00:00Z')).toBe(
      'support/reply had no version at 2001-01-01T00:00:00.000Z.',
    );
    expect(await call('GET', '/diff?from=1&to=production')).toBe(
      'support/reply has no label production. Its labels: staging, latest.',
    );
    expect(await call('GET', '/versions/one')).toBe('one is not a version. Versions are numbered 1, 2, 3 and so on.');
  });
});

describe('a path that does not exist', () => {
  it.each([
    ['/api/prompt', 'There is nothing at /api/prompt. Did you mean /api/prompts?'],
    [
      '/api/prompts/support/reply',
      'There is nothing at /api/prompts/support/reply. Write the name of the prompt as support%2Freply, with %2F for each slash.',
    ],
    [
      '/dashboard/api/prompts/a/b/versions/3',
      'There is nothing at /dashboard/api/prompts/a/b/versions/3. Write the name of the prompt as a%2Fb, with %2F for each slash.',
    ],
    ['/metrics', '/metrics is turned off in the configuration of this server.'],
    ['/api/prompts//x', 'There is nothing at /api/prompts//x. Did you mean /api/prompts?'],
    ['/.well-known/x', 'There is nothing at /.well-known/x.'],
    ['/api/%0A', 'There is nothing at /api/%0A.'],
  ])('is named in the error, with a cure if there is one: %s', async (path, sentence) => {
    const { request } = await startWith();

    expect(await request('GET', path)).toMatchObject({ status: 404, code: 'not_found', error: sentence });
  });
});
