import type { AccountRepository } from '../../../../application/ports/account-repository.ts';
import {
  type Account,
  type AccountId,
  type DisplayName,
  type Email,
  newAccountId,
  type PasswordHash,
  parseAccountId,
} from '../../../../domain/accounts/account.ts';
import type { Credential } from '../../../../domain/accounts/actor.ts';
import { invariant } from '../../../../domain/invariant.ts';
import { timedIdEntropyBytes } from '../../../../domain/timed-id.ts';
import { fromAccountRow, toAccountRow } from '../../rows/account-row.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { credentialValues, HAS_CREDENTIAL, rejectRetired, requireCredential } from '../credential-guard.ts';
import { type PromptKeys, promptKeys } from '../prompts/prompt-keys.ts';
import { RedisPendingLocks } from '../prompts/redis-pending-locks.ts';
import { erasePrompts } from '../prompts/redis-prompt-writer.ts';
import { RedisUsageLog } from '../usage/redis-usage-log.ts';
import { RedisWebhooks } from '../webhooks/redis-webhooks.ts';
import { REPLACE_IF_HELD, RedisFirstAccount } from './redis-first-account.ts';

/** Raises the epoch by ARGV[3]. If the new hash is already stored, this is a retry of our own write: report success. */
const REPLACE_PASSWORD = `
  local held = redis.call('HGET', KEYS[1], 'password_hash')
  if held ~= ARGV[1] and held ~= ARGV[2] then return 'superseded' end
  if held == ARGV[1] then
    redis.call('HSET', KEYS[1], 'password_hash', ARGV[2])
    redis.call('HINCRBY', KEYS[1], 'session_epoch', ARGV[3])
  end
  return 'replaced'`;

const RENAME = `${HAS_CREDENTIAL}
  ${requireCredential('ARGV[2]', 'ARGV[3]')}
  if redis.call('EXISTS', KEYS[1]) == 0 then return 'not-found' end
  redis.call('HSET', KEYS[1], 'name', ARGV[1])
  return 'renamed'`;

/** KEYS: the record of the removal, then everything to delete. */
const REMOVE = `
  redis.call('SET', KEYS[1], 1, 'EX', ARGV[1])
  return redis.call('UNLINK', unpack(KEYS, 2))`;

export const DELETE_IF_HELD = `
  if redis.call('GET', KEYS[1]) == ARGV[1] then redis.call('DEL', KEYS[1]) end
  return 1`;

/** An id that no account has: it would have to date from the start of the Unix epoch. */
const NO_ACCOUNT = newAccountId(new Date(0), new Uint8Array(timedIdEntropyBytes));

/** The record outlasts any delay of an instance between two of its steps. */
const REMOVAL_RECORD_SECONDS = 24 * 60 * 60;

/**
 * The keys of one account lie on different servers of a cluster, so operations on several of them are ordered so that
 * they can be interrupted after any step: an account exists once its e-mail address points to it (the last step of
 * `add`) and until its hash is deleted (the first step of `remove`).
 */
export class RedisAccountRepository implements AccountRepository {
  private readonly keys: AccountKeys;
  private readonly first: RedisFirstAccount;
  private readonly promptKeys: PromptKeys;
  private readonly usage: RedisUsageLog;

  constructor(private readonly store: RedisStore) {
    this.keys = accountKeys(store);
    this.first = new RedisFirstAccount(store, ({ email, id }) => this.claimEmail(email, id));
    this.promptKeys = promptKeys(store);
    this.usage = new RedisUsageLog(store);
  }

  async add(account: Account) {
    await this.store.assertRoomForContent();
    const isFirst = !(await this.everHeldAccount());
    if (isFirst && (await this.addFirst(account)) === 'added') return 'added';

    const { id, email, key } = account;
    await this.store.write((pipeline) => pipeline.hset(this.keys.account(id), toAccountRow(account)));
    await this.store.write((pipeline) => pipeline.set(this.keys.hint(key.digest), id));

    if (!(await this.claimEmail(email, id))) {
      await this.store.delete(this.keys.account(id));
      await this.store.delete(this.keys.hint(key.digest));
      return 'email-taken';
    }
    return 'added';
  }

  async addFirst(account: Account) {
    return (await this.first.claim(account)) ? 'added' : 'not-first';
  }

  async find(id: AccountId) {
    const row = await this.store.read((client) => client.hgetall(this.keys.account(id)));
    return row['id'] === undefined ? undefined : fromAccountRow(row);
  }

  async findByEmail(email: Email) {
    // The same steps for an unknown address as for a known one: the response time must not reveal which it is.
    const [owner] = await Promise.all([this.ownerOf(email), this.store.assertNotEmpty()]);
    const account = await this.find(owner ?? NO_ACCOUNT);
    await this.repairHint(account);
    return account;
  }

  async *all() {
    const seen = new Set<AccountId>();
    for await (const key of this.store.scan(this.keys.accountStart)) {
      const id = parseAccountId(key.slice(this.keys.accountStart.length + 1, -1));
      invariant(id !== undefined, 'an account is stored under its id');
      if (seen.has(id)) continue;
      seen.add(id);

      const account = await this.find(id);
      // Skip accounts whose creation never finished, or that were removed since.
      if (account && (await this.ownerOf(account.email)) === id) yield account;
    }
  }

  async rehashPassword(id: AccountId, retired: PasswordHash, renewed: PasswordHash) {
    const result = await this.store.script(REPLACE_PASSWORD, [this.keys.account(id)], [retired, renewed, 0]);
    return result === 'replaced' ? 'replaced' : 'superseded';
  }

  async changePassword(id: AccountId, retired: PasswordHash, chosen: PasswordHash) {
    const result = await this.store.script(REPLACE_PASSWORD, [this.keys.account(id)], [retired, chosen, 1]);
    return result === 'replaced' ? 'replaced' : 'superseded';
  }

  async rename(id: AccountId, name: DisplayName, credential?: Credential) {
    const values = [name, ...credentialValues({ credential })];
    const result = rejectRetired(await this.store.script(RENAME, [this.keys.account(id)], values));
    return result === 'renamed' ? 'renamed' : 'not-found';
  }

  async remove(id: AccountId) {
    // Finish creating the first account, so that no instance that is still doing so can bring it back.
    await this.first.settle();
    const account = await this.find(id);
    if (!account) return 'not-found';

    // Prompts are found only through their account, so they become invisible together.
    const { account: accountKey, rotations, sessions, sessionsSeen } = this.keys;
    const { revision, changes } = this.promptKeys;
    const deleted = [accountKey, rotations, sessions, sessionsSeen, revision, changes].map((key) => key(id));
    await this.store.script(REMOVE, [this.keys.removed(id), ...deleted], [REMOVAL_RECORD_SECONDS]);
    await this.store.script(DELETE_IF_HELD, [this.keys.email(account.email)], [id]);
    await this.store.delete(this.keys.hint(account.key.digest));
    await erasePrompts(this.store, id);
    await new RedisPendingLocks(this.store).markLocked(id);
    await this.usage.erase(id);
    await new RedisWebhooks(this.store).erase(id);
    return 'removed';
  }

  async everHeldAccount() {
    return (await this.first.settle()) !== undefined;
  }

  /** Also returns true if the address points to this account already: the reply to an earlier attempt may be lost. */
  async claimEmail(email: Email, id: AccountId): Promise<boolean> {
    const key = this.keys.email(email);
    if ((await this.store.write((pipeline) => pipeline.set(key, id, 'NX'))) === 'OK') return true;

    const owner = await this.ownerOf(email);
    if (owner === undefined || owner === id) return owner === id;
    if (await this.find(owner)) return false;
    // A removal was interrupted: the account is gone, but its address was not released.
    return (await this.store.script(REPLACE_IF_HELD, [key], [owner, id])) === 1;
  }

  private async ownerOf(email: Email): Promise<AccountId | undefined> {
    const id = await this.store.read((client) => client.get(this.keys.email(email)));
    return id === null ? undefined : parseAccountId(id);
  }

  /** A lost hint would lock out a valid key. Signing in restores it. */
  private async repairHint(account: Account | undefined): Promise<void> {
    const hint = account ? this.keys.hint(account.key.digest) : this.keys.account(NO_ACCOUNT);
    const known = await this.store.read((client) => client.exists(hint));
    if (account && !known) await this.store.command('SET', hint, account.id);
  }
}
