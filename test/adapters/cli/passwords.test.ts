import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { retryWhileHashing } from '../../support/service/retry-while-hashing.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { createTestFolder } from '../../support/service/test-resources.ts';
import { Api } from '../http/support/api.ts';

const EMAIL = 'ada@example.com';
const createCommand = (email: string) => ['account', 'create', '--email', email, '--name', 'Ada', '--password-stdin'];
const CREATE = createCommand(EMAIL);
const PASSWORD = 'correct horse battery';

const create = async (input: string, args: readonly string[] = CREATE) =>
  runCommand(args, { folder: await createTestFolder(), input });

describe('--password-stdin', () => {
  let service: ServiceProcess;
  beforeAll(async () => {
    service = await ServiceProcess.start();
  });
  afterAll(() => service?.dispose());

  it.each([
    ['no newline', 'ada@example.com', PASSWORD, PASSWORD],
    ['one newline', 'bob@example.com', `${PASSWORD}\n`, PASSWORD],
    ['a Windows newline', 'cleo@example.com', `${PASSWORD}\r\n`, PASSWORD],
    ['two newlines, of which only the last is removed', 'dan@example.com', `${PASSWORD}\n\n`, `${PASSWORD}\n`],
    ['spaces around it', 'eve@example.com', `  ${PASSWORD} \n`, `  ${PASSWORD} `],
    ['non-ASCII characters', 'finn@example.com', 'Grüße 🦁 и привет', 'Grüße 🦁 и привет'],
  ])('accepts a password with %s', async (_what, email, input, password) => {
    await runCli(createCommand(email), { folder: service.folder, input });

    const api = new Api(service.url);
    expect((await retryWhileHashing(() => api.signIn({ email, password }))).status).toBe(200);
  });

  it('rejects a password with the reason, and does not print it', async () => {
    const stderr = 'password must have at least 12 characters\n';

    expect(await create('tooshort123')).toEqual({ code: 1, stdout: '', stderr });
  });

  it('rejects input that is not UTF-8 instead of decoding it to a different password', async () => {
    const latin1 = Buffer.from('Wörter, die länger sind', 'latin1');

    expect(await runCli(CREATE, { folder: await createTestFolder(), input: latin1 })).toEqual({
      code: 64,
      stdout: '',
      stderr: 'Standard input is not UTF-8\n',
    });
  });

  it('rejects input longer than 64 KiB', async () => {
    const { code, stdout, stderr } = await runCli(CREATE, {
      folder: await createTestFolder(),
      input: 'x'.repeat(100_000),
    });

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toBe('Standard input is longer than 65536 bytes\n');
  });
});

describe('a command that needs a password', () => {
  it('reports every invalid field together', async () => {
    const args = ['account', 'create', '--email', 'ada', '--name', ' ', '--password-stdin', '--json'];

    const { code, stdout, stderr } = await create('tooshort123', args);

    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({ error: stderr.trimEnd(), code: 'failed' });
    expect(stderr.split('\n')).toEqual([
      'email must be an e-mail address',
      expect.stringMatching(/^name must have 1 to 100 characters/),
      'password must have at least 12 characters',
      '',
    ]);
  });

  it.each([
    ['create', ['account', 'create', '--email', EMAIL, '--name', 'Ada']],
    ['reset-password', ['account', 'reset-password', EMAIL]],
  ])('does not prompt without a terminal: %s', async (_what, args) => {
    const { code, stdout, stderr } = await create(PASSWORD, args);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(/--password-stdin\n$/);
  });

  it.each([
    ['an option', [`--password=${PASSWORD}`], "error: unknown option '--password'\n"],
    ['an option and its value', ['--password', PASSWORD], "error: unknown option '--password'\n"],
    ['an argument', [PASSWORD], "error: too many arguments for 'create'. Expected 0 arguments but got 1.\n"],
  ])('does not accept a password as %s, and does not print it', async (_what, args, stderr) => {
    expect(await create('', [...CREATE.slice(0, -1), ...args])).toEqual({ code: 64, stdout: '', stderr });
  });
});
