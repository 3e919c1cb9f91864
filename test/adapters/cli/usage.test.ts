import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile } from 'node:fs/promises';
import { text } from 'node:stream/consumers';
import { describe, expect, it } from 'vitest';
import { runCli } from '../../support/service/run-cli.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { PROGRAM } from '../../support/service/service-process.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';

/** Every command and group of commands, found by asking for help, like a user would. */
async function findCommands(args: readonly string[] = []): Promise<(readonly string[])[]> {
  const { stdout } = await runCommand([...args, '--help']);
  const [, list = ''] = stdout.split('\nCommands:\n');
  const names = Array.from(list.matchAll(/^ {2}([a-z-]+)/gm), ([, name = '']) => name);
  const below = names.filter((name) => name !== 'help').map((name) => findCommands([...args, name]));
  return [args, ...(await Promise.all(below)).flat()];
}

const COMMANDS = (await findCommands()).map((args) => [['prompthold', ...args].join(' '), args] as const);

describe('help', () => {
  it('lists every command', () => {
    expect(COMMANDS.length).toBeGreaterThan(30);
  });

  it.each(COMMANDS)('for %s is printed to stdout', async (name, args) => {
    const { code, stdout, stderr } = await runCommand([...args, '--help']);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')[0]).toMatch(new RegExp(`^Usage: ${name}( |$)`));
  });

  it.each(COMMANDS)('for %s has examples with options that exist', async (name, args) => {
    const { stdout } = await runCommand([...args, '--help']);

    const [, tail = ''] = stdout.split('\nExamples:\n');
    const examples = Array.from(tail.matchAll(/^ {2}\$ (.*)$/gm), ([, example = '']) => example);
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(example).toContain(name);
    const [usage = ''] = stdout.split('\nExamples:\n');
    // A group shows examples of its commands, whose own help has these options.
    if (usage.includes('\nCommands:\n')) return;
    const options = examples.flatMap((example) => example.match(/(?<= )--[a-z-]+/g) ?? []);
    expect(options.filter((option) => !usage.includes(option))).toEqual([]);
  });

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

describe('a mistyped name', () => {
  it.each([
    [['acount'], 'account'],
    [['prompt', 'shwo'], 'show'],
    [['keyring', 'prmote'], 'promote'],
    [['prompt', 'list', '--josn'], '--json'],
    [['prompt', 'render', 'a', '--vra', 'x=1'], '--var'],
    [['prompt', 'promote', 'a', '1', '--lable=production'], '--label'],
    [['serve', '--prot', '80'], '--port'],
    [['serve', '--cofnig', 'a.json'], '--config'],
    [['--cofnig', 'a.json', 'serve'], '--config'],
  ])('is reported with the right one: %s', async (args, name) => {
    const { code, stdout, stderr } = await runCommand(args);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(new RegExp(`\\(Did you mean ${name}\\?\\)\n$`));
  });

  it('with --json is an error on stdout, too', async () => {
    const { code, stdout, stderr } = await runCommand(['account', 'list', '--json', '--yaml=secret']);

    expect(code).toBe(64);
    expect(JSON.parse(stdout)).toEqual({ error: stderr.trimEnd().replace('error: ', ''), code: 'wrong_usage' });
    expect(stdout).not.toContain('secret');
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
