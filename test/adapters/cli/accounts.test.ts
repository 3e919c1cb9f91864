import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Installation } from '../../support/service/installation.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { Api, anApplicant, tokenIn } from '../http/support/api.ts';

const USER_ID = /^u_\d{13}_[a-z0-9]{6}$/;
const KEY = /^ph_[0-9a-f]{64}$/;
const KEY_LINE = /^ph_[0-9a-f]{64}\n$/;
const NEW_PASSWORD = 'incorrect horse battery';
const NOT_FOUND = { code: 1, stdout: '', stderr: 'No account has this e-mail address.\n' };

describe.each(realStorages)('on $name', ({ fresh }) => {
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

  const create = ({ email, name, password } = anApplicant(), ...options: string[]) =>
    installation.cli(['account', 'create', '--email', email, '--name', name, '--password-stdin', ...options], password);

  describe('account create', () => {
    it('prints exactly who was created, and a key that works at once', async () => {
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

    it('prints the id and the key, a line each, for people', async () => {
      const { code, stdout, stderr } = await create();

      const [userId, key, ...rest] = stdout.split('\n');
      expect({ code, stderr, rest }).toEqual({ code: 0, stderr: '', rest: [''] });
      expect(userId).toMatch(USER_ID);
      expect(key).toMatch(KEY);
    });

    it('refuses an e-mail that has an account, however it is written', async () => {
      const applicant = await service.openAccount();

      const run = await create({ ...applicant, email: ` ${applicant.email.toUpperCase()} ` }, '--json');

      expect(run).toEqual({ code: 1, stdout: '', stderr: 'An account with this e-mail address already exists.\n' });
    });
  });

  describe('account list', () => {
    it('shows accounts with their creation, oldest first, and no key', async () => {
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

    it('shows a table to people, with no key either', async () => {
      const { userId, email, name } = await service.openAccount();

      const { code, stdout, stderr } = await installation.cli(['account', 'list']);

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout.split('\n')[0]).toMatch(/^USER ID +E-MAIL +NAME +CREATED$/);
      expect(stdout).toMatch(new RegExp(`^${userId} +${email} +${name} +\\d{4}-\\d\\d-\\d\\dT[\\d:.]+Z$`, 'm'));
      expect(stdout).not.toMatch(/ph_|argon2/);
    });
  });

  describe('account reset-password', () => {
    it('lets the new password sign in, the old one no longer, and keeps the key', async () => {
      const { email, password, token } = await service.openAccount();

      const run = await installation.cli(['account', 'reset-password', email, '--password-stdin'], `${NEW_PASSWORD}\n`);

      const newSignIn = await service.signIn({ email, password: NEW_PASSWORD });
      expect(run).toEqual({ code: 0, stdout: '', stderr: 'The password was changed.\n' });
      expect((await service.signIn({ email, password })).status).toBe(401);
      expect(newSignIn.status).toBe(200);
      expect(tokenIn(newSignIn)).toBe(token);
    });

    it('refuses a weak password and leaves the old one in force', async () => {
      const { email, password } = await service.openAccount();

      const run = await installation.cli(['account', 'reset-password', email, '--password-stdin'], 'too short');

      expect(run).toEqual({ code: 1, stdout: '', stderr: 'password must have at least 12 characters\n' });
      expect((await service.signIn({ email, password })).status).toBe(200);
    });

    it('says when there is no such account', async () => {
      const words = ['account', 'reset-password', 'nobody@example.com', '--password-stdin'];

      expect(await installation.cli(words, NEW_PASSWORD)).toEqual(NOT_FOUND);
    });
  });

  describe('account delete', () => {
    it('ends the key on a running service and frees the e-mail', async () => {
      const owner = await service.openAccount();

      const run = await installation.cli(['account', 'delete', owner.email, '--yes']);

      expect(run).toEqual({ code: 0, stdout: '', stderr: 'The account was deleted.\n' });
      expect((await service.verify(owner.token)).status).toBe(401);
      expect((await service.signIn(owner)).status).toBe(401);
      expect((await create(owner)).code).toBe(0);
    });

    it('asks nobody where there is no terminal, and then deletes nothing', async () => {
      const { email, token } = await service.openAccount();

      const { code, stdout, stderr } = await installation.cli(['account', 'delete', email], `${email}\n`);

      expect({ code, stdout }).toEqual({ code: 64, stdout: '' });
      expect(stderr).toMatch(/--yes\n$/);
      expect((await service.verify(token)).status).toBe(200);
    });

    it('says when there is no such account', async () => {
      expect(await installation.cli(['account', 'delete', 'nobody@example.com', '--yes'])).toEqual(NOT_FOUND);
    });
  });

  describe('key rotate', () => {
    it('prints the new key and nothing else; the old one is dead at once on a running service', async () => {
      const { email, token } = await service.openAccount();

      const { code, stdout, stderr } = await installation.cli(['key', 'rotate', email]);

      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(stdout).toMatch(KEY_LINE);
      expect(stdout.trimEnd()).not.toBe(token);
      expect((await service.verify(token)).status).toBe(401);
      expect((await service.verify(stdout.trimEnd())).status).toBe(200);
    });

    it('prints the same as JSON for machines', async () => {
      const { email } = await service.openAccount();

      const { code, stdout } = await installation.cli(['key', 'rotate', email, '--json']);

      expect(code).toBe(0);
      expect(JSON.parse(stdout)).toEqual({ token: expect.stringMatching(KEY) });
    });

    it('is told to the owner as done by the command line, from no address', async () => {
      const { email } = await service.openAccount();
      const key = (await installation.cli(['key', 'rotate', email])).stdout.trimEnd();

      const { body } = await service.get('/api/auth/rotations', { key });

      expect(body).toMatchObject({ data: [{ by: 'cli', address: null }], nextCursor: null });
    });

    it('says when there is no such account', async () => {
      expect(await installation.cli(['key', 'rotate', 'nobody@example.com'])).toEqual(NOT_FOUND);
    });
  });
});
