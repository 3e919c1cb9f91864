import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { Api, tokenIn } from '../../adapters/http/support/api.ts';
import { waitUntil } from '../../support/servers/wait-until.ts';
import { runCommand } from '../../support/service/run-command.ts';
import { createTestInstallation } from '../../support/service/test-resources.ts';
import { connectTo } from '../../support/storage/backends.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';

describe.each(realStorages)('on $name', ({ fresh }) => {
  it('an instance that the replacement of the keyring did not see stops using the former one', async () => {
    const installation = await createTestInstallation(fresh);
    const owner = await installation.openAccount();
    const service = await installation.serve();
    const former = new Api(service.url);
    expect((await former.verify(owner.token)).status).toBe(200);

    // As if it had been disconnected for longer than its announcement is valid.
    const { register, close } = await connectTo(installation.storageUrl);
    for (const { id } of await register.holders()) await register.withdraw(id);
    const settings = { ...installation.settings, PROMPTHOLD_KEYRING_FILE: join(installation.folder, 'new.json') };
    const replaced = await runCommand(['keyring', 'replace', '--lost'], { settings });
    await close();
    expect(replaced.code).toBe(0);

    const isReady = async () => (await former.get('/readyz')).status === 200;
    await waitUntil(async () => !(await isReady()), { what: 'the instance is not ready' });
    const { url } = await installation.serve({ PROMPTHOLD_KEYRING_FILE: settings.PROMPTHOLD_KEYRING_FILE });
    const next = new Api(url);
    const issued = tokenIn(await next.signIn(owner));
    for (const key of [owner.token, issued]) {
      for (const [method, path] of [
        ['GET', '/api/auth/token'],
        ['DELETE', '/api/auth/token'],
        ['GET', '/api/prompts'],
      ] as const) {
        const response = await former.call(method, path, { key });
        expect(response).toMatchObject({ status: 503, body: { code: 'keyring_replaced' } });
      }
    }
    expect((await former.signIn(owner)).status).toBe(503);
    expect((await former.get('/livez')).status).toBe(200);
    expect((await next.verify(issued)).status).toBe(200);
    expect((await next.verify(owner.token)).status).toBe(401);
    expect(service.log).toContain('keyring of the storage was replaced');
    expect(await service.stop()).toBe(0);
  });
});
