import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { Installation } from '../../support/service/installation.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { type FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';

const password = 'correct horse battery';

describe.each(realStorages)('on $name', ({ fresh }) => {
  let storage: FreshStorage;
  let installation: Installation;

  beforeAll(async () => {
    storage = await fresh();
    installation = await Installation.on(storage.url);
  });
  afterAll(async () => {
    await installation?.dispose();
    await storage?.dispose();
  });

  it('an instance that the replacement of the keyring did not see stops using the former one', async () => {
    const owner = await installation.openAccount(password);
    const service = await installation.serve();
    const call = (path: string, key: string, init: RequestInit = {}) =>
      fetch(`${service.url}${path}`, { ...init, headers: { Authorization: `Bearer ${key}` } });
    const signIn = (url: string) =>
      fetch(`${url}/api/auth/token`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: owner.email, password }),
      });
    expect((await call('/api/auth/token', owner.token)).status).toBe(200);

    // As if it had been disconnected for longer than its announcement is valid.
    const { register, close } = await connectTo(storage.url);
    for (const { id } of await register.holders()) await register.withdraw(id);
    const settings = { ...installation.settings, PROMPTHOLD_KEYRING_FILE: join(installation.folder, 'new.json') };
    const replaced = await runCommand(['keyring', 'replace', '--lost'], { settings });
    await close();
    expect(replaced.code).toBe(0);

    const isReady = async () => (await fetch(`${service.url}/readyz`)).status === 200;
    await waitUntil(async () => !(await isReady()), { what: 'the instance is not ready', timeoutMs: 60_000 });
    const next = await installation.serve({ PROMPTHOLD_KEYRING_FILE: settings.PROMPTHOLD_KEYRING_FILE });
    const signedIn = (await (await signIn(next.url)).json()) as { readonly token: string };
    for (const key of [owner.token, signedIn.token]) {
      for (const [method, path] of [
        ['GET', '/api/auth/token'],
        ['DELETE', '/api/auth/token'],
        ['GET', '/api/prompts'],
      ] as const) {
        const response = await call(path, key, { method });
        expect(response.status).toBe(503);
        expect(await response.json()).toMatchObject({ code: 'keyring_replaced' });
      }
    }
    expect((await signIn(service.url)).status).toBe(503);
    expect((await fetch(`${service.url}/livez`)).status).toBe(200);
    expect((await fetch(`${next.url}/api/auth/token`, bearer(signedIn.token))).status).toBe(200);
    expect((await fetch(`${next.url}/api/auth/token`, bearer(owner.token))).status).toBe(401);
    expect(service.log).toContain('keyring of the storage was replaced');
    expect(await service.stop()).toBe(0);
  });
});

const bearer = (key: string): RequestInit => ({ headers: { Authorization: `Bearer ${key}` } });
