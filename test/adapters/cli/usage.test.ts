import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

const COMMANDS = [
  [],
  ['serve'],
  ['config'],
  ['doctor'],
  ['account'],
  ['account', 'create'],
  ['account', 'list'],
  ['account', 'reset-password'],
  ['account', 'delete'],
  ['key'],
  ['key', 'rotate'],
  ['keyring'],
  ['keyring', 'init'],
  ['storage'],
  ['storage', 'migrate'],
  ['storage', 'copy'],
  ['storage', 'check'],
  ['backup'],
  ['restore'],
];

describe('help', () => {
  it.each(COMMANDS.map((args) => [['prompthold', ...args].join(' '), args] as const))(
    'for %s is printed to stdout',
    async (name, args) => {
      const { code, stdout, stderr } = await runCommand([...args, '--help']);

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n')[0]).toMatch(new RegExp(`^Usage: ${name}( |$)`));
    },
  );

  it('creates no file', async () => {
    const folder = await createTestFolder();

    await runCommand(['account', 'list', '--help'], { folder });

    expect(await readdir(folder)).toEqual([]);
  });
});

describe('--version', () => {
  it('prints only the package version to stdout', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));

    expect(await runCli(['--version'], { folder: await createTestFolder() })).toEqual({
      code: 0,
      stdout: `${version}\n`,
      stderr: '',
    });
  });
});

describe('invalid usage', () => {
  it.each([
    ['no command', []],
    ['an unknown command', ['acount']],
    ['a command without its subcommand', ['account']],
    ['an unknown subcommand', ['account', 'rename']],
    ['an unknown option', ['account', 'list', '--yaml']],
    ['an extra argument', ['account', 'list', 'ada@example.com']],
    ['a missing --email', ['account', 'create', '--name', 'Ada', '--password-stdin']],
    ['a missing --name', ['account', 'create', '--email', 'ada@example.com', '--password-stdin']],
    ['an option without its value', ['account', 'create', '--email']],
    ['a missing argument', ['account', 'delete', '--yes']],
    ['a missing file name', ['config', '--config']],
  ])('exits with 64 and a message on stderr: %s', async (_what, args) => {
    const { code, stdout, stderr } = await runCommand(args, { folder: await createTestFolder() });

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(/^(error: |Usage: )/);
  });
});

describe('a closed stdout', () => {
  it('does not make the command fail', async () => {
    const env = { PATH: process.env['PATH'] };
    const child = spawn(process.execPath, [PROGRAM, 'config'], { cwd: await createTestFolder(), env });
    child.stdout.destroy();

    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
