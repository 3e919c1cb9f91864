import { randomBytes } from 'node:crypto';
import { AesKeySealing } from '../../../src/adapters/outbound/crypto/aes-key-sealing.ts';
import { AesWebhookSecretSealing } from '../../../src/adapters/outbound/crypto/aes-webhook-secret-sealing.ts';
import type { Keyring } from '../../../src/adapters/outbound/crypto/keyring/keyring.ts';
import { readKeyringFile } from '../../../src/adapters/outbound/crypto/keyring/keyring-file.ts';
import { ApiKey } from '../../../src/domain/accounts/api-key.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { WebhookSecret } from '../../../src/domain/webhooks/webhook-secret.ts';
import { unchanging } from '../builders/a-keyring.ts';
import { aWebhook } from '../builders/a-webhook.ts';
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

  /** Gives every account a webhook, whose secret is sealed with the current primary key of the keyring file. */
  async addWebhooks(): Promise<void> {
    const sealing = await this.secretSealing();
    for await (const { id } of this.ports.accounts.all()) {
      const webhook = aWebhook(id);
      const current = await sealing.seal(WebhookSecret.fromEntropy(randomBytes(32)), webhook);
      await this.ports.webhooks.add({ ...webhook, secrets: { current, previous: null } });
    }
  }

  /** The ids of the encryption keys that secrets of webhooks are sealed with. Opens each of them. */
  async kidsOfSecrets(): Promise<readonly string[]> {
    const sealing = await this.secretSealing();
    const kids = new Set<string>();
    for await (const { id } of this.ports.accounts.all()) {
      for (const webhook of await this.ports.webhooks.listOf(id)) {
        await sealing.open(webhook.secrets.current, webhook);
        kids.add(sealing.sealedWith(webhook.secrets.current));
      }
    }
    return [...kids];
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
    return new AesKeySealing(unchanging(await this.readKeyring()));
  }

  private async secretSealing(): Promise<AesWebhookSecretSealing> {
    return new AesWebhookSecretSealing(unchanging(await this.readKeyring()));
  }

  private async readKeyring(): Promise<Keyring> {
    const keyring = await readKeyringFile(this.keyringFile);
    invariant(keyring !== undefined, 'the keyring file exists');
    return keyring;
  }
}
