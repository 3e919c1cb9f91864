import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { TerminalSession } from './terminal-session.ts';

const EMAIL = 'ada@example.com';
const CREATE = ['account', 'create', '--email', EMAIL, '--name', 'Ada'];
const PASSWORD = 'correct horse battery';
const ENTER = '\r';
const CTRL_C = '\x03';
const CTRL_D = '\x04';

const accountsIn = async (folder: string): Promise<{ email: string }[]> =>
  JSON.parse((await runCli(['account', 'list', '--json'], { folder })).stdout);

async function aFolderWithAda(): Promise<string> {
  const folder = await createTestFolder();
  await runCli([...CREATE, '--password-stdin'], { folder, input: PASSWORD });
  return folder;
}

describe('on a terminal, account create', () => {
  it('asks for the password twice, without showing it, and prints the result alone on stdout', async () => {
    const session = TerminalSession.open(CREATE, await createTestFolder());
    await session.answer('Password: ', PASSWORD + ENTER);
    await session.answer('Repeat password: ', PASSWORD + ENTER);

    const { code, screen, stdout } = await session.end();

    expect(code).toBe(0);
    expect(stdout).toMatch(/^u_\d{13}_[a-z0-9]{6}\nph_[0-9a-f]{64}\n$/);
    expect(screen).toMatch(/^Password: \r?\nRepeat password: \r?\n$/);
  });

  it('creates nothing when the two differ', async () => {
    const folder = await createTestFolder();
    const session = TerminalSession.open(CREATE, folder);
    await session.answer('Password: ', PASSWORD + ENTER);
    await session.answer('Repeat password: ', `${PASSWORD}!${ENTER}`);

    const { code, screen, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(screen).toContain('The passwords do not match');
    expect(await accountsIn(folder)).toEqual([]);
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('ends in peace at %s', async (_what, keys) => {
    const session = TerminalSession.open(CREATE, await createTestFolder());
    await session.answer('Password: ', keys);

    const { code, screen, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(screen).toMatch(/^Password: \r?\nCancelled\. Nothing was changed\.\r?\n$/);
  });
});

describe('on a terminal, account delete', () => {
  it('deletes once the e-mail is typed', async () => {
    const folder = await aFolderWithAda();
    const session = TerminalSession.open(['account', 'delete', EMAIL], folder);
    await session.answer('Type the e-mail address to confirm: ', EMAIL + ENTER);

    const { code, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(await accountsIn(folder)).toEqual([]);
  });

  it.each([
    ['another answer', `yes${ENTER}`],
    ['nothing', ENTER],
    ['Ctrl-C', CTRL_C],
  ])('deletes nothing at %s', async (_what, keys) => {
    const folder = await aFolderWithAda();
    const session = TerminalSession.open(['account', 'delete', EMAIL], folder);
    await session.answer('Type the e-mail address to confirm: ', keys);

    const { code, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(await accountsIn(folder)).toMatchObject([{ email: EMAIL }]);
  });
});
