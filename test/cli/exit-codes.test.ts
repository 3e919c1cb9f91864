import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { aFolder } from '../support/of-this-test.ts';
import { runCli } from '../support/run-cli.ts';
import { freePort } from '../support/servers/free-port.ts';

const SECRET = 'S3cret-horse-battery';
const COMMANDS = ['account list', 'key rotate ada@example.com', 'keyring init', 'storage migrate'];

describe('without its storage, account list ends with 69', () => {
  it.each([
    ['postgres', (port: number) => `postgres://ada:${SECRET}@127.0.0.1:${port}/prompts`],
    ['redis', (port: number) => `redis://:${SECRET}@127.0.0.1:${port}`],
    ['redis-cluster', (port: number) => `redis-cluster://:${SECRET}@127.0.0.1:${port}`],
    ['sqlite', () => 'sqlite:no-folder/prompthold.db'],
  ])('on %s', async (_name, url) => {
    const folder = await aFolder();
    await writeFile(join(folder, 'no-folder'), '');
    const settings = { PROMPTHOLD_STORAGE_URL: url(await freePort()) };

    const { code, stdout, stderr } = await runCli(['account', 'list'], { folder, settings });

    expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
    expect(stderr).toMatch(/^\w+ did not answer: .+\n$/);
    expect(stderr).not.toContain(SECRET);
  });
});

describe('without its storage ends with 69', () => {
  it.each(COMMANDS)('%s', async (command) => {
    const settings = { PROMPTHOLD_STORAGE_URL: `postgres://ada:${SECRET}@127.0.0.1:${await freePort()}/prompts` };

    const { code, stdout } = await runCli(command.split(' '), { folder: await aFolder(), settings });

    expect({ code, stdout }).toEqual({ code: 69, stdout: '' });
  });
});

describe('with a configuration that is not valid', () => {
  it.each([...COMMANDS, 'config'])('%s ends with 78', async (command) => {
    const settings = { PROMPTHOLD_LOG_LEVEL: 'inof' };

    const { code, stdout, stderr } = await runCli(command.split(' '), { folder: await aFolder(), settings });

    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('log.level (env PROMPTHOLD_LOG_LEVEL)');
  });

  it('a file that was named and is not there counts', async () => {
    const { code, stdout, stderr } = await runCli(['config', '--config', 'mine.json'], { folder: await aFolder() });

    expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
    expect(stderr).toContain('file mine.json: does not exist');
  });
});

describe('where the disk refuses', () => {
  it('keyring init says what was refused, in one line', async () => {
    const folder = await aFolder();
    await writeFile(join(folder, 'no-folder'), '');
    const settings = { PROMPTHOLD_KEYRING_FILE: 'no-folder/keyring.json' };

    const { code, stdout, stderr } = await runCli(['keyring', 'init'], { folder, settings });

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
    expect(stderr).toMatch(/^E[A-Z]+: .+no-folder.*\n$/);
  });
});
