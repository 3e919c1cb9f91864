import { expect, it } from 'vitest';
import { type Api, type ApiResponse, anApplicant, withoutVolatileHeaders } from '../support/api.ts';
import type { TwoServices } from '../support/two-services.ts';

const KNOWN = ['/livez', '/readyz', '/api/auth/token', '/api/auth/rotations', '/api/prompts'];
const UNKNOWN = ['/api/nothing', '/apifoo', '/api/prompts/a/b', '/.well-known/openid-configuration'];

export function protocolSuite(services: () => TwoServices): void {
  it('reports liveness and readiness', async () => {
    const { first, second } = services();

    for (const api of [first, second]) {
      expect(await api.get('/livez')).toMatchObject({ status: 200, body: { data: { status: 'alive' } } });
      expect(await api.get('/readyz')).toMatchObject({ status: 200, body: { data: { status: 'ready' } } });
    }
  });

  it.each(KNOWN)('has the same headers for HEAD %s as for GET, with and without a key', async (path) => {
    const { first } = services();
    const { token } = await first.openAccount();

    for (const call of [{}, { key: token }]) {
      const [head, get] = [await first.call('HEAD', path, call), await first.get(path, call)];
      expect(withoutVolatileHeaders(head)).toEqual({ ...withoutVolatileHeaders(get), text: '' });
    }
  });

  it.each([
    ['PUT', '/api/auth/token', 'DELETE, GET, HEAD, POST, OPTIONS'],
    ['DELETE', '/api/auth/rotations', 'GET, HEAD, OPTIONS'],
    ['GET', '/api/accounts', 'POST, OPTIONS'],
    ['POST', '/livez', 'GET, HEAD, OPTIONS'],
    ['POST', '/api/prompts/x', 'DELETE, GET, HEAD, PATCH, PUT, OPTIONS'],
    ['POST', '/api/prompts/x/labels/y', 'DELETE, GET, HEAD, PUT, OPTIONS'],
  ])('is 405 for %s %s and lists the allowed methods', async (method, path, allowed) => {
    const response = await services().first.call(method, path);

    expect(response.status).toBe(405);
    expect(response.headers.get('Allow')).toBe(allowed);
    expect(response.body).toMatchObject({ code: 'method_not_allowed' });
  });

  it('lists the allowed methods for OPTIONS', async () => {
    const response = await services().second.call('OPTIONS', '/api/auth/token');

    expect(response.status).toBe(204);
    expect(response.headers.get('Allow')).toBe('DELETE, GET, HEAD, POST, OPTIONS');
  });

  it.each(UNKNOWN)('is 404 in JSON for %s, even if the client accepts only HTML', async (path) => {
    const response = await services().first.get(path, { headers: { Accept: 'text/html' } });

    expect(response.status).toBe(404);
    expect(response.headers.get('Content-Type')).toBe('application/json; charset=utf-8');
    expect(response.body).toMatchObject({ code: 'not_found' });
  });

  it('is the same 404 for an unknown path with and without a key', async () => {
    const { first } = services();
    const { token } = await first.openAccount();

    const headers = { 'X-Request-Id': 'the-same' };

    const anonymous = await first.get('/api/nothing', { headers });
    const owner = await first.get('/api/nothing', { headers, key: token });

    expect(withoutVolatileHeaders(owner)).toEqual(withoutVolatileHeaders(anonymous));
  });

  it('contains its request id in the body of a failure, except for a 401', async () => {
    const { first } = services();
    const headers = { 'X-Request-Id': 'abc-1' };

    const [missing, unauthorized] = [
      await first.get('/api/nothing', { headers }),
      await first.get('/api/prompts', { headers }),
    ];

    expect(missing.body).toEqual({
      error: 'There is nothing at /api/nothing.',
      code: 'not_found',
      requestId: 'abc-1',
    });
    expect(unauthorized.body).toEqual({ error: 'Unauthorized' });
    expect(unauthorized.headers.get('X-Request-Id')).toBe('abc-1');
  });

  it('varies by Authorization under /api, failures included, and nowhere else', async () => {
    const { second } = services();
    const api = ['/api/auth/token', '/api/auth/rotations', '/api/prompts', '/api/nothing'];

    const vary = async (path: string) => (await second.get(path)).headers.get('Vary');

    expect(await Promise.all(api.map(vary))).toEqual(api.map(() => 'Authorization'));
    expect(await Promise.all(['/livez', '/nothing'].map(vary))).toEqual([null, null]);
  });

  it('must not be stored where it may contain a key', async () => {
    const { first } = services();
    const owner = await first.openAccount();
    const { key } = { key: owner.token };

    const responses = [
      await first.signUp(anApplicant()),
      await first.signUp({}),
      await first.signIn(owner),
      await first.verify(key),
      await first.get('/api/auth/rotations', { key }),
      await first.reset(key),
      await first.reset(key),
    ];

    expect(responses.map(({ status }) => status)).toEqual([201, 422, 200, 200, 200, 200, 401]);
    expect(new Set(responses.map(({ headers }) => headers.get('Cache-Control')))).toEqual(new Set(['no-store']));
  });

  it('is JSON that browsers do not sniff as another type', async () => {
    const { first } = services();
    const { token } = await first.openAccount();

    const responses = await Promise.all(
      [...KNOWN, ...UNKNOWN].flatMap((path) => withAndWithoutKey(first, path, token)),
    );

    expect(new Set(responses.map(({ headers }) => headers.get('Content-Type')))).toEqual(
      new Set(['application/json; charset=utf-8']),
    );
    expect(new Set(responses.map(({ headers }) => headers.get('X-Content-Type-Options')))).toEqual(
      new Set(['nosniff']),
    );
  });
}

const withAndWithoutKey = (api: Api, path: string, key: string): Promise<ApiResponse>[] => [
  api.get(path),
  api.get(path, { key }),
];
