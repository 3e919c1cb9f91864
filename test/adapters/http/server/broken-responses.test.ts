import { describe, expect, it } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

/** Creates prompts whose export fails after some chunks have been sent. */
async function startFailingExport() {
  const app = await startStandaloneApp();
  for (const name of ['a', 'b', 'c']) {
    await app.api.call('POST', '/api/prompts', { key: app.token, json: { name, content: 'x'.repeat(200_000) } });
  }
  const { archive } = app.prompts;
  const readVersions = archive.readVersions.bind(archive);
  let reads = 0;
  archive.readVersions = async (...page) => {
    reads += 1;
    if (reads === 3) throw new StorageUnavailable('storage', new Error('connection lost'));
    return readVersions(...page);
  };
  return app;
}

describe('a response that breaks off', () => {
  it('is incomplete for the client, and logged as an error instead of a 200', async () => {
    const { api, token, lines } = await startFailingExport();

    const response = await fetch(`${api.url}/api/export`, {
      headers: { Authorization: `Bearer ${token}`, 'X-Request-Id': 'the-export' },
    });

    await expect(response.text()).rejects.toThrow('terminated');
    await expect.poll(() => lines.length).toBe(1);
    expect(JSON.parse(lines[0] ?? '')).toMatchObject({
      level: 50,
      msg: 'response broken off',
      requestId: 'the-export',
      route: '/api/export',
      err: { message: expect.stringContaining('storage') },
    });
    expect(lines[0]).not.toContain('"status"');
  });
});
