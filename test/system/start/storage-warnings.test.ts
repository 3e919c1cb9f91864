import { describe, expect, it, onTestFinished } from 'vitest';
import { startRedis } from '../../support/servers/redis/redis-server.ts';
import { wantedStorages } from '../../support/servers/wanted-storages.ts';
import { Installation } from '../../support/service/installation.ts';

/** What a service on a Redis with these arguments warns of when it starts. */
async function warningsOn(...args: readonly string[]) {
  const redis = await startRedis({ args });
  onTestFinished(() => redis.dispose());
  const installation = await Installation.on(redis.url);
  onTestFinished(() => installation.dispose());
  const service = await installation.serve();
  await service.stop();
  const lines = service.log
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.filter(({ level }) => level >= 40);
}

describe.runIf(wantedStorages().includes('redis'))('a start on Redis', () => {
  it('logs how it may lose data, and what to do, with the text of doctor', async () => {
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

  it('warns of nothing where Redis is set up to keep everything', async () => {
    expect(await warningsOn()).toEqual([]);
  });
});
