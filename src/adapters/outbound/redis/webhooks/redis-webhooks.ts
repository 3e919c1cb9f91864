import type {
  LeasedWebhook,
  LeaseRequest,
  ReadySearch,
  WebhookChange,
  WebhookReference,
  Webhooks,
  WebhookWithSecrets,
} from '../../../../application/ports/webhooks/webhooks.ts';
import { type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import { invariant } from '../../../../domain/invariant.ts';
import {
  type DisablingProblem,
  WEBHOOKS_MAX,
  type Webhook,
  type WebhookId,
  type WebhookSecrets,
} from '../../../../domain/webhooks/webhook.ts';
import { fromWebhookRow, toChangedFields, toSecretFields, toWebhookRow } from '../../rows/webhook-row.ts';
import { type HashReply, toRecord } from '../connection/hash-reply.ts';
import type { Growth, RedisStore, Values } from '../connection/redis-store.ts';
import { scanPages } from '../connection/scan-pages.ts';
import { credentialValues, rejectRetired } from '../credential-guard.ts';
import { listOf } from '../prompts/prompt-keys.ts';
import { type WebhookKeys, webhookKeys } from './webhook-keys.ts';
import {
  ADD,
  CHANGE,
  DISABLE,
  ERASE,
  FIND,
  LEASE,
  LIST,
  READY,
  RELEASE,
  REMOVE,
  REPLACE_SECRETS,
} from './webhook-scripts.ts';

const CONCURRENT_ACCOUNTS = 32;

export class RedisWebhooks implements Webhooks {
  private readonly keys: WebhookKeys;

  constructor(private readonly store: RedisStore) {
    this.keys = webhookKeys(store);
  }

  /**
   * Adds the hint before the webhook, so that a webhook has one, and again afterwards: another instance may have deleted the
   * hint while the account had no webhook.
   */
  async add(webhook: Webhook, credential?: Credential) {
    const { accountId, id } = webhook;
    await this.addHint(accountId);
    const values = [id, WEBHOOKS_MAX, ...listOf(fieldsOf(toWebhookRow(webhook)))];
    const result = await this.run(ADD, accountId, credential, values, 'content');
    if (result === 'added') await this.addHint(accountId);
    invariant(result === 'added' || result === 'too-many' || result === 'no-account', 'an outcome is known');
    return result;
  }

  async find(owner: AccountId, id: WebhookId) {
    const reply = (await this.store.readScript(FIND, this.keys.ofScripts(owner), [id])) as HashReply;
    return reply.length === 0 ? undefined : fromWebhookRow(toRecord(reply));
  }

  async listOf(owner: AccountId) {
    return (await this.rowsOf(owner)).map(fromWebhookRow).sort((one, other) => (one.id < other.id ? -1 : 1));
  }

  async change(owner: AccountId, id: WebhookId, change: WebhookChange, credential?: Credential) {
    const { url, enabled } = change;
    const deleted = [...(enabled ? ['problem'] : []), ...(enabled || url !== undefined ? ['failing_since'] : [])];
    const values = [id, ...listOf(fieldsOf(toChangedFields(change))), ...listOf(deleted)];
    const result = await this.run(CHANGE, owner, credential, values);
    return result === 'changed' ? 'changed' : 'not-found';
  }

  async replaceSecrets(
    { accountId, id, secrets: retired }: WebhookWithSecrets,
    secrets: WebhookSecrets,
    credential?: Credential,
  ) {
    const deleted = secrets.previous ? [] : ['previous_sealed', 'previous_until'];
    const held = [retired.current, retired.previous?.sealed ?? ''];
    const values = [id, ...held, ...listOf(fieldsOf(toSecretFields(secrets))), ...listOf(deleted)];
    const result = await this.run(REPLACE_SECRETS, accountId, credential, values);
    return result === 'replaced' ? 'replaced' : 'superseded';
  }

  async disable(owner: AccountId, id: WebhookId, problem: DisablingProblem) {
    const result = await this.store.script(DISABLE, this.keys.ofScripts(owner), [id, problem]);
    return result === 'disabled' ? 'disabled' : 'superseded';
  }

  async remove(owner: AccountId, id: WebhookId, credential?: Credential) {
    const result = await this.run(REMOVE, owner, credential, [id]);
    return result === 'removed' ? 'removed' : 'not-found';
  }

  async countDisabled() {
    const counts = new Map<DisablingProblem, number>();
    for await (const accounts of this.accountsWithWebhooks()) {
      for (const webhook of (await Promise.all(accounts.map((owner) => this.listOf(owner)))).flat()) {
        const { enabled, problem } = webhook;
        if (enabled || problem === null || problem === 'events_skipped') continue;
        counts.set(problem, (counts.get(problem) ?? 0) + 1);
      }
    }
    return counts;
  }

  async findReady({ instance, now, limit }: ReadySearch) {
    const ready: { readonly webhook: WebhookReference; readonly leasedUntil: number }[] = [];
    for await (const accounts of this.accountsWithWebhooks()) {
      const found = await Promise.all(accounts.map((owner) => this.readyOf(owner, instance, now)));
      ready.push(...found.flat());
    }
    return ready
      .sort((one, other) => one.leasedUntil - other.leasedUntil)
      .slice(0, limit)
      .map(({ webhook }) => webhook);
  }

  async lease({ accountId, id }: WebhookReference, { instance, now, until }: LeaseRequest) {
    const values = [id, instance, now.getTime(), until.getTime()];
    const reply = await this.store.script(LEASE, this.keys.ofScripts(accountId), values);
    if (!Array.isArray(reply)) return undefined;
    const [row, revision, pending] = reply as [HashReply, string, number];
    const leased: LeasedWebhook = { webhook: fromWebhookRow(toRecord(row)), revision: Number(revision), pending };
    return leased;
  }

  async release({ accountId, id }: WebhookReference, instance: string, now: Date) {
    await this.store.script(RELEASE, this.keys.ofScripts(accountId), [id, instance, now.getTime()]);
  }

  /** Deletes the webhooks of an account that was removed. */
  async erase(owner: AccountId): Promise<void> {
    await this.store.script(ERASE, this.keys.ofScripts(owner), []);
    await this.deleteHint(owner);
  }

  /** The rows of an account's webhooks as they are stored. */
  async rowsOf(owner: AccountId): Promise<readonly Readonly<Record<string, string>>[]> {
    const replies = (await this.store.readScript(LIST, this.keys.ofScripts(owner), [])) as readonly HashReply[];
    return replies.map(toRecord);
  }

  async addHint(owner: AccountId): Promise<void> {
    await this.store.command('SADD', this.keys.accounts, owner);
  }

  /** True for an account without webhooks. */
  async hasHintIfNeeded(owner: AccountId): Promise<boolean> {
    if ((await this.rowsOf(owner)).length === 0) return true;
    return (await this.store.read((client) => client.sismember(this.keys.accounts, owner))) === 1;
  }

  /** Yields all accounts that have a hint, in groups. */
  async *accountsWithWebhooks(): AsyncIterable<readonly AccountId[]> {
    const pages = scanPages((cursor) =>
      this.store.read((client) => client.sscan(this.keys.accounts, cursor, 'COUNT', CONCURRENT_ACCOUNTS)),
    );
    for await (const ids of pages) yield ids.map(parseAccountId).filter((id) => id !== undefined);
  }

  private async run(
    script: string,
    owner: AccountId,
    credential: Credential | undefined,
    values: Values,
    growth?: Growth,
  ): Promise<unknown> {
    const all = [...credentialValues({ credential }), ...values];
    return rejectRetired(await this.store.script(script, this.keys.ofScripts(owner), all, growth));
  }

  private async readyOf(owner: AccountId, instance: string, now: Date) {
    const values = [instance, now.getTime()];
    const reply = (await this.store.readScript(READY, this.keys.ofScripts(owner), values)) as ReadyReply;
    if (!reply) {
      await this.deleteHint(owner);
      return [];
    }
    return reply.map(([id, leasedUntil]) => ({
      webhook: { accountId: owner, id: id as WebhookId },
      leasedUntil: Number(leasedUntil),
    }));
  }

  private async deleteHint(owner: AccountId): Promise<void> {
    await this.store.command('SREM', this.keys.accounts, owner);
  }
}

type ReadyReply = readonly (readonly [id: string, leasedUntil: string])[] | null;

/** Fields and values in turn, without those that are null. */
export const fieldsOf = (row: Readonly<Record<string, string | number | null>>): Values =>
  Object.entries(row).flatMap(([field, value]) => (value === null ? [] : [field, value]));
