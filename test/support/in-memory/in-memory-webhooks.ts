import type {
  LeasedWebhook,
  LeaseRequest,
  ReadySearch,
  WebhookChange,
  WebhookReference,
  Webhooks,
  WebhookWithSecrets,
} from '../../../src/application/ports/webhooks/webhooks.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import type { Credential } from '../../../src/domain/accounts/actor.ts';
import {
  type DisablingProblem,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookId,
  type WebhookSecrets,
} from '../../../src/domain/webhooks/webhook.ts';
import type { Delivery } from '../../../src/domain/webhooks/webhook-delivery.ts';
import { assertCredential } from './in-memory-preconditions.ts';
import type { InMemoryStorage } from './in-memory-storage.ts';

/** A webhook with everything that belongs to it. */
export interface HeldWebhook {
  webhook: Webhook;
  lease: { readonly instance: string; readonly until: number };
  /** By revision and number of the change. */
  readonly deliveries: Map<string, Delivery>;
}

const NO_LEASE = { instance: '', until: 0 };

/** The fake for unit tests. It passes the same contract as the real backends. No method awaits, so each is atomic. */
export class InMemoryWebhooks implements Webhooks {
  private readonly held = new Map<WebhookId, HeldWebhook>();

  constructor(private readonly storage: InMemoryStorage) {}

  async add(webhook: Webhook, credential?: Credential) {
    this.assertCredential(webhook.accountId, credential);
    if (!this.storage.accounts.has(webhook.accountId)) return 'no-account';
    if (this.held.has(webhook.id)) return 'added';
    if (this.of(webhook.accountId).length >= WEBHOOKS_MAX) return 'too-many';
    this.put(webhook);
    return 'added';
  }

  /** Without any condition, as a transfer does. */
  put(webhook: Webhook): void {
    this.held.set(webhook.id, { webhook, lease: NO_LEASE, deliveries: new Map() });
  }

  async find(owner: AccountId, id: WebhookId) {
    return this.get({ accountId: owner, id })?.webhook;
  }

  async listOf(owner: AccountId) {
    return this.of(owner)
      .map(({ webhook }) => webhook)
      .sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  async change(owner: AccountId, id: WebhookId, change: WebhookChange, credential?: Credential) {
    this.assertCredential(owner, credential);
    const held = this.get({ accountId: owner, id });
    if (!held) return 'not-found';
    const given = Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
    const cleared = {
      ...(change.enabled ? { problem: null } : {}),
      ...(change.enabled || change.url !== undefined ? { failingSince: null } : {}),
    };
    held.webhook = { ...held.webhook, ...given, ...cleared };
    return 'changed';
  }

  async replaceSecrets(
    { secrets: retired, ...reference }: WebhookWithSecrets,
    secrets: WebhookSecrets,
    credential?: Credential,
  ) {
    this.assertCredential(reference.accountId, credential);
    const held = this.get(reference);
    if (!held || !isEqual(held.webhook.secrets, retired)) return 'superseded';
    const isFound = held.webhook.problem === 'secret_lost' && secrets.current !== retired.current;
    held.webhook = {
      ...held.webhook,
      secrets,
      ...(isFound ? { enabled: true, problem: null, failingSince: null } : {}),
    };
    return 'replaced';
  }

  async disable(owner: AccountId, id: WebhookId, problem: DisablingProblem) {
    const held = this.get({ accountId: owner, id });
    if (!held?.webhook.enabled) return 'superseded';
    held.webhook = { ...held.webhook, enabled: false, problem };
    return 'disabled';
  }

  async remove(owner: AccountId, id: WebhookId, credential?: Credential) {
    this.assertCredential(owner, credential);
    return this.get({ accountId: owner, id }) && this.held.delete(id) ? 'removed' : 'not-found';
  }

  async countDisabled() {
    const counts = new Map<DisablingProblem, number>();
    for (const { webhook } of this.all()) {
      const { enabled, problem } = webhook;
      if (enabled || problem === null || problem === 'events_skipped') continue;
      counts.set(problem, (counts.get(problem) ?? 0) + 1);
    }
    return counts;
  }

  async findReady({ instance, now, limit }: ReadySearch) {
    return this.all()
      .filter((held) => held.webhook.enabled && canLease(held, instance, now) && this.hasWork(held, now))
      .sort((one, other) => one.lease.until - other.lease.until)
      .slice(0, limit)
      .map(({ webhook: { accountId, id } }) => ({ accountId, id }));
  }

  async lease(reference: WebhookReference, { instance, now, until }: LeaseRequest): Promise<LeasedWebhook | undefined> {
    const held = this.get(reference);
    if (!held?.webhook.enabled || !canLease(held, instance, now)) return undefined;
    held.lease = { instance, until: until.getTime() };
    return { webhook: held.webhook, revision: this.revisionOf(held), pending: pendingOf(held).length };
  }

  async release(reference: WebhookReference, instance: string, now: Date) {
    const held = this.get(reference);
    if (held?.lease.instance === instance) held.lease = { instance: '', until: now.getTime() };
  }

  assertCredential(owner: AccountId, credential: Credential | undefined): void {
    assertCredential(this.storage.accounts.get(owner), credential);
  }

  /** Undefined also if the account was removed. */
  get({ accountId, id }: WebhookReference): HeldWebhook | undefined {
    const held = this.held.get(id);
    return held?.webhook.accountId === accountId && this.storage.accounts.has(accountId) ? held : undefined;
  }

  all(): readonly HeldWebhook[] {
    return [...this.held.values()].filter(({ webhook }) => this.storage.accounts.has(webhook.accountId));
  }

  private of(owner: AccountId): readonly HeldWebhook[] {
    return this.all().filter(({ webhook }) => webhook.accountId === owner);
  }

  private hasWork(held: HeldWebhook, now: Date): boolean {
    if (held.webhook.position.revision !== this.revisionOf(held)) return true;
    return pendingOf(held).some(({ dueAt }) => dueAt !== null && dueAt <= now);
  }

  private revisionOf({ webhook }: HeldWebhook): number {
    return this.storage.promptCollections.get(webhook.accountId)?.revision ?? 0;
  }
}

export const pendingOf = ({ deliveries }: HeldWebhook): readonly Delivery[] =>
  [...deliveries.values()].filter(({ state }) => state === 'pending');

const canLease = ({ lease }: HeldWebhook, instance: string, now: Date): boolean =>
  lease.instance === instance || lease.until <= now.getTime();

function isEqual(one: WebhookSecrets, other: WebhookSecrets): boolean {
  return one.current === other.current && one.previous?.sealed === other.previous?.sealed;
}
