import { describe, expect, it } from 'vitest';
import { executeSql } from '../../support/servers/postgres/postgres-database.ts';
import { runRedisCommand } from '../../support/servers/redis/redis-command.ts';
import { wantedServers } from '../../support/servers/wanted-servers.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';

const flush = (url: string) => runRedisCommand(url, 'FLUSHALL');

const empty = {
  postgres: (url: string) => executeSql(url, 'DROP SCHEMA public CASCADE; CREATE SCHEMA public'),
  redis: flush,
  'redis-cluster': (url: string) => {
    const nodes = url.replace(/^.*\/\//, '').split(',');
    return Promise.all(nodes.map((node) => flush(`redis://${node}`)));
  },
};

describe.each(wantedServers)('$name that comes back without its data', ({ name, start }) => {
  const installation = provideInstallation(start);

  it('causes an outage: no valid key or password is rejected as wrong', async () => {
    const { url } = await installation().serve();
    const { email, password, token } = await installation().openAccount();
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    expect((await fetch(`${url}/api/auth/token`, { headers })).status).toBe(200);

    await empty[name](installation().storageUrl);

    const responses = await Promise.all([
      fetch(`${url}/api/auth/token`, { headers }),
      fetch(`${url}/api/auth/token`, { headers, method: 'DELETE' }),
      fetch(`${url}/api/auth/token`, { headers, method: 'POST', body: JSON.stringify({ email, password }) }),
      fetch(`${url}/api/prompts`, { headers }),
      fetch(`${url}/readyz`),
    ]);
    expect(responses.map(({ status }) => status)).toEqual(responses.map(() => 503));
  });
});
