import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../src/application/ports/storage-unavailable.ts';
import { ADA } from '../../support/in-memory/an-application.ts';
import { startStandaloneApp } from '../http/support/standalone-app.ts';
import { DashboardClient, signInClient } from './support/dashboard-client.ts';

const outage = async (): Promise<never> => {
  throw new StorageUnavailable('storage', new Error('connect ECONNREFUSED 10.0.0.7:5432'));
};

afterEach(() => vi.restoreAllMocks());

describe('an outage of the storage', () => {
  it.each([
    ['GET', 'session'],
    ['GET', 'prompts'],
    ['POST', 'key/reveal'],
    ['DELETE', 'session'],
  ])('is 503 for %s %s, and signs nobody out', async (method, path) => {
    const { api, sessions } = await startStandaloneApp();
    const client = await signInClient(api.url, ADA);
    const { cookie } = client;
    vi.spyOn(sessions, 'find').mockImplementation(outage);

    const response = await client.call(method, path);

    expect(response).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(client.cookie).toBe(cookie);
  });

  it('is 503 for whoever wants to sign in, and no cookie', async () => {
    const { api, sessions } = await startStandaloneApp();
    vi.spyOn(sessions, 'add').mockImplementation(outage);

    const response = await new DashboardClient(api.url).signIn(ADA);

    expect(response.status).toBe(503);
    expect(response.headers.getSetCookie()).toEqual([]);
  });

  it('does not keep the page from coming, which says so', async () => {
    const { api, storage } = await startStandaloneApp();
    vi.spyOn(storage, 'everHeldAccount').mockImplementation(outage);

    const response = await fetch(new URL('/dashboard', api.url));

    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('&quot;setupOpen&quot;:&quot;unknown&quot;');
  });

  it('is 503 when the key cannot be reset, and the old one lives', async () => {
    const { api, storage, token } = await startStandaloneApp();
    const client = await signInClient(api.url, ADA);
    vi.spyOn(storage, 'apply').mockImplementation(outage);

    expect((await client.call('POST', 'key/reset')).status).toBe(503);
    expect((await api.verify(token)).status).toBe(200);
  });
});
