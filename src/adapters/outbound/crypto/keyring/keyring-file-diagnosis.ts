import { dirname, resolve } from 'node:path';
import { type Finding, failure, type KeyringDiagnosis, ok, warning } from '../../../../application/ports/diagnosis.ts';
import type { KeyringChecks } from '../../../../application/ports/keyring-register.ts';
import type { Keyring } from './keyring.ts';
import { InvalidKeyring, readKeyringFile } from './keyring-file.ts';

const CHECK = 'keyring';

export interface KeyringPaths {
  readonly file: string;
  /** Set if the database is a local file. Then the first start also creates the keyring. */
  readonly databaseFile: string | undefined;
}

/** Checks the keyring file, and never creates it. */
export class KeyringFileDiagnosis implements KeyringDiagnosis {
  constructor(private readonly paths: KeyringPaths) {}

  async examine(recorded: KeyringChecks | undefined): Promise<readonly Finding[]> {
    const { file } = this.paths;
    let keyring: Keyring | undefined;
    try {
      keyring = await readKeyringFile(file);
    } catch (error) {
      if (!(error instanceof InvalidKeyring)) throw error;
      const cure = `make it accessible to the user of the service only (chmod 600 ${file}), or restore it from your backup`;
      return [failure(CHECK, error.message, cure)];
    }
    return [keyring ? this.compare(keyring, recorded) : this.missing(recorded)];
  }

  private compare(keyring: Keyring, recorded: KeyringChecks | undefined): Finding {
    const { file } = this.paths;
    const named = `${file} (fingerprint ${keyring.fingerprint()})`;
    if (!recorded)
      return warning(
        CHECK,
        `${named} exists, but could not be compared with the storage`,
        'make the storage available, and run this again',
      );

    const held = keyring.checks();
    if ([...recorded].every(([kid, value]) => held.get(kid) === value)) {
      const state = recorded.size === 0 ? 'is ready for an empty storage' : 'is the one this storage was written with';
      return ok(CHECK, `${named} ${state}`, this.advice());
    }
    const cure =
      'restore the keyring that belongs to this storage, or point storage.url at the storage of this one; if that keyring is lost, "prompthold keyring replace --lost --adopt" uses this one';
    return failure(CHECK, `${named} is not the keyring that this storage was written with`, cure);
  }

  private missing(recorded: KeyringChecks | undefined): Finding {
    const { file, databaseFile } = this.paths;
    if (recorded && recorded.size > 0) {
      const message = `${file} is missing, but the storage was written with a keyring`;
      const cure = `restore that file from your backup; or, while an instance still runs, run "prompthold keyring recover"; if it is lost, "prompthold keyring replace --lost" gives every account a new key`;
      return failure(CHECK, message, cure);
    }
    if (databaseFile !== undefined) {
      return warning(CHECK, `${file} does not exist yet`, 'start the service, which creates it');
    }
    const cure = 'run "prompthold keyring init" once, and give the file to every instance';
    return failure(CHECK, `${file} is missing`, cure);
  }

  private advice(): string {
    const { file, databaseFile } = this.paths;
    const beside = databaseFile !== undefined && dirname(resolve(databaseFile)) === dirname(resolve(file));
    return beside
      ? 'it lies beside the database: store its backup elsewhere, or one stolen backup reveals every key'
      : 'back it up too, apart from the storage: without it, a backup of the storage is worthless';
  }
}
