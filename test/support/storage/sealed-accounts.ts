import { randomBytes } from 'node:crypto';
import { AesKeySealing } from '../../../src/adapters/outbound/crypto/aes-key-sealing.ts';
import { readKeyringFile } from '../../../src/adapters/outbound/crypto/keyring-file.ts';
import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { unchanging } from '../builders/a-keyring.ts';
import { anAccount } from '../builders/an-account.ts';
import { connectTo, type StoragePorts } from './backends.ts';

/** Reads and writes accounts directly in the storage, without a service. */
export class SealedAccounts {
  private constructor(
    private readonly ports: StoragePorts,
    private readonly keyringFile: string,
  ) {}

  static async in(storageUrl: string, keyringFile: string): Promise<SealedAccounts> {
    return new SealedAccounts(await connectTo(storageUrl), keyringFile);
  }

  get register() {
    return this.ports.register;
  }

  get accounts() {
    return this.ports.accounts;
  }

  /** Adds accounts sealed with the current primary key of the keyring file. */
  async add(count: number): Promise<void> {
    const sealing = await this.sealing();
    for (let added = 0; added < count; added += 1) {
      const { id } = anAccount();
      const key = { ...(await sealing.seal(ApiKey.fromEntropy(randomBytes(32)), id)), issuedAt: new Date() };
      await this.ports.accounts.add(anAccount({ id, key }));
    }
  }

  /** The ids of the encryption keys in use. Opens every sealed key with the current keyring file. */
  async kids(): Promise<readonly string[]> {
    const sealing = await this.sealing();
    const kids = new Set<string>();
    for await (const { id, key } of this.ports.accounts.all()) {
      await sealing.open(key, id);
      kids.add(sealing.sealedWith(key.sealed));
    }
    return [...kids];
  }

  close(): Promise<void> {
    return this.ports.close();
  }

  private async sealing(): Promise<AesKeySealing> {
    const keyring = await readKeyringFile(this.keyringFile);
    invariant(keyring !== undefined, 'the keyring file exists');
    return new AesKeySealing(unchanging(keyring));
  }
}
