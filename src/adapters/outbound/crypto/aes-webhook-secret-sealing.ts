import { BrokenSeal, KeyringReplaced, type WebhookSecretSealing } from '../../../application/ports/secrets.ts';
import type { WebhookReference } from '../../../application/ports/webhooks/webhooks.ts';
import { type SealedSecret, WebhookSecret } from '../../../domain/webhooks/webhook-secret.ts';
import type { KeyringInUse } from './keyring/keyring.ts';
import { decrypt, encrypt } from './sealed-bytes.ts';

/** Secrets are sealed like keys, but as `w1.<key id>.<…>`: a sealed key does not open as a secret, nor vice versa. */
export class AesWebhookSecretSealing implements WebhookSecretSealing {
  constructor(private readonly keyring: KeyringInUse) {}

  async seal(secret: WebhookSecret, owner: WebhookReference): Promise<SealedSecret> {
    const { kid, key } = await this.keyring.getWriteKey();
    return `w1.${kid}.${encrypt(key, secret.bytes(), partsOf(kid, owner))}` as SealedSecret;
  }

  async open(sealed: SealedSecret, owner: WebhookReference): Promise<WebhookSecret> {
    const [format, kid = '', body = ''] = sealed.split('.');
    const key = format === 'w1' ? (await this.keyring.findReadKey(kid))?.key : undefined;
    if (this.keyring.isReplaced) throw new KeyringReplaced();
    if (!key) throw new BrokenSeal(`the secret of ${owner.id} is sealed with an unknown key`);
    return WebhookSecret.fromEntropy(decrypt(key, body, partsOf(kid, owner)));
  }

  sealedWith(sealed: SealedSecret): string {
    return sealed.split('.')[1] ?? '';
  }

  isLost(sealed: SealedSecret): Promise<boolean> {
    return this.keyring.isLost(this.sealedWith(sealed));
  }
}

const partsOf = (kid: string, { accountId, id }: WebhookReference) => ['ph.webhook.v1', kid, accountId, id] as const;
