import type { AccountId } from '../../domain/accounts/account.ts';
import type { Credential } from '../../domain/accounts/actor.ts';
import type { Problem } from '../../domain/problem.ts';
import { parseWebhookId, type Webhook } from '../../domain/webhooks/webhook.ts';
import { unlessBroken, type WebhookSecretSealing } from '../ports/secrets.ts';
import type { WebhookTargets } from '../ports/webhooks/webhook-sender.ts';
import type { Webhooks } from '../ports/webhooks/webhooks.ts';
import { parseWebhookInput, type WebhookInput } from './webhook-input.ts';

export interface WebhookChangeInput extends WebhookInput {
  readonly enabled?: boolean | undefined;
}

export type ChangeWebhookOutcome =
  | { readonly kind: 'changed'; readonly webhook: Webhook }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'not-found' };

/** Changes the settings of a webhook, disables it, or enables it again. */
export class ChangeWebhook {
  constructor(
    private readonly webhooks: Webhooks,
    private readonly targets: WebhookTargets,
    private readonly sealing: WebhookSecretSealing,
  ) {}

  async execute(
    owner: AccountId,
    id: string,
    input: WebhookChangeInput,
    credential: Credential,
  ): Promise<ChangeWebhookOutcome> {
    const webhookId = parseWebhookId(id);
    const webhook = webhookId && (await this.webhooks.find(owner, webhookId));
    if (!webhook) return { kind: 'not-found' };
    const settings = parseWebhookInput(input);
    if (!('url' in settings)) return { kind: 'invalid', problems: settings };
    const problems = [...(await this.checkUrl(owner, input.url)), ...(await this.checkSecret(webhook, input.enabled))];
    if (problems.length > 0) return { kind: 'invalid', problems };

    await this.webhooks.change(owner, webhook.id, { ...settings, enabled: input.enabled }, credential);
    const changed = await this.webhooks.find(owner, webhook.id);
    return changed ? { kind: 'changed', webhook: changed } : { kind: 'not-found' };
  }

  private async checkUrl(owner: AccountId, url: string | undefined): Promise<readonly Problem[]> {
    const text = url === undefined ? undefined : await this.targets.examine(owner, url);
    return text === undefined ? [] : [{ path: 'url', problem: 'blocked', text }];
  }

  /** It could sign nothing, and would be disabled again at its next delivery. */
  private async checkSecret({ secrets, ...webhook }: Webhook, enabled = false): Promise<readonly Problem[]> {
    if (!enabled || (await unlessBroken(() => this.sealing.open(secrets.current, webhook)))) return [];
    const text = 'cannot be true: the secret was lost with the keyring. Rotate it first';
    return [{ path: 'enabled', problem: 'secret-lost', text }];
  }
}
