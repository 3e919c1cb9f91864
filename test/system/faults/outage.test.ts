import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invariant } from '../../../src/domain/invariant.ts';
import { startPostgres } from '../../support/servers/postgres/postgres-server.ts';
import { startRedisCluster } from '../../support/servers/redis/redis-cluster.ts';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import type { ControlledServer } from '../../support/servers/test-server.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';

/** What the contract promises: an outage is a 503 within this time, and over this soon after the storage is back. */
const PROMISED_MS = 5000;
const PASSWORD = 'correct horse battery';

const servers: { name: string; start: () => Promise<ControlledServer> }[] = [
  { name: 'postgres', start: () => startPostgres() },
  { name: 'redis', start: () => startRedis() },
  { name: 'redis-cluster', start: () => startRedisCluster({ replicas: 0 }) },
].filter(({ name }) => wantedStorages().some((wanted) => wanted === name));

const outages: {
  name: string;
  begin: (server: ControlledServer) => unknown;
  end: (server: ControlledServer) => unknown;
}[] = [
  { name: 'is stopped', begin: (server) => server.stop(), end: (server) => server.start() },
  { name: 'is killed', begin: (server) => server.kill(), end: (server) => server.start() },
  { name: 'hangs', begin: (server) => server.pause(), end: (server) => server.resume() },
];

describe.each(servers)('while $name', ({ start }) => {
  let server: ControlledServer;
  let installation: Installation;
  let service: ServiceProcess;
  let account: OpenedAccount;

  beforeAll(async () => {
    server = await start();
    installation = await Installation.on(server.url);
    service = await installation.serve();
    account = await installation.openAccount(PASSWORD);
  });
  afterAll(async () => {
    await installation.dispose();
    await server.dispose();
  });

  const request = (path: string, options: RequestInit = {}) =>
    fetch(`${service.url}${path}`, {
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      signal: AbortSignal.timeout(PROMISED_MS),
      ...options,
    });

  const everyKind = () => [
    request('/api/auth/token'),
    request('/api/auth/token', { method: 'DELETE' }),
    request('/api/auth/token', {
      method: 'POST',
      body: JSON.stringify({ email: account.email, password: PASSWORD }),
    }),
    request('/api/auth/rotations'),
    request('/api/prompts'),
    request('/readyz'),
  ];

  it.each(outages)('$name, every request is answered 503, and all is well soon after', async ({ begin, end }) => {
    await begin(server);
    // Several rounds at once: the hundredth request must not wait for ninety-nine timeouts.
    const answers = await Promise.all(Array.from({ length: 20 }, everyKind).flat());

    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 503));
    for (const answer of answers) expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
    expect((await request('/livez')).status).toBe(200);

    await end(server);
    // A reset that was under way when the storage hung may have been applied; signing in tells the key.
    const signedIn = await eventually(() =>
      request('/api/auth/token', {
        method: 'POST',
        body: JSON.stringify({ email: account.email, password: PASSWORD }),
      }),
    );
    account = (await signedIn.json()) as OpenedAccount;
    await eventually(() => request('/api/auth/token'));
    await eventually(() => request('/readyz'));
  });
});

/** The first answer that is 200, if it comes in the time promised. */
async function eventually(ask: () => Promise<Response>): Promise<Response> {
  let answer: Response | undefined;
  const works = async () => {
    answer = await ask();
    return answer.status === 200;
  };
  await waitUntil(works, { what: 'the service works again', timeoutMs: PROMISED_MS });
  invariant(answer !== undefined, 'what was waited for is there');
  return answer;
}
