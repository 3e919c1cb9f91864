import { unlink } from 'node:fs/promises';
import type { DescribedKeyring, KeyringFile } from '../../../../application/ports/encryption-keys.ts';
import { Keyring } from './keyring.ts';
import { createKeyringFile, readKeyringFile } from './keyring-file.ts';

export class LocalKeyringFile implements KeyringFile {
  constructor(private readonly file: string) {}

  async find(): Promise<DescribedKeyring | undefined> {
    const keyring = await readKeyringFile(this.file);
    return keyring && this.describe(keyring);
  }

  async create(taken: ReadonlySet<string>): Promise<DescribedKeyring | undefined> {
    let keyring: Keyring;
    do keyring = Keyring.generate();
    while (keyring.kids.some((kid) => taken.has(kid)));
    return (await createKeyringFile(this.file, keyring)) ? this.describe(keyring) : undefined;
  }

  async remove({ fingerprint }: DescribedKeyring): Promise<void> {
    if ((await this.find())?.fingerprint === fingerprint) await unlink(this.file);
  }

  private describe(keyring: Keyring): DescribedKeyring {
    return { file: this.file, fingerprint: keyring.fingerprint(), checks: keyring.checks() };
  }
}
