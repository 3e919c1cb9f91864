import { Redis } from 'ioredis';
import { Client } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ControlledServer } from '../../support/servers/test-server.ts';
import { wantedServers } from '../../support/servers/wanted-servers.ts';
import { Installation } from '../../support/service/installation.ts';

const PASSWORD = 'correct horse battery';

const empty = {
  postgres: dropEverything,
  redis: flush,
  'redis-cluster': (url: string) => {
    const nodes = url.replace(/^.*\/\//, '').split(',');
    return Promise.all(nodes.map((node) => flush(`redis://${node}`)));
  },
};

async function dropEverything(url: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  await client.end();
}

async function flush(url: string): Promise<void> {
  const client = new Redis(url);
  await client.flushall();
  client.disconnect();
}

describe.each(wantedServers)('$name that comes back without its data', ({ name, start }) => {
  let server: ControlledServer;
  let installation: Installation;

  beforeAll(async () => {
    server = await start();
    installation = await Installation.on(server.url);
  });
  afterAll(async () => {
    await installation.dispose();
    await server.dispose();
  });

  it('causes an outage: no valid key or password is rejected as wrong', async () => {
    const { url } = await installation.serve();
    const { email, token } = await installation.openAccount(PASSWORD);
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${url}/api/auth/token`, { headers })).status).toBe(200);

    await empty[name](server.url);

    const responses = await Promise.all([
      fetch(`${url}/api/auth/token`, { headers }),
      fetch(`${url}/api/auth/token`, { headers, method: 'DELETE' }),
      fetch(`${url}/api/auth/token`, { headers, method: 'POST', body: JSON.stringify({ email, password: PASSWORD }) }),
      fetch(`${url}/api/prompts`, { headers }),
      fetch(`${url}/readyz`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
  });
});
