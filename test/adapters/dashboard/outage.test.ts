import { afterEach, describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../src/application/ports/storage-unavailable.ts';
import { ADA } from '../../support/in-memory/an-application.ts';
import { aStandaloneApp } from '../http/support/standalone-app.ts';
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
    const { api, sessions } = await aStandaloneApp();
    const client = await signInClient(api.url, ADA);
    const { cookie } = client;
    vi.spyOn(sessions, 'find').mockImplementation(outage);

    const answer = await client.call(method, path);

    expect(answer).toMatchObject({ status: 503, body: { code: 'storage_unavailable' } });
    expect(answer.headers.get('Retry-After')).toBe('1');
    expect(client.cookie).toBe(cookie);
  });

  it('is 503 for whoever wants to sign in, and no cookie', async () => {
    const { api, sessions } = await aStandaloneApp();
    vi.spyOn(sessions, 'add').mockImplementation(outage);

    const answer = await new DashboardClient(api.url).signIn(ADA);

    expect(answer.status).toBe(503);
    expect(answer.headers.getSetCookie()).toEqual([]);
  });

  it('does not keep the page from coming, which says so', async () => {
    const { api, storage } = await aStandaloneApp();
    vi.spyOn(storage, 'everHeldAccount').mockImplementation(outage);

    const response = await fetch(new URL('/dashboard', api.url));

    expect(response.status).toBe(503);
    expect(response.headers.get('Retry-After')).toBe('1');
    expect(response.headers.get('Content-Type')).toBe('text/html; charset=utf-8');
    expect(await response.text()).toContain('&quot;setupOpen&quot;:&quot;unknown&quot;');
  });

  it('is 503 when the key cannot be reset, and the old one lives', async () => {
    const { api, storage, token } = await aStandaloneApp();
    const client = await signInClient(api.url, ADA);
    vi.spyOn(storage, 'apply').mockImplementation(outage);

    expect((await client.call('POST', 'key/reset')).status).toBe(503);
    expect((await api.verify(token)).status).toBe(200);
  });
});
