import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Credential } from '../../../domain/accounts/actor.ts';
import type {
  DisablingProblem,
  Webhook,
  WebhookId,
  WebhookSecrets,
  WebhookSettings,
} from '../../../domain/webhooks/webhook.ts';

/**
 * Stores webhooks, with their sealed secrets and their positions in the feed.
 *
 * Webhooks of an account are invisible to every other account, and removed with the account. A write with a credential
 * changes nothing unless the account has that credential in the same atomic step: it rejects with CredentialRetired, also
 * if the account was removed. Operators and the delivery itself need none. Rejects with StorageUnavailable
 * when the backend does not respond. Every sentence here is tested for every backend by the contracts in
 * test/contracts/webhooks.
 */
export interface Webhooks {
  /** An account has at most 10, also if many are added concurrently. Adding the same webhook again changes nothing. */
  add(webhook: Webhook, credential?: Credential): Promise<'added' | 'too-many' | 'no-account'>;

  find(owner: AccountId, id: WebhookId): Promise<Webhook | undefined>;

  /** Oldest first. */
  listOf(owner: AccountId): Promise<readonly Webhook[]>;

  /**
   * Changes the given settings, and no others. `enabled: true` also clears the problem and `failingSince`; the webhook
   * continues at its position, and pending deliveries are due as before. A URL also clears `failingSince`.
   */
  change(
    owner: AccountId,
    id: WebhookId,
    change: WebhookChange,
    credential?: Credential,
  ): Promise<'changed' | 'not-found'>;

  /**
   * Replaces the secrets if, and only if, both are still the given ones. A webhook that was disabled because its secret was
   * lost is enabled, in the same step, if the current secret is another one.
   */
  replaceSecrets(
    webhook: WebhookWithSecrets,
    secrets: WebhookSecrets,
    credential?: Credential,
  ): Promise<'replaced' | 'superseded'>;

  /** Disables it, unless it is disabled already, and sets its problem. */
  disable(owner: AccountId, id: WebhookId, problem: DisablingProblem): Promise<'disabled' | 'superseded'>;

  /** Removes the webhook with its deliveries. */
  remove(owner: AccountId, id: WebhookId, credential?: Credential): Promise<'removed' | 'not-found'>;

  /** How many webhooks of all accounts are disabled because of a problem, by problem. Problems without any are left out. */
  countDisabled(): Promise<ReadonlyMap<DisablingProblem, number>>;

  /**
   * Enabled webhooks that have work and are not leased to another instance: a pending delivery is due, or the revision of
   * the account is another than that of their position. Those whose lease ended longest ago come first, then the others.
   */
  findReady(search: ReadySearch): Promise<readonly WebhookReference[]>;

  /**
   * Leases an enabled webhook to one instance until a time, unless another instance holds a lease at `now`. Of several
   * concurrent instances, one gets it. The instance that holds the lease extends it.
   */
  lease(webhook: WebhookReference, lease: LeaseRequest): Promise<LeasedWebhook | undefined>;

  /** Ends the lease now, if this instance still holds it. */
  release(webhook: WebhookReference, instance: string, now: Date): Promise<void>;
}

/** Fields that are undefined stay as they are. */
export type WebhookChange = {
  readonly [Field in keyof (WebhookSettings & { enabled: boolean })]?:
    | (WebhookSettings & { enabled: boolean })[Field]
    | undefined;
};

export type WebhookWithSecrets = Pick<Webhook, 'accountId' | 'id' | 'secrets'>;

export type WebhookReference = Pick<Webhook, 'accountId' | 'id'>;

export interface ReadySearch {
  readonly instance: string;
  readonly now: Date;
  readonly limit: number;
}

export interface LeaseRequest {
  /** Identifies the process. */
  readonly instance: string;
  readonly now: Date;
  readonly until: Date;
}

/** Everything is read in the step that takes the lease. */
export interface LeasedWebhook {
  readonly webhook: Webhook;
  /** The revision of the account. */
  readonly revision: number;
  /** How many deliveries are pending. */
  readonly pending: number;
}
