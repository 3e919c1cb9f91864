import { describe, expect, it } from 'vitest';
import { retryWhileHashing } from '../../support/service/retry-while-hashing.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';
import { Api } from '../http/support/api.ts';

const EMAIL = 'ada@example.com';
const CREATE = ['account', 'create', '--email', EMAIL, '--name', 'Ada', '--password-stdin'];
const WORDS = 'correct horse battery';

const create = async (input: string | Uint8Array, words: readonly string[] = CREATE) =>
  runCli(words, { folder: await createTestFolder(), input });

describe('--password-stdin', () => {
  it.each([
    ['no newline', WORDS, WORDS],
    ['one newline', `${WORDS}\n`, WORDS],
    ['the newline of Windows', `${WORDS}\r\n`, WORDS],
    ['two newlines, of which the first counts', `${WORDS}\n\n`, `${WORDS}\n`],
    ['spaces around it', `  ${WORDS} \n`, `  ${WORDS} `],
    ['characters of any language', 'Grüße 🦁 и привет', 'Grüße 🦁 и привет'],
  ])('takes a password with %s', async (_what, input, password) => {
    const folder = await createTestFolder();
    await runCli(CREATE, { folder, input });

    const api = new Api((await startTestService({ folder })).url);

    expect((await retryWhileHashing(() => api.signIn({ email: EMAIL, password }))).status).toBe(200);
  });

  it.each([
    ['short', 'tooshort123', 'password must have at least 12 characters\n'],
    ['empty', '', 'password must have at least 12 characters\n'],
    ['long', 'x'.repeat(257), 'password must have at most 256 characters\n'],
    ['common', 'Password1234\n', 'password is among the most common passwords\n'],
    ['no text', 'correct\0horse battery', 'password must be text without NUL characters\n'],
    ['equal to the e-mail', ' ADA@example.com', 'password must not be the e-mail address\n'],
  ])('refuses a password that is %s, with the reason', async (_what, input, reason) => {
    expect(await create(input)).toEqual({ code: 1, stdout: '', stderr: reason });
  });

  it('refuses what is no text, rather than set another password than was meant', async () => {
    const latin1 = Buffer.from('Wörter, die länger sind', 'latin1');

    expect(await create(latin1)).toEqual({ code: 64, stdout: '', stderr: 'Standard input is not UTF-8\n' });
  });

  it('refuses more than any password could be, without reading it all', async () => {
    const { code, stdout, stderr } = await create('x'.repeat(100_000));

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toBe('Standard input is longer than 65536 bytes\n');
  });
});

describe('a command that needs a password', () => {
  it('names every problem of an application at once', async () => {
    const words = ['account', 'create', '--email', 'ada', '--name', ' ', '--password-stdin', '--json'];

    const { code, stdout, stderr } = await create('tooshort123', words);

    expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
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
  ])('%s asks nobody for a password where there is no terminal', async (_what, words) => {
    const { code, stdout, stderr } = await create(WORDS, words);

    expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
    expect(stderr).toMatch(/--password-stdin\n$/);
  });

  it.each([
    ['an option', [`--password=${WORDS}`], "error: unknown option '--password'\n"],
    ['an option and its value', ['--password', WORDS], "error: unknown option '--password'\n"],
    ['an argument', [WORDS], "error: too many arguments for 'create'. Expected 0 arguments but got 1.\n"],
  ])('takes no password as %s, and does not repeat it', async (_what, words, stderr) => {
    expect(await create('', [...CREATE.slice(0, -1), ...words])).toEqual({ code: 64, stdout: '', stderr });
  });

  it('never repeats a password that it refuses', async () => {
    const refused = ['tooshort123', 'password1234', `${'secret'.repeat(60)}`];

    const runs = await Promise.all(refused.map((input) => create(input)));

    for (const [index, { stdout, stderr }] of runs.entries()) {
      expect(stdout + stderr).not.toContain(refused[index]);
    }
  });
});
