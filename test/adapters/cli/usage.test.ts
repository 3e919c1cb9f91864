import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
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

const prompthold = async (...words: string[]) => runCli(words, { folder: await createTestFolder() });

describe('help', () => {
  it.each(COMMANDS.map((words) => [['prompthold', ...words].join(' '), words] as const))(
    'of %s goes to stdout',
    async (name, words) => {
      const { code, stdout, stderr } = await prompthold(...words, '--help');

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n')[0]).toMatch(new RegExp(`^Usage: ${name}( |$)`));
    },
  );

  it('touches nothing', async () => {
    const folder = await createTestFolder();

    await runCli(['account', 'list', '--help'], { folder });

    expect(await readdir(folder)).toEqual([]);
  });
});

describe('--version', () => {
  it('is that of the package, alone on stdout', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));

    expect(await prompthold('--version')).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' });
  });
});

describe('wrong usage', () => {
  it.each([
    ['no command', []],
    ['an unknown command', ['acount']],
    ['a command without its subcommand', ['account']],
    ['an unknown subcommand', ['account', 'rename']],
    ['an unknown option', ['account', 'list', '--yaml']],
    ['an argument too many', ['account', 'list', 'ada@example.com']],
    ['a missing --email', ['account', 'create', '--name', 'Ada', '--password-stdin']],
    ['a missing --name', ['account', 'create', '--email', 'ada@example.com', '--password-stdin']],
    ['an option without its value', ['account', 'create', '--email']],
    ['a missing argument', ['account', 'delete', '--yes']],
    ['a missing file name', ['config', '--config']],
  ])('%s is told on stderr', async (_what, words) => {
    const { code, stdout, stderr } = await prompthold(...words);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(/^(error: |Usage: )/);
  });
});

describe('a reader that leaves early', () => {
  it('is no failure', async () => {
    const env = { PATH: process.env['PATH'] };
    const child = spawn(process.execPath, [PROGRAM, 'config'], { cwd: await createTestFolder(), env });
    child.stdout.destroy();

    const [stderr, [code]] = await Promise.all([text(child.stderr), once(child, 'close')]);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});
