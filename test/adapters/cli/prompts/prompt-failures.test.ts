import { describe, expect, it, vi } from 'vitest';
import { StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import { freePort } from '../../../support/servers/free-port.ts';
import { runCommand } from '../../../support/service/run-command.ts';
import { anUnknownKey } from '../../http/support/api.ts';
import { aPromptAccount } from './prompt-account.ts';

/** Every command that reads one prompt or moves its label. */
const COMMANDS = [
  ['show', 'a/b'],
  ['render', 'a/b'],
  ['diff', 'a/b', '1', '2'],
  ['history', 'a/b'],
  ['history', 'a/b', '--label', 'production'],
  ['promote', 'a/b', '1'],
  ['promote', 'a/b', 'staging'],
  ['rollback', 'a/b'],
] as const;
const ALL = [['list'], ...COMMANDS] as const;

const nameOf = (args: readonly string[]): string => args.join(' ');
const named = <Args extends readonly string[]>(commands: readonly Args[]) =>
  commands.map((args) => [nameOf(args), args] as const);

describe('a prompt that does not exist', () => {
  it.each(named(COMMANDS))('is an error of prompt %s, also as JSON', async (_name, args) => {
    const { client, run } = await aPromptAccount();
    const { body } = await client.get('/prompts/a%2Fb');

    const people = await run(args);
    const machines = await run([...args, '--json']);

    const { error } = body as { error: string };
    expect(people).toEqual({ code: 1, stdout: '', stderr: `${error}\n` });
    expect({ code: machines.code, stderr: machines.stderr }).toEqual({ code: 1, stderr: `${error}\n` });
    expect(JSON.parse(machines.stdout)).toEqual({
      error,
      code: 'prompt_not_found',
      status: 404,
      requestId: expect.any(String),
    });
  });

  it.each(['', '.', '..'])('may not be named %j', async (name) => {
    const { run } = await aPromptAccount();

    expect(await run(['show', name])).toEqual({
      code: 64,
      stdout: '',
      stderr: '<name> must be the name or the id of a prompt\n',
    });
  });

  it.each(['../../livez', 'a b?x=1#y', 'ä', '%2e%2e'])('may have any other name, such as %s', async (name) => {
    const { run } = await aPromptAccount();

    const { code, stdout } = await run(['show', name, '--json']);

    expect([code, JSON.parse(stdout).code]).toEqual([1, 'prompt_not_found']);
  });
});

describe('a wrong key', () => {
  it.each(named(ALL))('makes prompt %s exit with 1, and is not repeated', async (_name, args) => {
    const { url } = await aPromptAccount();
    const key = anUnknownKey();
    const settings = { PROMPTHOLD_URL: url, PROMPTHOLD_KEY: key };

    const { code, stdout, stderr } = await runCommand(['prompt', ...args, '--json'], { settings });

    const error = `${url} does not accept the key: is PROMPTHOLD_KEY the key of an account there?`;
    expect({ code, stderr }).toEqual({ code: 1, stderr: `${error}\n` });
    expect(JSON.parse(stdout)).toEqual({ error, code: 'unauthorized', status: 401 });
    expect(stdout + stderr).not.toContain(key);
  });
});

describe('a service without its storage', () => {
  it.each(named(ALL))('makes prompt %s exit with 69', async (_name, args) => {
    const { url, storage, run } = await aPromptAccount();
    vi.spyOn(storage, 'findByDigest').mockRejectedValue(new StorageUnavailable('The storage', new Error('down')));

    const { code, stdout, stderr } = await run([...args, '--json']);

    expect(code).toBe(69);
    expect(stderr).toContain(`${url} is unavailable (HTTP 503)`);
    expect(JSON.parse(stdout)).toMatchObject({ code: 'storage_unavailable', status: 503, error: expect.any(String) });
  });
});

describe('no service', () => {
  it.each(named(ALL))('makes prompt %s exit with 69', async (_name, args) => {
    const settings = { PROMPTHOLD_URL: `http://127.0.0.1:${await freePort()}`, PROMPTHOLD_KEY: anUnknownKey() };

    const { code, stdout, stderr } = await runCommand(['prompt', ...args, '--json'], { settings });

    expect(code).toBe(69);
    expect(JSON.parse(stdout)).toEqual({ error: stderr.trimEnd(), code: 'unreachable' });
    expect(stderr).toContain('cannot be reached: connect ECONNREFUSED');
  });
});

describe('no key', () => {
  it.each(named(ALL))('makes prompt %s exit with 78, also as JSON', async (_name, args) => {
    const { code, stdout, stderr } = await runCommand(['prompt', ...args, '--json']);

    expect(code).toBe(78);
    expect(stderr).toContain('env PROMPTHOLD_KEY: must be set');
    expect(JSON.parse(stdout)).toEqual({ error: expect.stringContaining('PROMPTHOLD_KEY'), code: 'configuration' });
  });
});
