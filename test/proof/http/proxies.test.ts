import { afterAll, beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import {
  Api,
  type ApiResponse,
  anAddress,
  anApplicant,
  codeIn,
  times,
  tokenIn,
} from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';

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

it('warns once in the log of a proxy that is not trusted, and never of one that is', async () => {
  await rotateAndReadAddress(direct, '203.0.113.9');
  await rotateAndReadAddress(direct, '203.0.113.10');
  await rotateAndReadAddress(behindTwoProxies, '203.0.113.9');

  const warnings = ({ log }: ServiceProcess) => log.split('\n').filter((line) => line.includes('X-Forwarded-For'));
  await waitUntil(() => warnings(direct).length > 0, { what: 'the warning is logged', timeoutMs: 10_000 });
  expect(warnings(direct)).toHaveLength(1);
  expect(warnings(direct)[0]).toContain('http.trustProxy is 0');
  expect(warnings(behindTwoProxies)).toEqual([]);
});

it('records the address that the trusted proxies report, not the one that the client claims', async () => {
  expect(await rotateAndReadAddress(behindTwoProxies, '10.9.9.9, 203.0.113.9, 192.0.2.1')).toBe('203.0.113.9');
});

it('limits sign-ups per address and per network, with 429 and Retry-After, while sign-in stays possible', async () => {
  const service = await ServiceProcess.start({
    settings: {
      PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
      PROMPTHOLD_ACCOUNTS_SIGNUPS_PER_HOUR: '2',
      PROMPTHOLD_HTTP_TRUST_PROXY: '1',
    },
  });
  try {
    const api = new Api(service.url);
    const applicant = anApplicant();
    const signUpFrom = (address: string, json: unknown = anApplicant()) =>
      api.call('POST', '/api/accounts', { json, headers: { 'X-Forwarded-For': address } });

    const invalid = [await signUpFrom('203.0.113.1', {}), await signUpFrom('203.0.113.1', {})];
    const opened = [await signUpFrom('203.0.113.1', applicant), await signUpFrom('203.0.113.1')];
    const rejected = await signUpFrom('203.0.113.1');
    const neighbours: ApiResponse[] = [];
    for (const host of times(5, (index) => `203.0.113.${index + 2}`)) neighbours.push(await signUpFrom(host));

    expect(invalid.map(({ status }) => status)).toEqual([422, 422]);
    expect(opened.map(({ status }) => status)).toEqual([201, 201]);
    expect([rejected.status, codeIn(rejected)]).toEqual([429, 'too_many_signups']);
    expect(Number(rejected.headers.get('Retry-After'))).toBeGreaterThan(3000);
    expect(neighbours.map(({ status }) => status)).toEqual([201, 201, 201, 201, 429]);
    expect((await signUpFrom('198.51.100.1')).status).toBe(201);
    expect((await api.signIn(applicant, '203.0.113.1')).status).toBe(200);
  } finally {
    await service.dispose();
  }
});

it('throttles guessing even if the client claims other addresses', async () => {
  const api = new Api(direct.url);
  const { email } = anApplicant();

  const statuses: number[] = [];
  for (const index of times(6, Number)) {
    statuses.push((await api.signIn({ email, password: `guess ${index}` }, anAddress())).status);
  }

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429]);
});
