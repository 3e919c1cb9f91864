import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Api, anApplicant, type Owner, tokenIn } from '../../adapters/http/support/api.ts';
import { Installation } from '../../support/service/installation.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { startTestService } from '../../support/service/test-resources.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';

const FAILURES_ALLOWED = 5;

interface Secrets {
  readonly passwords: readonly string[];
  readonly keys: readonly string[];
}

describe.each(realStorages)('a service on $name at log level trace', ({ fresh }) => {
  let storage: FreshStorage;
  let installation: Installation;
  let service: ServiceProcess;
  let secrets: Secrets;
  let output: string;

  beforeAll(async () => {
    storage = await fresh();
    installation = await Installation.on(storage.url, {
      PROMPTHOLD_LOG_LEVEL: 'trace',
      PROMPTHOLD_ACCOUNTS_SIGNUP: 'open',
    });
    service = await installation.serve();
    secrets = await useAndMisuse(new Api(service.url), installation);
    await service.stop();
    output = service.log + service.messages;
  });

  afterAll(async () => {
    await installation?.dispose();
    await storage?.dispose();
  });

  it('logs requests of every status', () => {
    expect(
      [200, 201, 400, 401, 404, 409, 422, 429].filter((status) => !output.includes(`"status":${status},`)),
    ).toEqual([]);
  });

  it('never logs an API key or its secret part', () => {
    for (const key of secrets.keys) expect(output).not.toContain(key.replace('ph_', ''));
  });

  it('never logs a password', () => {
    for (const password of secrets.passwords) {
      expect(output).not.toContain(password);
      expect(output).not.toContain(encodeURIComponent(password));
    }
  });

  it('never logs a key of the keyring', async () => {
    const ring = JSON.parse(await readFile(join(installation.folder, 'keyring.json'), 'utf8'));

    for (const secret of [ring.lookup, ring.enc[0].key]) {
      expect(output).not.toContain(secret);
      expect(output).not.toContain(Buffer.from(secret, 'base64url').toString('hex'));
    }
  });

  it('prints the setup token only in the banner', () => {
    const [, token = ''] = /\/dashboard\/setup#(\S+)$/m.exec(service.messages) ?? [];

    expect(token).not.toBe('');
    expect(output.split(token)).toHaveLength(2);
  });
});

/** Uses secrets in every supported way, and misplaces them as users do by mistake. */
async function useAndMisuse(api: Api, installation: Installation): Promise<Secrets> {
  const owner = await api.openAccount();
  const { password: wrong } = anApplicant();
  const { password: newPassword } = anApplicant();

  await api.signIn(owner);
  await misplacePassword(api, owner, wrong);
  await misplaceKey(api, owner);
  const issued = tokenIn(await api.reset(owner.token));
  await api.verify(owner.token);
  const rotated = (await installation.cli(['key', 'rotate', owner.email])).stdout.trim();
  await api.verify(rotated);
  await installation.cli(['account', 'reset-password', owner.email, '--password-stdin'], newPassword);
  await api.signIn(owner);
  // Not the owner's e-mail, which has signed in from this address and has more attempts.
  const { email } = anApplicant();
  for (let failures = 0; failures <= FAILURES_ALLOWED; failures += 1) await api.signIn({ ...owner, email });

  return { passwords: [owner.password, wrong, newPassword], keys: [owner.token, issued, rotated] };
}

async function misplacePassword(api: Api, { email, name }: Owner, password: string): Promise<void> {
  await api.signIn({ email, password });
  await api.signUp({ email: 'ada', name: '', password });
  await api.signUp({ email, name, password });
  const body = `{"email":"${email}","password":"${password}`;
  await api.call('POST', '/api/auth/token', { headers: { 'Content-Type': 'application/json' }, body });
  await api.get(`/api/auth/token?password=${encodeURIComponent(password)}`);
}

async function misplaceKey(api: Api, { token }: Owner): Promise<void> {
  await api.get(`/api/unknown/${token}?key=${token}`, { key: token });
  await api.get('/api/auth/token', { headers: { 'X-Request-Id': token } });
  for (const header of ['User-Agent', 'X-Client-Name']) {
    await api.get('/api/tags', { key: token, headers: { [header]: token } });
  }
  await api.signIn({ email: token, password: token });
}

describe('a service that opens the first account', () => {
  it('never logs its password or key', async () => {
    const { email, password } = anApplicant();
    const service = await startTestService({
      settings: {
        PROMPTHOLD_LOG_LEVEL: 'trace',
        PROMPTHOLD_ACCOUNTS_INIT_EMAIL: email,
        PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: password,
      },
    });
    const key = tokenIn(await new Api(service.url).signIn({ email, password }));
    await service.stop();

    const output = service.log + service.messages;

    expect(output).not.toContain(password);
    expect(output).not.toContain(key.replace('ph_', ''));
  });
});
