import type { AccountId } from '../accounts/account.ts';
import type { Branded } from '../branded.ts';
import type { ChangeType } from '../changes/change.ts';
import { type ChangeFilter, parsePromptSelector } from '../changes/change-filter.ts';
import type { ParsedChangeId } from '../changes/change-id.ts';
import type { Label } from '../naming/label.ts';
import { timedId } from '../timed-id.ts';
import type { SealedSecret } from './webhook-secret.ts';

/** `w_<milliseconds since 1970>_<6 characters>`. */
export type WebhookId = Branded<string, 'WebhookId'>;

export const WEBHOOK_ID_PATTERN = /^w_\d{13}_[a-z0-9]{6}$/;

/** Maximum per account. */
export const WEBHOOKS_MAX = 10;

/** Only changes that match all three lists are delivered. An empty list matches everything. */
export interface WebhookFilters {
  readonly types: readonly ChangeType[];
  /** Ids, names, or `folder/*`, as the owner wrote them. */
  readonly prompts: readonly string[];
  readonly labels: readonly Label[];
}

/** The settings that a webhook's owner chooses. */
export interface WebhookSettings extends WebhookFilters {
  readonly url: string;
  readonly description: string;
}

/**
 * `events_skipped`: events were deleted from the feed before they were delivered, and it continued with the newest. It stays
 * enabled. With all others it was disabled: `endpoint_gone`, the receiver responded 410; `failing`, no delivery succeeded for
 * five days; `secret_lost`, its secret was sealed with a keyring that was lost, so that it needs a new one.
 */
export const webhookProblems = ['events_skipped', 'endpoint_gone', 'failing', 'secret_lost'] as const;
export type WebhookProblem = (typeof webhookProblems)[number];
export type DisablingProblem = Exclude<WebhookProblem, 'events_skipped'>;

/** Sealed, because every delivery is signed with them. */
export interface WebhookSecrets {
  readonly current: SealedSecret;
  /** The secret before the last rotation. It also signs until this time. */
  readonly previous: { readonly sealed: SealedSecret; readonly until: Date } | null;
}

/** The health of the receiver, as deliveries show it. */
export interface WebhookHealth {
  readonly lastSuccessAt: Date | null;
  readonly lastFailureAt: Date | null;
  /** The first failed attempt since the last success, or since it was enabled. */
  readonly failingSince: Date | null;
}

/** An address that gets the changes of an account. */
export interface Webhook extends WebhookSettings, WebhookHealth {
  readonly id: WebhookId;
  readonly accountId: AccountId;
  readonly enabled: boolean;
  readonly problem: WebhookProblem | null;
  readonly secrets: WebhookSecrets;
  /** The webhook's position in the feed: every change up to here has a delivery, or is not for this webhook. */
  readonly position: ParsedChangeId;
  readonly createdAt: Date;
}

export function parseWebhookId(text: string): WebhookId | undefined {
  return WEBHOOK_ID_PATTERN.test(text) ? (text as WebhookId) : undefined;
}

export const newWebhookId = (at: Date, entropy: Uint8Array): WebhookId => timedId('w', at, entropy) as WebhookId;

/** A webhook is disabled after this long without a success. */
export const FAILING_MS_MAX = 5 * 24 * 60 * 60 * 1000;

/** Whether a failure now disables the webhook. */
export const hasFailedTooLong = ({ failingSince }: Pick<WebhookHealth, 'failingSince'>, now: Date): boolean =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_MS_MAX;

export const toChangeFilter = ({ types, prompts, labels }: WebhookFilters): ChangeFilter => ({
  types,
  prompts: prompts.map(parsePromptSelector).filter((selector) => selector !== undefined),
  labels,
});
