import { chmod, copyFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import { createKeyringFile } from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import { runCli } from '../../support/service/run-cli.ts';
import type { ServiceProcess } from '../../support/service/service-process.ts';
import { provideInstallation, runFailingStart } from '../../support/service/test-resources.ts';
import type { FreshStorage, realStorages } from '../../support/storage/fresh-storage.ts';
import { raiseSchema } from './newer-schema.ts';

export const INSTANCES = 3;
export const PASSWORD = 'correct horse battery';

/** Waits for every start even when one fails, so that all started services can be stopped. */
export async function startInstances<Instance>(start: (index: number) => Promise<Instance>): Promise<Instance[]> {
  const starts = await Promise.allSettled(Array.from({ length: INSTANCES }, (_, index) => start(index)));
  return starts.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason;
    return outcome.value;
  });
}

/** How services start on a storage. */
export function storageSuite({ name, fresh }: (typeof realStorages)[number]): void {
  describe('instances that start concurrently on an empty storage', () => {
    const installation = provideInstallation(fresh);
    /** A second storage, because creating a keyring has already migrated the one of the installation. */
    let empty: FreshStorage;
    let services: ServiceProcess[];

    beforeAll(async () => {
      empty = await fresh();
      const settings = {
        PROMPTHOLD_STORAGE_URL: empty.url,
        PROMPTHOLD_ACCOUNTS_INIT_EMAIL: 'ada@example.com',
        PROMPTHOLD_ACCOUNTS_INIT_PASSWORD: PASSWORD,
      };
      services = await startInstances(() => installation().serve(settings));
    });

    afterAll(() => empty?.dispose());

    it('all become ready', async () => {
      const responses = await Promise.all(services.map(({ url }) => fetch(`${url}/readyz`)));

      expect(responses.map(({ status }) => status)).toEqual(Array(INSTANCES).fill(200));
    });

    it('open exactly one first account', async () => {
      const { folder, settings } = installation();

      const { stdout } = await runCli(['account', 'list', '--json'], {
        folder,
        settings: { ...settings, PROMPTHOLD_STORAGE_URL: empty.url },
      });

      expect(JSON.parse(stdout)).toMatchObject([{ email: 'ada@example.com' }]);
    });
  });

  describe('a storage written with a keyring', () => {
    const installation = provideInstallation(fresh);
    let first: ServiceProcess;

    beforeAll(async () => {
      first = await installation().serve();
      await first.stop();
    });

    const failedStart = (keyring: string) =>
      runFailingStart({
        folder: installation().folder,
        settings: { ...installation().settings, PROMPTHOLD_KEYRING_FILE: keyring },
      });

    it('is named in the banner by kind and location, without a password', () => {
      const [, shown] = /^ {2}storage {4}(.+), schema version \d+$/m.exec(first.messages) ?? [];

      expect(shown).toMatch(new RegExp(`^${name.replace('-', ' ')} (file|at) \\S+`));
      expect(shown).not.toContain('@');
    });

    it('rejects another keyring in one sentence, and accepts the right one afterwards', async () => {
      await createKeyringFile(join(installation().folder, 'another.json'), Keyring.generate());

      const { code, messages } = await failedStart('another.json');
      const { url } = await installation().serve();

      expect(code).toBe(78);
      expect(messages).toMatch(/^another\.json is not the keyring that this storage was written with: [^\n]+\.\n$/);
      expect((await fetch(`${url}/readyz`)).status).toBe(200);
    });

    it('refuses to start without its keyring, and creates no other', async () => {
      const { code, messages } = await failedStart('lost.json');

      expect(code).toBe(78);
      expect(messages).toMatch(/^lost\.json is missing, but the storage was written with a keyring: [^\n]+\.\n$/);
      await expect(stat(join(installation().folder, 'lost.json'))).rejects.toThrow('ENOENT');
    });

    it('rejects its keyring while other users can read the file, and prints the fix', async () => {
      const open = join(installation().folder, 'open.json');
      await copyFile(join(installation().folder, 'keyring.json'), open);
      await chmod(open, 0o644);

      const { code, messages } = await failedStart('open.json');

      expect({ code, messages }).toEqual({
        code: 78,
        messages: 'open.json can be read by others; run: chmod 600 open.json\n',
      });
    });
  });

  describe('a storage written by a newer release', () => {
    const installation = provideInstallation(fresh);
    beforeAll(() => raiseSchema(installation().storageUrl));

    const newerSchemaMessage = /^the storage has schema version 999, this program knows \d+: start a newer release\n$/;

    it('is rejected by a start', async () => {
      const { folder, settings } = installation();

      const { code, messages } = await runFailingStart({ folder, settings });

      expect(code).toBe(78);
      expect(messages).toMatch(newerSchemaMessage);
    });

    it.each(['account list', 'storage migrate'])('is rejected by %s', async (command) => {
      const { code, stdout, stderr } = await installation().cli(command.split(' '));

      expect({ code, stdout }).toEqual({ code: 78, stdout: '' });
      expect(stderr).toMatch(newerSchemaMessage);
    });
  });
}
