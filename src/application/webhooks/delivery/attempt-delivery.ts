import { ATTEMPT_TIMEOUT_MS, judgeAttempt } from '../../../domain/webhooks/attempt-outcome.ts';
import type { Webhook } from '../../../domain/webhooks/webhook.ts';
import type { Delivery } from '../../../domain/webhooks/webhook-delivery.ts';
import type { WebhookSecret } from '../../../domain/webhooks/webhook-secret.ts';
import type { Clock, Entropy } from '../../ports/environment.ts';
import type { AttemptResult } from '../../ports/webhooks/webhook-deliveries.ts';
import type { WebhookSender } from '../../ports/webhooks/webhook-sender.ts';

/** Sends an event once, and decides what follows. Stores nothing. */
export class AttemptDelivery {
  constructor(
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  /** Undefined if the signal ended the attempt, which then does not count. */
  async execute(
    { accountId, url, failingSince }: Webhook,
    secrets: readonly WebhookSecret[],
    { position, body, attempts }: Delivery,
    signal: AbortSignal,
  ): Promise<AttemptResult | undefined> {
    const outcome = await this.sender.send(
      { owner: accountId, url, id: `${accountId}-${position.id}`, at: this.clock.now(), body, secrets },
      { timeoutMs: ATTEMPT_TIMEOUT_MS, signal },
    );
    if (outcome.kind === 'interrupted') return undefined;
    const at = this.clock.now();
    const ended = { attempts: attempts + 1, at, outcome, health: { failingSince } };
    return { position, attempts: attempts + 1, at, ...judgeAttempt(ended, this.random()) };
  }

  /** A random number from 0 to 1. */
  private random(): number {
    const [byte = 0] = this.entropy.bytes(1);
    return byte / 255;
  }
}
