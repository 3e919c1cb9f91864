import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readKeyringFile } from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import { provideInstallation } from '../../support/service/test-resources.ts';
import { realStorages } from '../../support/storage/fresh-storage.ts';
import { SealedAccounts } from '../../support/storage/sealed-accounts.ts';
import { ContinuousLoad } from './continuous-load.ts';

const LONG_ENOUGH_MS = 300_000;

/** Three instances as on three machines: each has its own copy of the keyring file, which an operator distributes. */
describe.each(realStorages)('on $name', ({ fresh }) => {
  const installation = provideInstallation(fresh);
  let accounts: SealedAccounts;

  beforeAll(async () => {
    accounts = await SealedAccounts.in(installation().storageUrl, fileOf('keyring'));
  });
  afterAll(() => accounts?.close());

  const fileOf = (name: string): string => join(installation().folder, `${name}.json`);
  const distribute = (...names: string[]) =>
    Promise.all(names.map((name) => copyFile(fileOf('keyring'), fileOf(name))));
  const kidsOf = async (name: string) => (await readKeyringFile(fileOf(name)))?.kids;
  const serveWith = (name: string) => installation().serve({ PROMPTHOLD_KEYRING_FILE: fileOf(name) });

  /** Runs a command that must succeed, and returns its output. */
  async function keyring(...args: string[]): Promise<string> {
    const { code, stdout, stderr } = await installation().cli(['keyring', ...args]);
    expect({ args, code, stderr }).toMatchObject({ code: 0 });
    return stdout;
  }

  it(
    'changes the encryption key under load: no request fails, and every key is sealed with the new one',
    async () => {
      const steady = await installation().openAccount();
      const changing = await installation().openAccount();
      await accounts.add(40);
      await accounts.addWebhooks();
      await distribute('second', 'third');
      const services = [await serveWith('keyring'), await serveWith('second'), await serveWith('third')];
      const load = new ContinuousLoad(services, steady, changing);
      try {
        await load.waitForProgress();
        const [old = ''] = await accounts.kids();

        const kid = (await keyring('add')).trim();
        const rejected = await installation().cli(['keyring', 'promote', kid]);
        expect(rejected.code).toBe(1);
        for (const { pid } of services.slice(1)) expect(rejected.stderr).toContain(`/${pid}-`);
        await distribute('second', 'third');
        await keyring('promote', kid, '--wait', '60');
        await load.waitForProgress();

        expect((await installation().cli(['keyring', 'retire', old])).code).toBe(1);
        await distribute('second', 'third');
        const counts = JSON.parse(await keyring('reencrypt', '--wait', '60', '--json'));
        expect(counts.resealed).toBeGreaterThan(39);
        expect(counts.total).toBe(42);
        await load.waitForProgress();

        await keyring('retire', old, '--wait', '60');
        await distribute('second', 'third');
        await load.waitForProgress();
        expect(await kidsOf('keyring')).toEqual([kid]);
      } finally {
        await load.stop();
      }
      expect(load.failures).toEqual([]);
      expect(await accounts.kids()).toEqual(await kidsOf('keyring'));
      expect(await accounts.kidsOfSecrets()).toEqual(await kidsOf('keyring'));
      for (const service of services) expect(await service.stop()).toBe(0);
      expect(await accounts.register.holders()).toEqual([]);
    },
    LONG_ENOUGH_MS,
  );
});
