import { copyFile, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DashboardClient, signInClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { Installation } from '../../support/service/installation.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';

const password = 'correct horse battery';
const webhooks = z.object({ data: z.tuple([z.object({ id: z.string() })]) });

/** One story, told in order: each test begins where the one before it ended. */
describe.each(realStorages)('an installation on $name whose keyring file is gone', ({ fresh }) => {
  let storage: FreshStorage;
  let installation: Installation;
  let file: string;
  let owners: readonly [OpenedAccount, OpenedAccount, OpenedAccount];
  let backup: string;

  beforeAll(async () => {
    storage = await fresh();
    installation = await Installation.on(storage.url, { PROMPTHOLD_WEBHOOKS_ENABLED: 'true' });
    file = join(installation.folder, 'keyring.json');
    backup = join(installation.folder, 'backup.jsonl.gz');
    owners = [
      await installation.openAccount(password),
      await installation.openAccount(password),
      await installation.openAccount(password),
    ];
    await installation.cli(['backup', backup]);
    await copyFile(file, join(installation.folder, 'lost.json'));
  });

  afterAll(async () => {
    await installation?.dispose();
    await storage?.dispose();
  });

  const call = (url: string, path: string, key: string, init: RequestInit = {}) =>
    fetch(`${url}${path}`, {
      ...init,
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
    });

  async function signIn(url: string, { email }: OpenedAccount): Promise<string> {
    const body = JSON.stringify({ email, password });
    const headers = { 'Content-Type': 'application/json' };
    const response = await fetch(`${url}/api/auth/token`, { method: 'POST', headers, body });
    expect(response.status).toBe(200);
    return z.object({ token: z.string() }).parse(await response.json()).token;
  }

  it('gets the file back from a running instance, and is not given another one while that runs', async () => {
    const [ada] = owners;
    const service = await installation.serve();
    const body = JSON.stringify({ content: 'Hello {{name}}', labels: ['production'] });
    expect((await call(service.url, '/api/prompts/greeting', ada.token, { method: 'PUT', body })).status).toBe(201);
    const hook = JSON.stringify({ url: 'https://hooks.example.com/' });
    expect((await call(service.url, '/api/webhooks', ada.token, { method: 'POST', body: hook })).status).toBe(201);
    const before = await readFile(file, 'utf8');
    await rm(file);

    const refused = await installation.cli(['keyring', 'replace', '--lost']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`/${service.pid}-`);
    expect(refused.stderr).toContain('keyring recover');

    const recovered = await installation.cli(['keyring', 'recover', '--wait', '60', '--json']);

    expect(recovered.code).toBe(0);
    expect(JSON.parse(recovered.stdout)).toEqual({ file, fingerprint: expect.stringMatching(/^[0-9a-f]{16}$/) });
    expect(await readFile(file, 'utf8')).toBe(before);
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    const secrets = [...before.matchAll(/[A-Za-z0-9_-]{43}/g)].map(([secret]) => secret);
    expect(secrets).toHaveLength(2);
    const output = [service.log, service.messages, recovered.stdout, recovered.stderr, refused.stderr].join('\n');
    for (const secret of secrets) expect(output).not.toContain(secret);
    expect(await service.stop()).toBe(0);
  });

  it('is refused by every command, with the way out, until the keyring is replaced', async () => {
    await rm(file);

    const failed = await installation.cli(['account', 'list']);
    const check = await installation.cli(['storage', 'check']);
    const recover = await installation.cli(['keyring', 'recover', '--wait', '0']);
    const unconfirmed = await installation.cli(['keyring', 'replace']);

    expect(failed.code).toBe(78);
    expect(failed.stderr).toContain('keyring replace --lost');
    expect(check.code).toBe(1);
    expect(check.stdout).toContain(`${file} is missing`);
    expect(recover).toMatchObject({ code: 1, stdout: '' });
    expect(recover.stderr).toContain('No running instance holds the keyring');
    expect(unconfirmed).toMatchObject({ code: 64, stdout: '' });
    expect(unconfirmed.stderr).toContain('--lost');
    await expect(stat(file)).rejects.toThrow('ENOENT');
  });

  it('runs again with a new keyring: former keys are 401, and every sign-in gives a new one', async () => {
    const [ada, grace] = owners;
    const replaced = await installation.cli(['keyring', 'replace', '--lost', '--json']);
    expect(replaced.code).toBe(0);
    const { fingerprint } = JSON.parse(replaced.stdout);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const service = await installation.serve();
    expect(service.messages).toContain(fingerprint);
    for (const [method, path] of [
      ['GET', '/api/auth/token'],
      ['DELETE', '/api/auth/token'],
      ['GET', '/api/auth/rotations'],
      ['GET', '/api/prompts'],
      ['PUT', '/api/prompts/other'],
    ] as const) {
      expect((await call(service.url, path, ada.token, { method })).status).toBe(401);
    }

    const token = await signIn(service.url, ada);
    expect(token).not.toBe(ada.token);
    expect(await signIn(service.url, ada)).toBe(token);
    const read = await call(service.url, '/api/prompts/greeting', token);
    expect(await read.json()).toMatchObject({ data: { version: 1, labels: { production: 1 } } });
    expect((await call(service.url, '/api/auth/token', ada.token)).status).toBe(401);

    const listed = await (await call(service.url, '/api/webhooks', token)).json();
    const path = `/api/webhooks/${webhooks.parse(listed).data[0].id}`;
    const enable = { method: 'PATCH', body: JSON.stringify({ enabled: true }) };
    expect((await call(service.url, path, token, enable)).status).toBe(422);
    expect((await call(service.url, `${path}/secret`, token, { method: 'POST' })).status).toBe(200);
    expect((await call(service.url, path, token, enable)).status).toBe(200);

    const browser = new DashboardClient(service.url);
    expect((await browser.signIn({ ...grace, password })).body).toMatchObject({ data: { isKeyReplaced: true } });
    expect((await call(service.url, '/api/auth/token', await browser.reveal())).status).toBe(200);
    const again = await new DashboardClient(service.url).signIn({ ...grace, password });
    expect(again.body).toEqual({ data: { userId: grace.userId, email: grace.email, name: grace.name } });
    expect((await installation.cli(['storage', 'check'])).code).toBe(0);
    expect((await installation.cli(['doctor', '--json'])).stdout).toContain('is the one this storage was written with');

    const rotated = await installation.cli(['key', 'rotate', '--lost']);
    const [, email, key = ''] = /^(\S+) (ph_[0-9a-f]{64})\n$/.exec(rotated.stdout) ?? [];
    expect(email).toBe(owners[2].email);
    expect((await call(service.url, '/api/auth/token', key)).status).toBe(200);
    expect((await call(service.url, '/api/auth/token', token)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('does not start with the former keyring, and keeps sessions and keys if that is adopted again', async () => {
    const [ada] = owners;
    const service = await installation.serve();
    const browser = await signInClient(service.url, { ...ada, password });
    expect(await service.stop()).toBe(0);
    await copyFile(join(installation.folder, 'lost.json'), file);

    const failed = await installation.cli(['account', 'list']);
    expect(failed.code).toBe(78);
    expect(failed.stderr).toContain('is a former keyring, which was replaced');
    expect((await installation.cli(['keyring', 'replace', '--lost'])).stderr).toContain('--adopt');

    expect((await installation.cli(['keyring', 'replace', '--lost', '--adopt'])).code).toBe(0);
    const restarted = await installation.serve();
    const revived = browser.at(restarted.url);
    expect((await revived.get('session')).status).toBe(200);
    expect((await revived.get('key')).body).toMatchObject({ data: { isLost: true } });
    const revealed = await revived.call('POST', 'key/reveal');
    expect(revealed.body).toMatchObject({ data: { token: expect.any(String), isReplacement: true } });
    expect((await revived.call('POST', 'key/reveal')).body).not.toHaveProperty('data.isReplacement');
    expect(await restarted.stop()).toBe(0);
  });

  it('restores an older backup only unverified, and adopts its own keyring for it', async () => {
    const target = await fresh();
    try {
      const settings = { ...installation.settings, PROMPTHOLD_STORAGE_URL: target.url };
      const cli = (...args: string[]) => runCommand(args, { settings });
      await rm(file);
      await cli('keyring', 'init');

      const refused = await cli('restore', backup);
      expect(refused).toMatchObject({ code: 1, stdout: '' });
      expect(refused.stderr).toContain('was written with another keyring');
      const restored = await cli('restore', backup, '--unverified');
      expect(restored.code).toBe(0);
      expect((await cli('account', 'list')).code).toBe(78);

      expect((await cli('keyring', 'replace', '--lost', '--adopt')).code).toBe(0);

      const rotated = await cli('key', 'rotate', '--all', '--json');
      const replaced: { readonly email: string }[] = JSON.parse(rotated.stdout);
      expect(replaced.map(({ email }) => email).toSorted()).toEqual(owners.map(({ email }) => email));
      expect(rotated.stderr).toContain('Replaced keys: 3.');
    } finally {
      await target.dispose();
    }
  });
});
