import { expect, it } from 'vitest';
import { ALLOWED_ORIGIN, type TwoServices } from '../support/two-services.ts';

const PREFLIGHT = { 'Access-Control-Request-Method': 'DELETE', 'Access-Control-Request-Headers': 'authorization' };

export function corsSuite(services: () => TwoServices): void {
  it('allows a configured origin to read responses, including rejections', async () => {
    const { first } = services();
    const { token } = await first.openAccount();
    const headers = { Origin: ALLOWED_ORIGIN };

    const responses = await Promise.all([
      first.get('/api/auth/token', { key: token, headers }),
      first.get('/api/auth/token', { headers }),
      first.get('/api/nothing', { headers }),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([200, 401, 404]);
    for (const response of responses) {
      expect(response.headers.get('Access-Control-Allow-Origin')).toBe(ALLOWED_ORIGIN);
      expect(response.headers.get('Access-Control-Expose-Headers')).toContain('X-Request-Id');
      expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
      expect(response.headers.get('Vary')).toBe('Authorization, Origin');
    }
  });

  it('allows the requested method and headers in a preflight request', async () => {
    const { first } = services();

    const response = await first.call('OPTIONS', '/api/auth/token', {
      headers: { Origin: ALLOWED_ORIGIN, ...PREFLIGHT },
    });

    expect(response.status).toBe(204);
    expect(response.headers.get('Access-Control-Allow-Origin')).toBe(ALLOWED_ORIGIN);
    expect(response.headers.get('Access-Control-Allow-Methods')).toContain('DELETE');
    expect(response.headers.get('Access-Control-Allow-Headers')).toBe('authorization');
  });

  it.each([
    ['first', 'https://evil.example', 'Authorization, Origin'],
    ['first', `${ALLOWED_ORIGIN}.evil.example`, 'Authorization, Origin'],
    ['first', 'http://app.example.com', 'Authorization, Origin'],
    ['first', 'null', 'Authorization, Origin'],
    // Configured for the other instance only.
    ['second', ALLOWED_ORIGIN, 'Authorization'],
  ] as const)('allows nothing on the %s instance to the origin %s', async (instance, origin, vary) => {
    const { [instance]: api } = services();
    const headers = { Origin: origin };

    const responses = [
      await api.get('/api/prompts', { headers }),
      await api.call('OPTIONS', '/api/prompts', { headers: { ...headers, ...PREFLIGHT } }),
    ];

    expect(responses.flatMap(({ headers: sent }) => corsHeaders(sent))).toEqual([]);
    // A cache must not serve this response to the configured origin.
    expect(responses[0]?.headers.get('Vary')).toBe(vary);
  });

  it('does not apply outside the API', async () => {
    const response = await services().first.get('/livez', { headers: { Origin: ALLOWED_ORIGIN } });

    expect(corsHeaders(response.headers)).toEqual([]);
  });
}

const corsHeaders = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
