import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import { type Problem, toInvalid } from '../../domain/problem.ts';
import { timedIdEntropyBytes } from '../../domain/timed-id.ts';
import { newWebhookId, WEBHOOKS_MAX, type Webhook } from '../../domain/webhooks/webhook.ts';
import { WebhookSecret } from '../../domain/webhooks/webhook-secret.ts';
import type { ReadFeed } from '../changes/watch/read-feed.ts';
import type { Clock, Entropy } from '../ports/environment.ts';
import type { WebhookSecretSealing } from '../ports/secrets.ts';
import type { WebhookTargets } from '../ports/webhooks/webhook-sender.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';
import { type ParsedSettings, parseWebhookInput, type WebhookInput } from './webhook-input.ts';

export interface NewWebhookInput extends WebhookInput {
  readonly url: string;
}

export type CreateWebhookOutcome =
  | { readonly kind: 'created'; readonly webhook: Webhook; readonly secret: WebhookSecret }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'too-many'; readonly limit: number }
  /** The account was removed in the meantime. */
  | { readonly kind: 'no-account' };

/** Adds a webhook that gets the changes from now on. Its secret is shown only here. */
export class CreateWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly targets: WebhookTargets,
    private readonly sealing: WebhookSecretSealing,
    private readonly feed: Pick<ReadFeed, 'newest'>,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(owner: AccountId, input: NewWebhookInput, credential: Credential): Promise<CreateWebhookOutcome> {
    const settings = parseWebhookInput(input);
    if (!('url' in settings)) return { kind: 'invalid', problems: settings };
    const blocked = await this.targets.examine(owner, input.url);
    if (blocked !== undefined) return toInvalid('url', 'blocked', blocked);

    const secret = WebhookSecret.fromEntropy(this.entropy.bytes(WebhookSecret.entropyBytes));
    const webhook = await this.draft(owner, input.url, settings, secret);
    const result = await this.webhooks.add(webhook, credential);
    if (result === 'added') return { kind: 'created', webhook, secret };
    return result === 'too-many' ? { kind: 'too-many', limit: WEBHOOKS_MAX } : { kind: 'no-account' };
  }

  private async draft(
    accountId: AccountId,
    url: string,
    { types = [], prompts = [], labels = [], description = '' }: ParsedSettings,
    secret: WebhookSecret,
  ): Promise<Webhook> {
    const createdAt = this.clock.now();
    const id = newWebhookId(createdAt, this.entropy.bytes(timedIdEntropyBytes));
    const { position } = await this.feed.newest(accountId);
    return {
      id,
      accountId,
      url,
      types,
      prompts,
      labels,
      description,
      enabled: true,
      problem: null,
      secrets: { current: await this.sealing.seal(secret, { accountId, id }), previous: null },
      position,
      createdAt,
      lastSuccessAt: null,
      lastFailureAt: null,
      failingSince: null,
    };
  }
}
