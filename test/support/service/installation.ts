import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { FreshStorage } from '../storage/fresh-storage.ts';
import { temporaryFolder } from '../temporary-folder.ts';
import { AccountOpener, type OpenedAccount } from './open-account.ts';
import { runCommand } from './run-command.ts';
import { ServiceProcess } from './service-process.ts';

/** A storage, a keyring and any number of services that share them, as an operator would set them up. */
export class Installation {
  private readonly services: ServiceProcess[] = [];
  private accounts = 0;

  private constructor(
    readonly folder: string,
    private readonly storage: FreshStorage,
    readonly settings: Readonly<Record<string, string>>,
  ) {}

  /** A storage that can be disposed of ends with the installation; of one that is only a URL, the caller takes care. */
  static async on(
    storage: FreshStorage | string,
    settings: Readonly<Record<string, string>> = {},
  ): Promise<Installation> {
    const folder = await temporaryFolder();
    const owned = typeof storage === 'string' ? { url: storage, dispose: async () => {} } : storage;
    const installation = new Installation(folder, owned, {
      PROMPTHOLD_STORAGE_URL: owned.url,
      PROMPTHOLD_KEYRING_FILE: join(folder, 'keyring.json'),
      ...settings,
    });
    const { code, stderr } = await installation.cli(['keyring', 'init']);
    if (code !== 0) throw new Error(`keyring init failed: ${stderr}`);
    return installation;
  }

  get storageUrl(): string {
    return this.storage.url;
  }

  async serve(settings: Readonly<Record<string, string>> = {}): Promise<ServiceProcess> {
    const service = await ServiceProcess.start({ folder: this.folder, settings: { ...this.settings, ...settings } });
    this.services.push(service);
    return service;
  }

  /** Runs a command inside this process. File names are relative to its working directory, not to the folder. */
  cli(args: readonly string[], input = '') {
    return runCommand(args, { settings: this.settings, input });
  }

  async openAccount(password = 'correct horse battery'): Promise<OpenedAccount> {
    this.accounts += 1;
    const opener = await AccountOpener.on(this.settings);
    try {
      return await opener.open({ email: `ada${this.accounts}@example.com`, name: 'Ada', password });
    } finally {
      // The storage may be about to fail, which must not concern a connection of this process.
      await opener.close();
    }
  }

  async dispose(): Promise<void> {
    await Promise.all(this.services.map((service) => service.dispose()));
    await this.storage.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}
