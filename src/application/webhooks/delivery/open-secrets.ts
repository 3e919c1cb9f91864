import type { Webhook } from '../../../domain/webhooks/webhook.ts';
import type { WebhookSecret } from '../../../domain/webhooks/webhook-secret.ts';
import type { Clock } from '../../ports/environment.ts';
import { unlessBroken, type WebhookSecretSealing } from '../../ports/secrets.ts';

/** Opens the secrets that sign the requests of a webhook now: for a while after a rotation, the previous one as well. */
export class OpenSecrets {
  constructor(
    private readonly sealing: WebhookSecretSealing,
    private readonly clock: Clock,
  ) {}

  /** `lost`: they were sealed with a keyring that was lost. Rejects with BrokenSeal if the current one does not open. */
  async execute({ accountId, id, secrets }: Webhook): Promise<readonly WebhookSecret[] | 'lost'> {
    const { current, previous } = secrets;
    if (await this.sealing.isLost(current)) return 'lost';
    const newest = await this.sealing.open(current, { accountId, id });
    if (!previous || previous.until <= this.clock.now()) return [newest];
    // The current secret is enough to sign.
    const former = await unlessBroken(() => this.sealing.open(previous.sealed, { accountId, id }));
    return former ? [newest, former] : [newest];
  }
}
