import { afterEach, describe, expect, it, vi } from 'vitest';
import type { HeavyWorkGate } from '../../../../src/adapters/inbound/http/limits/heavy-work-gate.ts';
import type { AccountId } from '../../../../src/domain/accounts/account.ts';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { type ApiResponse, codeIn, times } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A service in which renders of the prompt `whole`, which includes others, begin and then wait for `release`. */
async function startBlockedApp() {
  const app = await startStandaloneApp();
  const { api, prompts, token } = app;
  const create = (name: string, content: string) =>
    api.call('POST', '/api/prompts', { key: token, json: { name, content } });
  await create('plain', 'x');
  await create('other', 'x');
  await create('whole', '{{> plain}}{{> other}}');

  const { promise, resolve: release } = Promise.withResolvers<void>();
  const readHeads = prompts.reader.readIncludedHeads.bind(prompts.reader);
  vi.spyOn(prompts.reader, 'readIncludedHeads').mockImplementation(async (...values) => {
    await promise;
    return readHeads(...values);
  });
  const reads = vi.spyOn(prompts.reader, 'read');
  const render = (name = 'whole') => api.call('POST', `/api/prompts/${name}/render`, { key: token, json: {} });
  return { ...app, render, release, reads };
}

/** Takes all slots of an account and all places in its queue, more than its requests could take at a time. */
function occupy(gate: HeavyWorkGate, account: AccountId): { readonly release: () => void } {
  const { promise, resolve: release } = Promise.withResolvers<void>();
  const { signal } = new AbortController();
  // What waits too long is rejected, and then takes no place anymore. The slots stay taken.
  for (const work of times(64, () => gate.run(account, signal, () => promise))) work.catch(() => {});
  return { release };
}

describe('an account whose heavy work is at its limit', () => {
  it('gets 429 for more of any kind, and everything else as usual', async () => {
    const { api, token, account, heavyWork, render, release } = await startBlockedApp();
    release();
    const occupied = occupy(heavyWork, account.id);

    const json = { data: { format: 'prompthold-export', version: 1, prompts: [] } };
    const get = (path: string): Promise<ApiResponse> => api.get(path, { key: token });
    const rejected = await Promise.all([
      render(),
      get('/api/prompts/plain/diff?from=1&to=1'),
      get('/api/prompts?include=content'),
      get('/api/prompts?q=x'),
      get('/api/export'),
      api.call('POST', '/api/import', { key: token, json }),
      api.call('POST', '/api/prompts', { key: token, json: { name: 'new', content: '{{> plain}}' } }),
    ]);
    const served = await Promise.all([
      render('plain'),
      get('/api/prompts'),
      get('/api/prompts/plain'),
      get('/api/auth/token'),
      api.call('PUT', '/api/prompts/plain', { key: token, json: { content: 'x' } }),
    ]);
    occupied.release();

    for (const response of rejected) {
      expect(`${response.status} ${codeIn(response)} ${response.headers.get('Retry-After')}`).toBe('429 busy 2');
    }
    expect(served.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect((await render()).status).toBe(200);
  });

  it('does not keep other accounts from heavy work', async () => {
    const { api, account, heavyWork } = await startBlockedApp();
    const occupied = occupy(heavyWork, account.id);
    const other = await api.openAccount();

    const { status } = await api.get('/api/prompts?include=content', { key: other.token });
    occupied.release();

    expect(status).toBe(200);
  });
});

describe('the work for a request', () => {
  it('ends at the deadline of the request', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { heavyWork, render, release, reads, lines } = await startBlockedApp();
    const response = render();
    await vi.waitFor(() => expect(heavyWork.runningCount).toBe(1));
    reads.mockClear();

    vi.advanceTimersByTime(4500);
    expect(codeIn(await response)).toBe('timeout');
    release();

    await vi.waitFor(() => expect(heavyWork.runningCount).toBe(0));
    expect(reads).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
  });

  it('ends when the client disconnects', async () => {
    const { api, token, heavyWork, connections, release, reads, lines } = await startBlockedApp();
    const client = await RawConnection.open(api.url);
    const headers = [`Authorization: Bearer ${token}`, 'Content-Type: application/json', 'Content-Length: 2'];
    await client.send(`${requestHead('POST /api/prompts/whole/render HTTP/1.1', ...headers)}{}`);
    await vi.waitFor(() => expect(heavyWork.runningCount).toBe(1));
    const before = await connections();
    reads.mockClear();

    client.close();
    await vi.waitFor(async () => expect(await connections()).toBeLessThan(before));
    release();

    await vi.waitFor(() => expect(heavyWork.runningCount).toBe(0));
    expect(reads).not.toHaveBeenCalled();
    expect(lines).toEqual([]);
  });
});
