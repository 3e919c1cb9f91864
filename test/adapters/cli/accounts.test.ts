import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proofSize } from '../../support/proof-size.ts';
import { Installation } from '../../support/service/installation.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { Api, anApplicant, tokenIn } from '../http/support/api.ts';

const USER_ID = /^u_\d{13}_[a-z0-9]{6}$/;
const KEY = /^ph_[0-9a-f]{64}$/;
const KEY_LINE = /^ph_[0-9a-f]{64}\n$/;
const NEW_PASSWORD = 'incorrect horse battery';
const NOT_FOUND = { code: 1, stdout: '', stderr: 'No account has this e-mail address.\n' };

/** Their ports have contracts, and commands that depend on the storage run on each: backups, copies, keyrings. */
const storages = realStorages.slice(0, proofSize({ usual: 1, full: realStorages.length }));

describe.each(storages)('account commands on $name', ({ fresh }) => {
  let storage: FreshStorage;
  let installation: Installation;
  let service: Api;

  beforeAll(async () => {
    storage = await fresh();
    installation = await Installation.on(storage.url, { PROMPTHOLD_ACCOUNTS_SIGNUP: 'open' });
    service = new Api((await installation.serve()).url);
  });

  afterAll(async () => {
    await installation?.dispose();
    await storage?.dispose();
  });

  it.each([
    'account unblock nobody@example.com',
    'account unblock nobody',
    'account reset-password nobody@example.com --password-stdin',
    'account delete nobody@example.com --yes',
    'key rotate nobody@example.com',
  ])('%s reports that no account has the e-mail address', async (commandLine) => {
    expect(await installation.cli(commandLine.split(' '), NEW_PASSWORD)).toEqual(NOT_FOUND);
  });

  const create = ({ email, name, password } = anApplicant(), ...options: string[]) =>
    installation.cli(['account', 'create', '--email', email, '--name', name, '--password-stdin', ...options], password);

  describe('account create', () => {
    it('prints the new account with --json, including a key that works immediately', async () => {
      const applicant = anApplicant();

      const { code, stdout, stderr } = await create(applicant, '--json');

      const opened = JSON.parse(stdout);
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(opened).toEqual({
        userId: expect.stringMatching(USER_ID),
        email: applicant.email,
        name: applicant.name,
        token: expect.stringMatching(KEY),
      });
      expect((await service.verify(opened.token)).body).toEqual(opened);
    });

    it('prints the key alone to stdout, and the rest to stderr', async () => {
      const applicant = anApplicant();

      const { code, stdout, stderr } = await create(applicant);

      expect(code).toBe(0);
      expect(stdout).toMatch(KEY_LINE);
      const { userId } = (await service.verify(stdout.trimEnd())).body as { userId: string };
      expect(stderr).toBe(`Created account ${userId} of ${applicant.email}. Its API key:\n`);
    });

    it('rejects an e-mail address that is taken, regardless of case and surrounding spaces', async () => {
      const applicant = await service.openAccount();

      const run = await create({ ...applicant, email: ` ${applicant.email.toUpperCase()} ` }, '--json');

      const error = 'An account with this e-mail address already exists.';
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 1, stderr: `${error}\n` });
      expect(JSON.parse(run.stdout)).toEqual({ error, code: 'failed' });
    });
  });

  describe('account unblock', () => {
    it('lets the owner sign in again after too many failures', async () => {
      const { code, stdout } = await create(anApplicant(), '--json');
      const { email } = JSON.parse(stdout);
      for (let time = 0; time < 6; time += 1) await service.signIn({ email, password: `guess ${time}` });
      expect({ code, ...(await service.signIn({ email, password: 'a guess' })) }).toMatchObject({
        code: 0,
        status: 429,
      });

      const run = await installation.cli(['account', 'unblock', email.toUpperCase(), '--json']);

      expect(run).toEqual({ code: 0, stdout: `${JSON.stringify({ email })}\n`, stderr: '' });
      expect((await service.signIn({ email, password: 'a guess' })).status).toBe(401);
    });

    it('says so', async () => {
      const { email } = await service.openAccount();

      const run = await installation.cli(['account', 'unblock', email]);

      expect(run).toEqual({ code: 0, stdout: '', stderr: 'The account can be signed in to again.\n' });
    });
  });

  describe('account list', () => {
    it('prints accounts with their creation time, oldest first, and no key', async () => {
      const first = await service.openAccount();
      const second = await service.openAccount();

      const run = await installation.cli(['account', 'list', '--json']);

      const listed: { userId: string; createdAt: string }[] = JSON.parse(run.stdout);
      const shown = listed.filter(({ userId }) => [first.userId, second.userId].includes(userId));
      expect(shown).toEqual([
        { userId: first.userId, email: first.email, name: first.name, createdAt: expect.any(String) },
        { userId: second.userId, email: second.email, name: second.name, createdAt: expect.any(String) },
      ]);
      expect(shown.map(({ createdAt }) => new Date(createdAt).toISOString())).toEqual(
        shown.map(({ createdAt }) => createdAt),
      );
      expect({ code: run.code, stderr: run.stderr }).toEqual({ code: 0, stderr: '' });
      expect(run.stdout).not.toMatch(/ph_|argon2/);
    });

    it('prints a table by default, without keys', async () => {
      const { userId, email, name } = await service.openAccount();

      const { code, stdout, stderr } = await installation.cli(['account', 'list']);

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n')[0]).toMatch(/^USER ID +E-MAIL +NAME +CREATED$/);
      expect(stdout).toMatch(new RegExp(`^${userId} +${email} +${name} +\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`, 'm'));
      expect(stdout).not.toMatch(/ph_|argon2/);
    });
  });

  describe('account reset-password', () => {
    it('replaces the password and leaves the key valid', async () => {
      const { email, password, token } = await service.openAccount();

      const run = await installation.cli(['account', 'reset-password', email, '--password-stdin'], `${NEW_PASSWORD}\n`);

      const newSignIn = await service.signIn({ email, password: NEW_PASSWORD });
      expect(run).toEqual({ code: 0, stdout: '', stderr: 'The password was changed.\n' });
      expect((await service.signIn({ email, password })).status).toBe(401);
      expect(newSignIn.status).toBe(200);
      expect(tokenIn(newSignIn)).toBe(token);
    });

    it('rejects a weak password and leaves the old one valid', async () => {
      const { email, password } = await service.openAccount();

      const run = await installation.cli(['account', 'reset-password', email, '--password-stdin'], 'too short');

      expect(run).toEqual({ code: 1, stdout: '', stderr: 'password must have at least 12 characters\n' });
      expect((await service.signIn({ email, password })).status).toBe(200);
    });
  });

  describe('account delete', () => {
    it('revokes the key on a running service and frees the e-mail address', async () => {
      const owner = await service.openAccount();

      const run = await installation.cli(['account', 'delete', owner.email, '--yes']);

      expect(run).toEqual({ code: 0, stdout: '', stderr: 'The account was deleted.\n' });
      expect((await service.verify(owner.token)).status).toBe(401);
      expect((await service.signIn(owner)).status).toBe(401);
      expect((await create(owner)).code).toBe(0);
    });

    it('neither prompts nor deletes without a terminal', async () => {
      const { email, token } = await service.openAccount();

      const { code, stdout, stderr } = await installation.cli(['account', 'delete', email], `${email}\n`);

      expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
      expect(stderr).toMatch(/--yes\n$/);
      expect((await service.verify(token)).status).toBe(200);
    });
  });

  describe('key rotate', () => {
    it('prints only the new key, and revokes the old one immediately on a running service', async () => {
      const { email, token } = await service.openAccount();

      const { code, stdout, stderr } = await installation.cli(['key', 'rotate', email]);

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(KEY_LINE);
      expect(stdout.trimEnd()).not.toBe(token);
      expect((await service.verify(token)).status).toBe(401);
      expect((await service.verify(stdout.trimEnd())).status).toBe(200);
    });

    it('prints the new key as JSON with --json', async () => {
      const { email } = await service.openAccount();

      const { code, stdout } = await installation.cli(['key', 'rotate', email, '--json']);

      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ token: expect.stringMatching(KEY) });
    });

    it('appears in the rotation history as made by the CLI, without an address', async () => {
      const { email } = await service.openAccount();
      const key = (await installation.cli(['key', 'rotate', email])).stdout.trimEnd();

      const { body } = await service.get('/api/auth/rotations', { key });

      expect(body).toMatchObject({ data: [{ by: 'cli', address: null }], nextCursor: null });
    });
  });
});
