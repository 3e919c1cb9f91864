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

  it('never allows credentials', async () => {
    const { first } = services();

    const response = await first.get('/api/prompts', { headers: { Origin: ALLOWED_ORIGIN } });

    expect(response.headers.get('Access-Control-Allow-Credentials')).toBeNull();
  });

  it.each(['https://evil.example', `${ALLOWED_ORIGIN}.evil.example`, 'http://app.example.com', 'null'])(
    'allows nothing to the origin %s',
    async (origin) => {
      const { first } = services();
      const headers = { Origin: origin };

      const responses = [
        await first.get('/api/prompts', { headers }),
        await first.call('OPTIONS', '/api/prompts', { headers: { ...headers, ...PREFLIGHT } }),
      ];

      expect(responses.flatMap(({ headers: sent }) => corsHeaders(sent))).toEqual([]);
      // A cache must not serve this response to the configured origin.
      expect(responses[0]?.headers.get('Vary')).toBe('Authorization, Origin');
    },
  );

  it('allows no origin when none is configured', async () => {
    const { second } = services();
    const headers = { Origin: ALLOWED_ORIGIN };

    const responses = [
      await second.get('/api/prompts', { headers }),
      await second.call('OPTIONS', '/api/prompts', { headers: { ...headers, ...PREFLIGHT } }),
    ];

    expect(responses.flatMap(({ headers: sent }) => corsHeaders(sent))).toEqual([]);
    expect(responses[0]?.headers.get('Vary')).toBe('Authorization');
  });

  it('does not apply outside the API', async () => {
    const response = await services().first.get('/livez', { headers: { Origin: ALLOWED_ORIGIN } });

    expect(corsHeaders(response.headers)).toEqual([]);
  });
}

const corsHeaders = (headers: Headers): string[] =>
  [...headers.keys()].filter((name) => name.startsWith('access-control-'));
