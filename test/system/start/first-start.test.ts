import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { runCommand } from '../../support/service/run-command.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import { createTestFolder, startTestService } from '../../support/service/test-resources.ts';

const modeOf = async (...path: string[]): Promise<string> => ((await stat(join(...path))).mode & 0o777).toString(8);

const ADA = ['account', 'create', '--email', 'ada@example.com', '--name', 'Ada', '--password-stdin', '--json'];
const SETUP_LINK = /\/dashboard\/setup#\S+$/m;

describe('the first start in an empty folder', () => {
  let service: ServiceProcess;

  beforeAll(async () => {
    service = await ServiceProcess.start();
  });
  afterAll(() => service.dispose());

  it('creates the data folder, the database and the keyring, readable by the owner only', async () => {
    const { folder } = service;

    expect(await readdir(folder)).toEqual(['data']);
    expect(await readdir(join(folder, 'data'))).toEqual(expect.arrayContaining(['keyring.json', 'prompthold.db']));
    expect(await modeOf(folder, 'data')).toBe('700');
    expect(await modeOf(folder, 'data/keyring.json')).toBe('600');
  });

  it('prints the banner on stderr, ending with the ready line', async () => {
    const { version } = JSON.parse(await readFile('package.json', 'utf8'));
    const { messages, url } = service;

    expect(messages.split('\n')).toEqual([
      `Prompthold ${version}`,
      expect.stringMatching(/^ {2}storage {4}sqlite file data\/prompthold\.db, schema version \d+$/),
      expect.stringMatching(/^ {2}keyring {4}data\/keyring\.json, fingerprint [0-9a-f]{16}$/),
      expect.stringMatching(/^ {2}listens {4}127\.0\.0\.1:\d+$/),
      `  dashboard  ${url}/dashboard`,
      `  API        ${url}/api`,
      `  API docs   ${url}/api/docs`,
      expect.stringMatching(/^ {2}There is no account yet\./),
      expect.stringMatching(/^ {2}setup {6}http:\/\/127\.0\.0\.1:\d+\/dashboard\/setup#[A-Za-z0-9._-]{40,}$/),
      expect.stringMatching(/^ready in \d+ ms$/),
      '',
    ]);
  });

  it('prints the same fingerprint as "keyring init"', async () => {
    const folder = await createTestFolder();
    const { fingerprint } = JSON.parse((await runCommand(['keyring', 'init', '--json'], { folder })).stdout);

    expect((await startTestService({ folder })).messages).toContain(`data/keyring.json, fingerprint ${fingerprint}\n`);
  });

  it('returns 200 from /readyz afterwards, and logs only JSON lines on stdout, without the banner', async () => {
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    await service.stop();

    const lines = service.log
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));

    expect(lines).toMatchObject([{ msg: 'request', status: 200 }, { msg: 'stopping' }]);
    expect(lines.every(({ time }) => new Date(time).toISOString() === time)).toBe(true);
  });
});

describe('the next start', () => {
  it('preserves the keyring and the accounts', async () => {
    const folder = await createTestFolder();
    const first = await startTestService({ folder });
    const { token } = JSON.parse((await runCommand(ADA, { folder, input: 'correct horse battery' })).stdout);
    const keyring = await readFile(join(folder, 'data/keyring.json'), 'utf8');
    await first.stop();

    const { url } = await startTestService({ folder });

    expect(await readFile(join(folder, 'data/keyring.json'), 'utf8')).toBe(keyring);
    const response = await fetch(`${url}/api/auth/token`, { headers: { Authorization: `Bearer ${token}` } });
    expect(response.status).toBe(200);
  });

  it('prints the setup link again while there is no account', async () => {
    const folder = await createTestFolder();
    await (await startTestService({ folder })).stop();

    expect((await startTestService({ folder })).messages).toMatch(SETUP_LINK);
  });

  it('prints no setup link once an account was created, even after its deletion', async () => {
    const folder = await createTestFolder();
    await runCommand(ADA, { folder, input: 'correct horse battery' });

    const withAccount = await startTestService({ folder });
    await runCommand(['account', 'delete', 'ada@example.com', '--yes'], { folder });
    const withoutAccount = await startTestService({ folder });

    expect(withAccount.messages).not.toMatch(/setup|no account/);
    expect(withoutAccount.messages).not.toMatch(/setup|no account/);
  });
});
