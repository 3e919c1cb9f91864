import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { freePort } from '../../support/servers/free-port.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const SECRET = 'S3cret-horse-battery';
const COMMANDS = ['account list', 'key rotate ada@example.com', 'keyring init', 'storage migrate'];
const KEYRING_COMMANDS = ['keyring add', 'keyring promote k1', 'keyring reencrypt', 'keyring retire k1'];

/** Runs the command through a shell, so that its output can be redirected. */
async function runInShell(commandLine: string, settings: Readonly<Record<string, string>> = {}) {
  const child = spawn('sh', ['-c', `exec "$NODE" "$PROGRAM" ${commandLine}`], {
    cwd: await createTestFolder(),
    env: { PATH: process.env['PATH'], NODE: process.execPath, PROGRAM, ...settings },
  });
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}

describe('the process', () => {
  it.each([
    ['0 on success', 0, 'account list', {}],
    ['64 on wrong usage', 64, 'account list --yaml', {}],
    ['69 without its storage', 69, 'account list', { PROMPTHOLD_STORAGE_URL: 'redis://127.0.0.1:1' }],
    ['78 on an invalid configuration', 78, 'account list', { PROMPTHOLD_LOG_LEVEL: 'inof' }],
  ])('exits with %s', async (_what, expected, command, settings) => {
    const { code } = await runCli(command.split(' '), { folder: await createTestFolder(), settings });

    expect(code).toBe(expected);
  });
});

/** The other ways to miss a storage are in test/system/doctor/connection-mistakes.test.ts. */
describe('a command without its storage', () => {
  it.each([...COMMANDS, ...KEYRING_COMMANDS])('exits with 69: %s', async (command) => {
    const settings = { PROMPTHOLD_STORAGE_URL: `postgres://ada:${SECRET}@127.0.0.1:${await freePort()}/prompts` };

    const { code, stdout } = await runCommand(command.split(' '), { folder: await createTestFolder(), settings });

    expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
  });

  it('exits with 69 if a SQLite file cannot be opened', async () => {
    const folder = await createTestFolder();
    await writeFile(join(folder, 'no-folder'), '');
    const settings = { PROMPTHOLD_STORAGE_URL: 'sqlite:no-folder/prompthold.db' };

    const { code, stdout, stderr } = await runCommand(['account', 'list'], { folder, settings });

    expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
    expect(stderr).toMatch(/^\w+ cannot be used: .+\n$/);
  });
});

describe('a command with an invalid configuration', () => {
  it.each([...COMMANDS, 'config'])('exits with 78: %s', async (command) => {
    const settings = { PROMPTHOLD_LOG_LEVEL: 'inof' };

    const { code, stdout, stderr } = await runCommand(command.split(' '), {
      folder: await createTestFolder(),
      settings,
    });

    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('log.level (env PROMPTHOLD_LOG_LEVEL)');
  });

  it('exits with 78 when the named configuration file does not exist', async () => {
    const { code, stdout, stderr } = await runCommand(['config', '--config', 'mine.json'], {
      folder: await createTestFolder(),
    });

    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('file mine.json: does not exist');
  });
});

describe('a failed write', () => {
  it.each(['account list', '--help'])(
    'of the result of %s exits with 1 and one line on stderr',
    async (commandLine) => {
      const { code, stderr } = await runInShell(`${commandLine} > /dev/full`);

      expect({ code, stderr }).toEqual({ code: 1, stderr: 'Cannot write the result: ENOSPC\n' });
    },
  );

  it('to stderr does not stop the command', async () => {
    const { code, stdout } = await runInShell('account list 2> /dev/full', { PROMPTHOLD_UNKNOWN: 'warned of' });

    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining('E-MAIL') });
  });

  it('of the keyring file makes keyring init exit with 1 and a one-line reason', async () => {
    const folder = await createTestFolder();
    await writeFile(join(folder, 'no-folder'), '');
    const settings = { PROMPTHOLD_KEYRING_FILE: 'no-folder/keyring.json' };

    const { code, stdout, stderr } = await runCommand(['keyring', 'init'], { folder, settings });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^E[A-Z]+: .+no-folder.*\n$/);
  });
});
