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

async function createFolderWithAda(): Promise<string> {
  const folder = await createTestFolder();
  await runCli([...CREATE, '--password-stdin'], { folder, input: PASSWORD });
  return folder;
}

describe('account create on a terminal', () => {
  it('asks for the password twice without echoing it, and prints only the result to stdout', async () => {
    const session = TerminalSession.open(CREATE, await createTestFolder());
    await session.typeAfter('Password: ', PASSWORD + ENTER);
    await session.typeAfter('Repeat password: ', PASSWORD + ENTER);

    const { code, screen, stdout } = await session.end();

    expect(code).toBe(0);
    expect(stdout).toMatch(/^ph_[0-9a-f]{64}\n$/);
    expect(screen).toMatch(
      /^Password: \r?\nRepeat password: \r?\nCreated account u_\d{13}_[a-z0-9]{6} of ada@example\.com\. Its API key:\r?\n$/,
    );
  });

  it('creates no account when the two passwords differ', async () => {
    const folder = await createTestFolder();
    const session = TerminalSession.open(CREATE, folder);
    await session.typeAfter('Password: ', PASSWORD + ENTER);
    await session.typeAfter('Repeat password: ', `${PASSWORD}!${ENTER}`);

    const { code, screen, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(screen).toContain('The passwords do not match');
    expect(await accountsIn(folder)).toEqual([]);
  });

  it.each([
    ['Ctrl-C', CTRL_C],
    ['Ctrl-D', CTRL_D],
  ])('cancels cleanly on %s', async (_what, keys) => {
    const session = TerminalSession.open(CREATE, await createTestFolder());
    await session.typeAfter('Password: ', keys);

    const { code, screen, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(screen).toMatch(/^Password: \r?\nCancelled\. Nothing was changed\.\r?\n$/);
  });
});

describe('account delete on a terminal', () => {
  it('deletes the account after the e-mail address is typed', async () => {
    const folder = await createFolderWithAda();
    const session = TerminalSession.open(['account', 'delete', EMAIL], folder);
    await session.typeAfter('Type the e-mail address to confirm: ', EMAIL + ENTER);

    const { code, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 0, stdout: '' });
    expect(await accountsIn(folder)).toEqual([]);
  });

  it.each([
    ['other text', `yes${ENTER}`],
    ['an empty line', ENTER],
    ['Ctrl-C', CTRL_C],
  ])('deletes nothing on %s', async (_what, keys) => {
    const folder = await createFolderWithAda();
    const session = TerminalSession.open(['account', 'delete', EMAIL], folder);
    await session.typeAfter('Type the e-mail address to confirm: ', keys);

    const { code, stdout } = await session.end();

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(await accountsIn(folder)).toMatchObject([{ email: EMAIL }]);
  });
});
