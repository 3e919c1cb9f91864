import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import { parseWebhookId, type Webhook, type WebhookSecrets } from '../../domain/webhooks/webhook.ts';
import { PREVIOUS_SECRET_MS, WebhookSecret } from '../../domain/webhooks/webhook-secret.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import { unlessBroken, type WebhookSecretSealing } from '../ports/secrets.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';

export type RotateWebhookSecretOutcome =
  | { readonly kind: 'rotated'; readonly webhook: Webhook; readonly secret: WebhookSecret }
  | { readonly kind: 'not-found' }
  /** Other rotations were always faster. */
  | { readonly kind: 'conflict' };

const ATTEMPTS_MAX = 10;

/**
 * Gives a webhook a new secret, which is shown only here. The former one also signs for a while, so that the receiver can be
 * changed in between. A webhook that was disabled because its secret was lost is enabled again.
 */
export class RotateWebhookSecret {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly sealing: WebhookSecretSealing,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(owner: AccountId, id: string, credential: Credential): Promise<RotateWebhookSecretOutcome> {
    const webhookId = parseWebhookId(id);
    if (!webhookId) return { kind: 'not-found' };
    const secret = WebhookSecret.fromEntropy(this.entropy.bytes(WebhookSecret.entropyBytes));
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt += 1) {
      const webhook = await this.webhooks.find(owner, webhookId);
      if (!webhook) return { kind: 'not-found' };
      const result = await this.webhooks.replaceSecrets(webhook, await this.next(webhook, secret), credential);
      if (result === 'superseded') continue;
      const rotated = await this.webhooks.find(owner, webhookId);
      return rotated ? { kind: 'rotated', webhook: rotated, secret } : { kind: 'not-found' };
    }
    return { kind: 'conflict' };
  }

  private async next(webhook: Webhook, secret: WebhookSecret): Promise<WebhookSecrets> {
    const until = new Date(this.clock.now().getTime() + PREVIOUS_SECRET_MS);
    const { current: sealed } = webhook.secrets;
    const current = await this.sealing.seal(secret, webhook);
    // A secret that was lost with a keyring can sign nothing.
    const isUsable = await unlessBroken(() => this.sealing.open(sealed, webhook));
    return { current, previous: isUsable ? { sealed, until } : null };
  }
}
