import { copyFile, readFile, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { DashboardClient, signInClient } from '../../adapters/dashboard/support/dashboard-client.ts';
import { Client } from '../../adapters/http/prompts/support/client.ts';
import { Api, tokenIn } from '../../adapters/http/support/api.ts';
import type { OpenedAccount } from '../../support/service/open-account.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

const webhooks = z.object({ data: z.tuple([z.object({ id: z.string() })]) });

/** One story, told in order: each test begins where the one before it ended. */
describe.each(realStorages)('an installation on $name whose keyring file is gone', ({ fresh }) => {
  const installation = provideInstallation(fresh, { PROMPTHOLD_WEBHOOKS_ENABLED: 'true' });
  let file: string;
  let owners: readonly [OpenedAccount, OpenedAccount, OpenedAccount];
  let backup: string;

  beforeAll(async () => {
    file = join(installation().folder, 'keyring.json');
    backup = join(installation().folder, 'backup.jsonl.gz');
    owners = [
      await installation().openAccount(),
      await installation().openAccount(),
      await installation().openAccount(),
    ];
    await installation().cli(['backup', backup]);
    await copyFile(file, join(installation().folder, 'lost.json'));
  });

  it('gets the file back from a running instance, and is not given another one while that runs', async () => {
    const [ada] = owners;
    const service = await installation().serve();
    const client = new Client(new Api(service.url), ada.token);
    await client.createPrompt({ name: 'greeting', content: 'Hello {{name}}', labels: ['production'] });
    expect((await client.post('/webhooks', { url: 'https://hooks.example.com/' })).status).toBe(201);
    const before = await readFile(file, 'utf8');
    await rm(file);

    const refused = await installation().cli(['keyring', 'replace', '--lost']);
    expect(refused).toMatchObject({ code: 1, stdout: '' });
    expect(refused.stderr).toContain(`/${service.pid}-`);
    expect(refused.stderr).toContain('keyring recover');

    const recovered = await installation().cli(['keyring', 'recover', '--wait', '60', '--json']);

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

    const failed = await installation().cli(['account', 'list']);
    const check = await installation().cli(['storage', 'check']);
    const recover = await installation().cli(['keyring', 'recover', '--wait', '0']);
    const unconfirmed = await installation().cli(['keyring', 'replace']);

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
    const replaced = await installation().cli(['keyring', 'replace', '--lost', '--json']);
    expect(replaced.code).toBe(0);
    const { fingerprint } = JSON.parse(replaced.stdout);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const service = await installation().serve();
    const api = new Api(service.url);
    expect(service.messages).toContain(fingerprint);
    for (const [method, path] of [
      ['GET', '/api/auth/token'],
      ['DELETE', '/api/auth/token'],
      ['GET', '/api/auth/rotations'],
      ['GET', '/api/prompts'],
      ['PUT', '/api/prompts/other'],
    ] as const) {
      expect((await api.call(method, path, { key: ada.token })).status).toBe(401);
    }

    const token = tokenIn(await api.signIn(ada));
    expect(token).not.toBe(ada.token);
    expect(tokenIn(await api.signIn(ada))).toBe(token);
    const client = new Client(api, token);
    const read = await client.get('/prompts/greeting');
    expect(read.body).toMatchObject({ data: { version: 1, labels: { production: 1 } } });
    expect((await api.verify(ada.token)).status).toBe(401);

    const path = `/webhooks/${webhooks.parse((await client.get('/webhooks')).body).data[0].id}`;
    expect((await client.patch(path, { enabled: true })).status).toBe(422);
    expect((await client.post(`${path}/secret`)).status).toBe(200);
    expect((await client.patch(path, { enabled: true })).status).toBe(200);

    const browser = new DashboardClient(service.url);
    expect((await browser.signIn(grace)).body).toMatchObject({ data: { isKeyReplaced: true } });
    expect((await api.verify(await browser.reveal())).status).toBe(200);
    const again = await new DashboardClient(service.url).signIn(grace);
    expect(again.body).toEqual({ data: { userId: grace.userId, email: grace.email, name: grace.name } });
    expect((await installation().cli(['storage', 'check'])).code).toBe(0);
    expect((await installation().cli(['doctor', '--json'])).stdout).toContain(
      'is the one this storage was written with',
    );

    const rotated = await installation().cli(['key', 'rotate', '--lost']);
    const [, email, key = ''] = /^(\S+) (ph_[0-9a-f]{64})\n$/.exec(rotated.stdout) ?? [];
    expect(email).toBe(owners[2].email);
    expect((await api.verify(key)).status).toBe(200);
    expect((await api.verify(token)).status).toBe(200);
    expect(await service.stop()).toBe(0);
  });

  it('does not start with the former keyring, and keeps sessions and keys if that is adopted again', async () => {
    const [ada] = owners;
    const service = await installation().serve();
    const browser = await signInClient(service.url, ada);
    expect(await service.stop()).toBe(0);
    await copyFile(join(installation().folder, 'lost.json'), file);

    const failed = await installation().cli(['account', 'list']);
    expect(failed.code).toBe(78);
    expect(failed.stderr).toContain('is a former keyring, which was replaced');
    expect((await installation().cli(['keyring', 'replace', '--lost'])).stderr).toContain('--adopt');

    expect((await installation().cli(['keyring', 'replace', '--lost', '--adopt'])).code).toBe(0);
    const restarted = await installation().serve();
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
      const settings = { ...installation().settings, PROMPTHOLD_STORAGE_URL: target.url };
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
