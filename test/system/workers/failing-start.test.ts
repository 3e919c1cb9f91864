import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { occupyPort, runFailingStart } from '../../support/service/test-resources.ts';

type Settings = Readonly<Record<string, string>>;

describe('a service with two workers that cannot start', () => {
  it.each<[string, number, () => Promise<Settings>]>([
    ['the port is in use', 1, async () => ({ PROMPTHOLD_HTTP_PORT: String(await occupyPort()) })],
    ['the address is that of another machine', 78, async () => ({ PROMPTHOLD_HTTP_HOST: '192.0.2.1' })],
    [
      'the storage is unreachable',
      69,
      async () => ({ PROMPTHOLD_STORAGE_URL: `postgres://ada@127.0.0.1:${await freePort()}/prompts` }),
    ],
    ['the configuration is wrong', 78, async () => ({ PROMPTHOLD_HTTP_PORT: 'http' })],
  ])('exits like one without workers when %s', async (_why, code, createSettings) => {
    const settings = await createSettings();

    const [failed, alone] = await Promise.all([
      runFailingStart({ settings: { ...settings, PROMPTHOLD_HTTP_WORKERS: '2' } }),
      runFailingStart({ settings }),
    ]);

    expect(failed).toEqual(alone);
    expect(failed.code).toBe(code);
    expect(failed.messages).not.toBe('');
  });
});
