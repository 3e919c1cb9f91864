import type { AccountId } from '../../../domain/accounts/account.ts';
import { invariant } from '../../../domain/invariant.ts';
import { timedId, timedIdEntropyBytes } from '../../../domain/timed-id.ts';
import { describeFailure } from '../../../domain/webhooks/attempt-outcome.ts';
import type { Webhook, WebhookId } from '../../../domain/webhooks/webhook.ts';
import type { WebhookSecret } from '../../../domain/webhooks/webhook-secret.ts';
import type { Clock, Entropy } from '../../ports/environment.ts';
import type { Execution } from '../../ports/execution.ts';
import type { WebhookSender } from '../../ports/webhooks/webhook-sender.ts';
import type { Webhooks } from '../../ports/webhooks/webhooks.ts';
import { FairSlots } from './fair-slots.ts';
import type { OpenSecrets } from './open-secrets.ts';

export const TEST_TIMEOUT_MS = 3000;
/** Maximum per instance. Tests do not count among deliveries in flight, so that neither can hold up the other. */
const TESTS_IN_FLIGHT_MAX = 8;

interface Tested {
  readonly kind: 'tested';
  /** Null without a response. */
  readonly status: number | null;
  /** Null if the receiver accepted the event. */
  readonly error: string | null;
  readonly ms: number;
}

const SECRET_LOST = 'the secret was lost with the keyring: create a new one';

export type TestWebhookOutcome =
  | Tested
  | { readonly kind: 'not-found' }
  /** Too many tests are in flight. */
  | { readonly kind: 'busy' };

/** Sends one event of the type `webhook.test` to a webhook, enabled or not, and reports what the receiver responded. */
export class TestWebhook {
  private readonly slots = new FairSlots(TESTS_IN_FLIGHT_MAX);

  constructor(
    private readonly webhooks: Webhooks,
    private readonly openSecrets: OpenSecrets,
    private readonly sender: WebhookSender,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(owner: AccountId, id: WebhookId, { signal }: Pick<Execution, 'signal'>): Promise<TestWebhookOutcome> {
    const webhook = await this.webhooks.find(owner, id);
    if (!webhook) return { kind: 'not-found' };
    const secrets = await this.openSecrets.execute(webhook);
    if (secrets === 'lost') return { kind: 'tested', status: null, error: SECRET_LOST, ms: 0 };
    if (!this.slots.canTake(owner)) return { kind: 'busy' };
    this.slots.take(owner);
    try {
      return await this.send(webhook, secrets, signal);
    } finally {
      this.slots.free(owner);
    }
  }

  private async send(webhook: Webhook, secrets: readonly WebhookSecret[], signal: AbortSignal): Promise<Tested> {
    const { accountId: owner, id, url } = webhook;
    const at = this.clock.now();
    const eventId = timedId('test', at, this.entropy.bytes(timedIdEntropyBytes));
    const event = { id: eventId, type: 'webhook.test', timestamp: at.toISOString(), data: { webhookId: id } };
    const request = { owner, url, id: `${owner}-${eventId}`, at, body: JSON.stringify(event), secrets };
    const outcome = await this.sender.send(request, { timeoutMs: TEST_TIMEOUT_MS, signal });
    signal.throwIfAborted();
    invariant(outcome.kind !== 'interrupted', 'only the signal interrupts');
    const ms = Math.max(0, this.clock.now().getTime() - at.getTime());
    const status = outcome.kind === 'responded' ? outcome.status : null;
    return { kind: 'tested', status, error: describeFailure(outcome) ?? null, ms };
  }
}
