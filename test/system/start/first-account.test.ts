import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Api } from '../../adapters/http/support/api.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestFolder, runFailingStart, startTestService } from '../../support/service/test-resources.ts';

const PASSWORD = 'correct horse battery';
const EMAIL = 'ada@example.com';
const INIT = { PROMPTHOLD_ACCOUNTS_INIT_EMAIL: EMAIL, PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: PASSWORD };

const accountsIn = async (folder: string): Promise<{ email: string; name: string }[]> =>
  JSON.parse((await runCommand(['account', 'list', '--json'], { folder })).stdout);

describe('accounts.init', () => {
  it('opens the first account, so that no setup link is printed', async () => {
    const { folder, url, messages } = await startTestService({
      settings: { ...INIT, PROMPTHOLD_ACCOUNTS_INIT_NAME: 'Ada Lovelace' },
    });

    expect(await new Api(url).signIn({ email: EMAIL, password: PASSWORD })).toMatchObject({ status: 200 });
    expect(await accountsIn(folder)).toMatchObject([{ email: EMAIL, name: 'Ada Lovelace' }]);
    expect(messages).not.toContain('/dashboard/setup');
  });

  it('reads the password from a file without the trailing newline, and a missing name from the e-mail address', async () => {
    const folder = await createTestFolder();
    await writeFile(join(folder, 'password'), `${PASSWORD}\n`);

    const { url } = await startTestService({
      folder,
      settings: { PROMPTHOLD_ACCOUNTS_INIT_EMAIL: EMAIL, PROMPTHOLD_ACCOUNTS_INIT_PASSWORD_FILE: 'password' },
    });

    expect((await new Api(url).signIn({ email: EMAIL, password: PASSWORD })).status).toBe(200);
    expect(await accountsIn(folder)).toMatchObject([{ name: 'ada' }]);
  });

  it('opens the account only once, even after a restart or its deletion', async () => {
    const folder = await createTestFolder();
    await (await startTestService({ folder, settings: INIT })).stop();
    await (await startTestService({ folder, settings: INIT })).stop();
    expect(await accountsIn(folder)).toHaveLength(1);

    await runCommand(['account', 'delete', EMAIL, '--yes'], { folder });
    await startTestService({ folder, settings: INIT });

    expect(await accountsIn(folder)).toEqual([]);
  });

  it.each([
    ['weak', 'short', 'must have at least 12 characters'],
    [
      'easy to guess',
      'Passw0rd!2026',
      'is too easy to guess: it is little more than a common password; use three or more unrelated words, or random characters',
    ],
  ])('refuses to start with a password that is %s', async (_what, password, problem) => {
    const { code, messages } = await runFailingStart({
      settings: { ...INIT, PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: password },
    });

    expect(code).toBe(78);
    expect(messages).toContain(`accounts.init.password (env PROMPTHOLD_ACCOUNTS_INIT_PASSWORD): ${problem}\n`);
    expect(messages).not.toContain(password);
  });

  it('refuses to start with an invalid e-mail address, and reports it with all other mistakes', async () => {
    const { code, messages } = await runFailingStart({
      settings: { ...INIT, PROMPTHOLD_ACCOUNTS_INIT_EMAIL: 'ada', PROMPTHOLD_USAGE_RETENTION_DAYS: 'x' },
    });

    expect(code).toBe(78);
    expect(messages).toContain('usage.retentionDays (env PROMPTHOLD_USAGE_RETENTION_DAYS): ');
    expect(messages).toContain('accounts.init.email (env PROMPTHOLD_ACCOUNTS_INIT_EMAIL): must be an e-mail address\n');
  });
});
