import { describe, expect, it } from 'vitest';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';

/** The warnings that a service logs when it starts on a Redis with these arguments. */
async function warningsOn(...args: readonly string[]) {
  const installation = await createTestInstallation(() => startRedis({ args }));
  const service = await installation.serve();
  await service.stop();
  const lines = service.log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.filter(({ level }) => level >= 40);
}

describe.runIf(wantedStorages().includes('redis'))('a start on Redis', () => {
  it('logs each risk of losing data with its remedy, as doctor reports it', async () => {
    const warnings = await warningsOn('--appendfsync', 'everysec', '--maxmemory-policy', 'allkeys-lru');

    expect(warnings).toMatchObject([
      {
        level: 40,
        check: 'durability',
        msg: expect.stringContaining('everysec'),
        cure: expect.stringContaining('always'),
      },
      {
        level: 40,
        check: 'eviction',
        msg: expect.stringContaining('allkeys-lru'),
        cure: expect.stringContaining('no'),
      },
    ]);
  });

  it('logs no warning when Redis is configured to be durable', async () => {
    expect(await warningsOn()).toEqual([]);
  });
});
