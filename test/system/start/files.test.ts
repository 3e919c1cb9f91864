import { chmod, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/service/run-command.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

let folder: string;

beforeEach(async () => {
  folder = await temporaryFolder();
});
afterEach(() => rm(folder, { recursive: true }));

describe('the SQLite file', () => {
  it('is readable by its owner only, even in a world-readable folder', async () => {
    await chmod(folder, 0o755);

    await runCommand(['storage', 'migrate'], { folder, settings: { PROMPTHOLD_STORAGE_URL: 'sqlite:open.db' } });

    expect((await stat(join(folder, 'open.db'))).mode & 0o777).toBe(0o600);
  });

  it('makes the program exit with 69 when it cannot be created', async () => {
    const settings = { PROMPTHOLD_STORAGE_URL: 'sqlite:/proc/nowhere/prompthold.db' };

    const { code, stderr } = await runCommand(['storage', 'migrate'], { folder, settings });

    expect(code).toBe(69);
    expect(stderr).toContain('/proc/nowhere');
  });
});
