import { chmod, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true }));

describe('the file of SQLite', () => {
  it('can be read by its owner only, even in a folder that is open to all', async () => {
    await chmod(folder, 0o755);

    await runCli(['storage', 'migrate'], { folder, settings: { PROMPTHOLD_STORAGE_URL: 'sqlite:open.db' } });

    expect((await stat(join(folder, 'open.db'))).mode & 0o777).toBe(0o600);
  });

  it('that cannot be made is storage that is unavailable, and the program ends', async () => {
    const settings = { PROMPTHOLD_STORAGE_URL: 'sqlite:/proc/nowhere/prompthold.db' };

    const { code, stderr } = await runCli(['storage', 'migrate'], { folder, settings });

    expect(code).toBe(69);
    expect(stderr).toContain('/proc/nowhere');
  });
});
