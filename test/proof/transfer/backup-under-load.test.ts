import { describe, expect, it, onTestFinished } from 'vitest';
import { repeatUntilStopped } from '../../support/service/repeat-until-stopped.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { call, usePrompts } from './use-prompts.ts';

const WRITERS = 4;

describe.each(realStorages)('a backup of $name while the service writes', ({ name, fresh }) => {
  /** Another backend, as far as STORAGE leaves one. */
  const place = realStorages.findIndex((storage) => storage.name === name);
  const other = realStorages[(place + 1) % realStorages.length]?.fresh ?? fresh;

  it('is restored elsewhere as a sound storage', async () => {
    const target = await other();
    onTestFinished(() => target.dispose());
    const installation = await createTestInstallation(fresh);
    const account = await installation.openAccount();
    const service = await installation.serve();
    await usePrompts(service.url, account);

    let writes = 0;
    const stop = repeatUntilStopped(async (writer, step) => {
      const path = `/api/prompts/busy-${writer}`;
      await call(service.url, account, 'PUT', path, { content: `take ${step}`, labels: ['production'] });
      await call(service.url, account, 'PUT', `${path}-${step % 5}`, { content: `{{> busy-${writer}}} ${step}` });
      if (step % 7 === 3) await call(service.url, account, 'POST', `${path}/labels/production/rollback`);
      writes += 1;
    }, WRITERS);

    const before = writes;
    const backup = await runCli(['backup', 'busy.backup'], installation);
    const during = writes - before;
    await stop();

    expect(backup.code, backup.stderr).toBe(0);
    expect(during).toBeGreaterThan(0);
    const settings = { ...installation.settings, PROMPTHOLD_STORAGE_URL: target.url };
    const restore = await runCli(['restore', 'busy.backup'], { folder: installation.folder, settings });
    expect(restore, restore.stderr).toMatchObject({ code: 0 });
    const check = await runCli(['storage', 'check'], { folder: installation.folder, settings });
    expect(check, check.stdout).toMatchObject({ code: 0 });

    const ports = await connectTo(target.url);
    onTestFinished(() => ports.close());
    expect((await ports.reader.size()).prompts).toBeGreaterThanOrEqual(4);
  }, 600_000);
});
