import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestFolder, runFailingStart } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { INSTANCES, PASSWORD, startInstances, storageSuite } from './storage.suite.ts';

describe.each(realStorages.filter(({ name }) => name === 'sqlite'))('on $name', storageSuite);

describe.each(realStorages.filter(({ name }) => name !== 'sqlite'))('an empty $name', ({ fresh }) => {
  it('gets no keyring automatically, but the error names the command that creates one', async () => {
    const storage = await fresh();
    const folder = await createTestFolder();
    try {
      const { code, messages } = await runFailingStart({ folder, settings: { PROMPTHOLD_STORAGE_URL: storage.url } });

      expect(code).toBe(78);
      expect(messages).toMatch(/^data\/keyring\.json is missing: run "prompthold keyring init" once [^\n]+\.\n$/);
      await expect(stat(join(folder, 'data/keyring.json'))).rejects.toThrow('ENOENT');
    } finally {
      await storage.dispose();
    }
  });
});

describe('an unavailable storage', () => {
  it('makes the service exit with 69 and one sentence', async () => {
    const settings = { PROMPTHOLD_STORAGE_URL: `postgres://127.0.0.1:${await freePort()}/prompts` };

    const { code, messages } = await runFailingStart({ settings });

    expect(code).toBe(69);
    expect(messages).toMatch(/^Postgres cannot be used: the connection was refused \(connect ECONNREFUSED [^\n]+\n$/);
  });
});

describe('an empty folder', () => {
  it('gets only one keyring when several commands run concurrently', async () => {
    const folder = await createTestFolder();
    const create = (index: number) => ['account', 'create', '--email', `ada${index}@example.com`, '--name', 'Ada'];

    const runs = await startInstances((index) =>
      runCli([...create(index), '--password-stdin', '--json'], { folder, input: PASSWORD }),
    );

    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(Array(INSTANCES).fill({ code: 0, stderr: '' }));
  });
});
