import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import { longTimeout } from '../../../support/property-runs.ts';
import { ServiceProcess } from '../../../support/service/service-process.ts';
import { Api, anAddress, times, tokenIn } from '../support/api.ts';

const rotations = z.object({ data: z.array(z.object({ address: z.string().nullable() })) });

let direct: ServiceProcess;
let behindTwoProxies: ServiceProcess;

beforeAll(async () => {
  const settings = { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' };
  [direct, behindTwoProxies] = await Promise.all([
    ServiceProcess.start({ settings }),
    ServiceProcess.start({ settings: { ...settings, PROMPTHOLD_HTTP_TRUST_PROXY: '2' } }),
  ]);
});
afterAll(() => Promise.all([direct.dispose(), behindTwoProxies.dispose()]));

/** Rotates a key with this X-Forwarded-For header and returns the recorded client address. */
async function rotateAndReadAddress(service: ServiceProcess, forwardedFor: string): Promise<string | null | undefined> {
  const api = new Api(service.url);
  const { token } = await api.openAccount();
  const headers = { 'X-Forwarded-For': forwardedFor };
  const key = tokenIn(await api.call('DELETE', '/api/auth/token', { key: token, headers }));
  return rotations.parse((await api.get('/api/auth/rotations', { key })).body).data[0]?.address;
}

it('records the peer and ignores X-Forwarded-For while no proxy is trusted', async () => {
  expect(await rotateAndReadAddress(direct, '203.0.113.9')).toBe('127.0.0.1');
});

it('records the address that the trusted proxies report, not the one that the client claims', async () => {
  expect(await rotateAndReadAddress(behindTwoProxies, '10.9.9.9, 203.0.113.9, 192.0.2.1')).toBe('203.0.113.9');
});

it('throttles guessing even if the client claims other addresses', async () => {
  const api = new Api(direct.url);
  const { email } = await api.openAccount();

  const statuses: number[] = [];
  for (const index of times(6, Number)) {
    statuses.push((await api.signIn({ email, password: `guess ${index}` }, anAddress())).status);
  }

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});

it(
  'responds 429 after a hundred failures from one address with any e-mails, but not to other addresses',
  longTimeout,
  async () => {
    const api = new Api(behindTwoProxies.url);
    const owner = await api.openAccount();
    const from = `${anAddress()}, 192.0.2.1`;
    const elsewhere = `${anAddress()}, 192.0.2.1`;

    // Only as many concurrent requests as are hashed concurrently, so that none times out in the queue on a slow machine.
    for (const round of times(50, Number)) {
      const failures = times(2, (index) =>
        api.signIn({ email: `nobody.${round}.${index}@example.com`, password: 'a guess' }, from),
      );
      const statuses = (await Promise.all(failures)).map(({ status }) => status);
      expect(statuses).toEqual([401, 401]);
    }

    expect((await api.signIn(owner, from)).status).toBe(429);
    expect((await api.signIn(owner, elsewhere)).status).toBe(200);
  },
);
