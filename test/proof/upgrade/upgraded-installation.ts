import { chmod, copyFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { Api } from '../../adapters/http/support/api.ts';
import { clockAt } from '../../support/clock/shifted-clock.ts';
import { runCli } from '../../support/service/run-cli.ts';
import { ServiceProcess } from '../../support/service/service-process.ts';
import type { FreshStorage } from '../../support/storage/fresh-storage.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { type Expected, FIXTURES, type FixtureName, readExpected } from './expected.ts';

export interface UpgradeSource {
  readonly fixture: FixtureName;
  /** Whether it has sessions of the dashboard, which a backup has not. */
  readonly hasSessions: boolean;
  fresh(): Promise<FreshStorage>;
  /** Brings what 0.1.0 has written into the empty storage. */
  fill(storageUrl: string, installation: UpgradedInstallation): Promise<unknown>;
}

/** The current program on data of 0.1.0, with its keyring. Its clock shows the hour after the data was written. */
export class UpgradedInstallation {
  private service: ServiceProcess | undefined;

  private constructor(
    readonly expected: Expected,
    private readonly folder: string,
    private readonly storage: FreshStorage,
    private readonly settings: Readonly<Record<string, string>>,
  ) {}

  static async open({ fixture, fresh, fill }: UpgradeSource): Promise<UpgradedInstallation> {
    const [storage, folder] = [await fresh(), await temporaryFolder()];
    const keyring = join(folder, 'keyring.json');
    await copyFile(join(FIXTURES, fixture, 'keyring.json'), keyring);
    // Git does not keep this mode, and the program insists on it.
    await chmod(keyring, 0o600);
    const expected = readExpected(fixture);
    const installation = new UpgradedInstallation(expected, folder, storage, {
      PROMPTHOLD_STORAGE_URL: storage.url,
      PROMPTHOLD_KEYRING_FILE: keyring,
      // Redis deletes expired statistics by its own clock.
      PROMPTHOLD_USAGE_RETENTION_DAYS: '3650',
      ...clockAt(new Date(expected.recordedAt)),
    });
    await fill(storage.url, installation);
    return installation;
  }

  async run(args: readonly string[]): Promise<string> {
    const { code, stdout, stderr } = await this.cli(args);
    if (code !== 0) throw new Error(`prompthold ${args.join(' ')} ended with ${code}: ${stderr}`);
    return stdout;
  }

  /** Everything that `storage check` finds, whether it could repair it (exit code 0) or not (exit code 1). */
  async findFaults(): Promise<unknown> {
    const { code, stdout, stderr } = await this.cli(['storage', 'check', '--json']);
    if (code > 1) throw new Error(`prompthold storage check ended with ${code}: ${stderr}`);
    return JSON.parse(stdout).faults;
  }

  async serve(): Promise<Api> {
    this.service = await ServiceProcess.start({ folder: this.folder, settings: this.settings });
    return new Api(this.service.url);
  }

  private cli(args: readonly string[]) {
    return runCli(args, { folder: this.folder, settings: this.settings });
  }

  async dispose(): Promise<void> {
    await this.service?.dispose();
    await this.storage.dispose();
    await rm(this.folder, { recursive: true, force: true });
  }
}
