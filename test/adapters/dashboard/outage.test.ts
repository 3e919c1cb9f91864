import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import { ADA } from '../../support/in-memory/an-application.ts';
import { startStandaloneApp } from '../http/support/standalone-app.ts';
import { DashboardClient, signInClient } from './support/dashboard-client.ts';

const outage = async (): Promise<never> => {
  throw new StorageUnavailable('storage', new Error('connect ECONNREFUSED 10.0.0.7:5432'));
};

afterEach(() => vi.restoreAllMocks());

describe('a storage outage', () => {
  it.each([
    ['GET', 'session'],
    ['GET', 'account'],
    ['GET', 'prompts'],
    ['POST', 'key/reveal'],
    ['DELETE', 'session'],
  ])('results in 503 for %s %s, and keeps the session', async (method, path) => {
    const { api, sessions } = await startStandaloneApp();
    const client = await signInClient(api.url, ADA);
    const { cookie } = client;
    vi.spyOn(sessions, 'find').mockImplementation(outage);

    const response = await client.call(method, path);

    expect(response).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(client.cookie).toBe(cookie);
  });

  it('results in 503 for signing in, without a cookie', async () => {
    const { api, sessions } = await startStandaloneApp();
    vi.spyOn(sessions, 'add').mockImplementation(outage);

    const response = await new DashboardClient(api.url).signIn(ADA);

    expect(response.status).toBe(503);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('does not prevent the page from loading, with status 503', async () => {
    const { api, storage } = await startStandaloneApp();
    vi.spyOn(storage, 'everHeldAccount').mockImplementation(outage);

    const response = await fetch(new URL('/dashboard', api.url));

    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('&quot;setupOpen&quot;:&quot;unknown&quot;');
  });

  it('results in 503 for rotating the key, and the old key stays valid', async () => {
    const { api, storage, token } = await startStandaloneApp();
    const client = await signInClient(api.url, ADA);
    vi.spyOn(storage, 'apply').mockImplementation(outage);

    expect((await client.call('POST', 'key/reset')).status).toBe(503);
    expect((await api.verify(token)).status).toBe(200);
  });
});
