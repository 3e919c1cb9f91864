import type { AccountId } from '../../domain/accounts/account.ts';
import type { Webhook, WebhookId, WebhookSecrets } from '../../domain/webhooks/webhook.ts';
import type { SealedSecret } from '../../domain/webhooks/webhook-secret.ts';
import { type KeySealing, unlessBroken, type WebhookSecretSealing } from '../ports/secrets.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';

/** `already`: sealed with that key. `broken`: a secret does not open. `lost`: it was sealed with a keyring that was lost. */
export type ResealStep = 'resealed' | 'already' | 'broken' | 'lost' | 'gone';

export interface ResealedWebhook {
  readonly id: WebhookId;
  readonly step: ResealStep;
}

/** Seals the secrets of an account's webhooks with the encryption key that writes now. It can be repeated at any time. */
export class ResealWebhookSecrets {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly sealing: WebhookSecretSealing,
    private readonly keys: Pick<KeySealing, 'writesWith'>,
  ) {}

  async execute(owner: AccountId): Promise<readonly ResealedWebhook[]> {
    const steps: ResealedWebhook[] = [];
    for (const webhook of await this.webhooks.listOf(owner)) {
      steps.push({ id: webhook.id, step: await this.reseal(webhook) });
    }
    return steps;
  }

  /** How many of an account's webhooks have a secret that is sealed with this encryption key. */
  async countSealedWith(owner: AccountId, kid: string): Promise<number> {
    const isSealedWith = ({ current, previous }: WebhookSecrets) =>
      [current, ...(previous ? [previous.sealed] : [])].some((sealed) => this.sealing.sealedWith(sealed) === kid);
    return (await this.webhooks.listOf(owner)).filter(({ secrets }) => isSealedWith(secrets)).length;
  }

  private async reseal(webhook: Webhook): Promise<ResealStep> {
    // After losing to a rotation, look at the secrets that won.
    for (
      let held: Webhook | undefined = webhook;
      held;
      held = await this.webhooks.find(webhook.accountId, webhook.id)
    ) {
      const { current, previous } = held.secrets;
      const kid = await this.keys.writesWith();
      const isDone = (sealed: SealedSecret) => this.sealing.sealedWith(sealed) === kid;
      if (isDone(current) && (!previous || isDone(previous.sealed))) return 'already';
      if (await this.sealing.isLost(current)) return 'lost';
      const secrets = await this.sealAgain(held);
      if (!secrets) return 'broken';
      if ((await this.webhooks.replaceSecrets(held, secrets)) === 'replaced') return 'resealed';
    }
    return 'gone';
  }

  /** Undefined if the current secret does not open. Drops a previous one that does not, because it can sign nothing. */
  private async sealAgain(webhook: Webhook): Promise<WebhookSecrets | undefined> {
    const { current, previous } = webhook.secrets;
    const reseal = (sealed: SealedSecret) =>
      unlessBroken(async () => this.sealing.seal(await this.sealing.open(sealed, webhook), webhook));
    const resealed = await reseal(current);
    const former = previous && (await reseal(previous.sealed));
    return resealed && { current: resealed, previous: previous && former ? { ...previous, sealed: former } : null };
  }
}
