import { afterEach, describe, expect, it, vi } from 'vitest';
import type { SignInThrottle } from '../../../../src/application/ports/sign-in-throttle.ts';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { RawConnection, requestHead } from '../requests/raw-connection.ts';
import { anUnknownKey, codeIn } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

const outage = async (): Promise<never> => {
  throw new StorageUnavailable('storage', new Error('connect ECONNREFUSED 10.0.0.7:5432'));
};

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** A read through each API. */
const READS: readonly (readonly [method: string, path: string])[] = [
  ['GET', '/api/auth/token'],
  ['GET', '/api/prompts'],
  ['POST', '/mcp'],
  ['GET', '/api/public/v2/prompts/greeting'],
  ['GET', '/api/public/v2/prompts'],
  ['GET', '/beta/litellm_prompt_management?prompt_id=greeting'],
  ['GET', '/api/hub/commits/-/greeting/latest'],
];

describe('an instance whose keyring was replaced in the storage', () => {
  it.each([...READS, ['DELETE', '/api/auth/token'], ['GET', '/readyz']] as const)(
    'responds 503 with its own code to %s %s, never 401',
    async (method, path) => {
      const { api, sealing, token } = await startStandaloneApp();
      sealing.replaced = true;

      const response = await api.call(method, path, { key: token });

      expect([response.status, codeIn(response)]).toEqual([503, 'keyring_replaced']);
      expect(response.headers.get('Retry-After')).toBe('60');
    },
  );
});

describe('a storage outage', () => {
  it.each([...READS, ['DELETE', '/api/auth/token']] as const)(
    'results in 503 with Retry-After for %s %s, never in 401',
    async (method, path) => {
      const { api, storage, token } = await startStandaloneApp();
      vi.spyOn(storage, 'findByDigest').mockImplementation(outage);

      const response = await api.call(method, path, { key: token });

      expect([response.status, codeIn(response)]).toEqual([503, 'storage_unavailable']);
      expect(response.headers.get('Retry-After')).toBe('1');
      expect(response.headers.has('WWW-Authenticate')).toBe(false);
    },
  );

  it('results in 503 for sign-in and sign-up', async () => {
    const { api, storage, throttle } = await startStandaloneApp();
    vi.spyOn(storage, 'add').mockImplementation(outage);
    vi.spyOn(throttle, 'waitMs').mockImplementation(outage);

    expect((await api.signIn(ADA)).status).toBe(503);
    expect((await api.signUp({ ...ADA, email: 'new@example.com' })).status).toBe(503);
  });

  it('results in 503 for /readyz, while /livez still returns 200', async () => {
    const { api, ping } = await startStandaloneApp();
    ping.mockImplementation(outage);

    expect((await api.get('/readyz')).status).toBe(503);
    expect((await api.get('/livez')).status).toBe(200);
  });

  it('does not change the 401 for a malformed key, which needs no lookup', async () => {
    const { api, storage, token } = await startStandaloneApp();
    vi.spyOn(storage, 'findByDigest').mockImplementation(outage);

    expect((await api.verify(`${token}0`)).status).toBe(401);
  });

  it('is logged with its cause, which the client does not see', async () => {
    const { api, storage, lines } = await startStandaloneApp();
    vi.spyOn(storage, 'findByDigest').mockImplementation(outage);

    const { text } = await api.verify(anUnknownKey());

    expect(lines.join()).toContain('ECONNREFUSED');
    expect(text).not.toContain('ECONNREFUSED');
  });
});

describe('a full storage', () => {
  it('is reported by /readyz, which stays 200: keys can still be verified', async () => {
    const { api, ping } = await startStandaloneApp();
    ping.mockResolvedValue({ isNearlyFull: true, time: undefined });

    const { status, body } = await api.get('/readyz');

    expect([status, body]).toEqual([200, { data: { status: 'ready', storage: 'full' } }]);
  });
});

describe('a clock that differs from the storage’s', () => {
  const differingBy = (ms: number) => ({ isNearlyFull: false, time: new Date(Date.now() - ms) });

  it('by more than five minutes results in 503 for /readyz, which names the difference', async () => {
    const { api, ping } = await startStandaloneApp();
    ping.mockResolvedValueOnce(differingBy(301_000)).mockResolvedValueOnce(differingBy(-301_000));

    const [ahead, behind] = [await api.get('/readyz'), await api.get('/readyz')];

    expect([ahead.status, codeIn(ahead), ahead.headers.get('Retry-After')]).toEqual([503, 'clock_off', '60']);
    expect(ahead.text).toContain('is 301 s ahead of the clock of the storage');
    expect(behind.text).toContain('is 301 s behind the clock of the storage');
  });

  it('by less keeps the service ready', async () => {
    const { api, ping } = await startStandaloneApp();
    ping.mockResolvedValue(differingBy(290_000));

    expect((await api.get('/readyz')).status).toBe(200);
  });
});

describe('an unexpected error', () => {
  it('results in a 500 in JSON that does not reveal its message', async () => {
    const { api, storage, lines, token } = await startStandaloneApp();
    vi.spyOn(storage, 'findByDigest').mockRejectedValue(new TypeError('secret is not a function'));

    // Not through `api`, which checks responses against the OpenAPI document: no operation documents a 500.
    const response = await fetch(`${api.url}/api/auth/token`, { headers: { Authorization: `Bearer ${token}` } });

    expect(response.status).toBe(500);
    expect(await response.json()).toEqual({
      error: 'Prompthold failed unexpectedly. The operator finds the cause in the log by the requestId.',
      code: 'internal_error',
      requestId: response.headers.get('X-Request-Id'),
    });
    expect(lines.join()).toContain('secret is not a function');
  });
});

describe('overload', () => {
  it('sends Retry-After in whole seconds, rounded up and never 0', async () => {
    const { api, throttle } = await startStandaloneApp();
    const waitMs = vi.spyOn<SignInThrottle, 'waitMs'>(throttle, 'waitMs');

    const retryAfter = async (ms: number) => {
      waitMs.mockResolvedValue(ms);
      return (await api.signIn(ADA)).headers.get('Retry-After');
    };

    expect([await retryAfter(1), await retryAfter(1000), await retryAfter(1001), await retryAfter(3_599_001)]).toEqual([
      '1',
      '1',
      '2',
      '3600',
    ]);
  });
});

describe('a request that takes long', () => {
  async function verifySlowly(method: string, ms: number) {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
    const { api, storage, token } = await startStandaloneApp();
    const started = Promise.withResolvers<void>();
    const work = Promise.withResolvers<undefined>();
    vi.spyOn(storage, 'findByDigest').mockImplementation(() => {
      started.resolve();
      return work.promise;
    });
    const response = api.call(method, '/api/auth/token', { key: token });
    await started.promise;
    vi.advanceTimersByTime(ms);
    return { api, response, finish: () => work.resolve(undefined) };
  }

  it.each(['GET', 'HEAD'])(
    'gets 503 with Retry-After after four seconds for %s, while its work continues',
    async (method) => {
      const { api, response, finish } = await verifySlowly(method, 4500);

      const { status, headers, body } = await response;
      expect([status, headers.get('Retry-After')]).toEqual([503, '1']);
      expect(body).toEqual(method === 'HEAD' ? undefined : expect.objectContaining({ code: 'timeout' }));
      finish();
      expect((await api.get('/livez')).status).toBe(200);
    },
  );

  it('is not interrupted before that', async () => {
    const { response, finish } = await verifySlowly('GET', 3900);
    finish();

    expect((await response).status).toBe(401);
  });
});

describe('a response in progress', () => {
  it.each([
    ['a malformed request', 'garbage\r\n\r\n'],
    ['a CONNECT request', requestHead('CONNECT a:443 HTTP/1.1')],
  ])('is aborted by %s on the same connection, and no other response follows', async (_case, bytes) => {
    const { api, prompts, token } = await startStandaloneApp();
    await api.call('PUT', '/api/prompts/greeting', { key: token, json: { content: 'Hello' } });
    // Read after the response has begun.
    const moves = Promise.withResolvers<never[]>();
    vi.spyOn(prompts.archive, 'readMoves').mockReturnValue(moves.promise);
    const connection = await RawConnection.open(api.url);
    await connection.send(requestHead('GET /api/export HTTP/1.1', `Authorization: Bearer ${token}`));
    expect((await connection.readResponse({ bodyless: true })).status).toBe(200);

    await connection.send(bytes);
    connection.finish();

    expect(await connection.readRemainder()).not.toContain('HTTP/1.1');
    moves.resolve([]);
  });
});
