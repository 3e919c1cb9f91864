import type { AccountId } from '../../../domain/accounts/account.ts';
import type { AttemptOutcome } from '../../../domain/webhooks/attempt-outcome.ts';
import type { WebhookSecret } from '../../../domain/webhooks/webhook-secret.ts';

/** Decides which URLs webhooks may call. */
export interface WebhookTargets {
  /**
   * Why a webhook may not call a URL, in text for its owner; undefined if it may. A host name that cannot be resolved now
   * is permitted: every attempt checks the addresses again when it connects.
   */
  examine(owner: AccountId, url: string): Promise<string | undefined>;
}

/** Sends one request of a webhook, signed by Standard Webhooks. */
export interface WebhookSender {
  /** The promise never rejects. It settles within the timeout, however slow the receiver is. */
  send(request: WebhookRequest, limits: SendLimits): Promise<SendOutcome>;
}

export interface WebhookRequest {
  readonly owner: AccountId;
  readonly url: string;
  /** The same for every attempt to deliver an event, so that receivers recognize repeated ones. */
  readonly id: string;
  readonly at: Date;
  readonly body: string;
  /** Each signs: two during a rotation. */
  readonly secrets: readonly WebhookSecret[];
}

export interface SendLimits {
  readonly timeoutMs: number;
  /** Ends the request early, at shutdown. */
  readonly signal?: AbortSignal;
}

export type SendOutcome =
  | AttemptOutcome
  /** The signal ended the request. Whether it was received is unknown. */
  | { readonly kind: 'interrupted' };
