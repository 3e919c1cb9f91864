import type { StorageFault } from '../../../../application/ports/storage/storage-maintenance.ts';
import { type Account, type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { DELETE_IF_HELD, RedisAccountRepository } from '../accounts/redis-account-repository.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { RedisWebhooks } from '../webhooks/redis-webhooks.ts';

/** Repairs what points to accounts: e-mail addresses and key digests, which lie on other servers. */
export class AccountMaintenance {
  private readonly keys: AccountKeys;
  private readonly accounts: RedisAccountRepository;

  constructor(private readonly store: RedisStore) {
    this.keys = accountKeys(store);
    this.accounts = new RedisAccountRepository(store);
  }

  /** The ids of all stored accounts, whether or not anything points to them. */
  async *ids(): AsyncIterable<AccountId> {
    const seen = new Set<AccountId>();
    for await (const key of this.store.scan(this.keys.accountStart)) {
      const id = parseAccountId(key.slice(this.keys.accountStart.length + 1, -1));
      if (id && !seen.has(id)) yield id;
      if (id) seen.add(id);
    }
  }

  async repair(accountId: AccountId): Promise<readonly StorageFault[]> {
    const account = await this.accounts.find(accountId);
    if (!account) return [];
    const owner = await this.ownerOf(account);
    if (owner !== undefined && owner !== accountId) return [await this.remove(account)];
    return [
      ...(await this.repairEmail(account, owner)),
      ...(await this.repairHint(account)),
      ...(await this.repairWebhookHint(accountId)),
    ];
  }

  /** Deletes pointers to accounts that no longer exist. Others may belong to a change in progress, and are harmless. */
  async *sweepPointers(): AsyncIterable<StorageFault> {
    for (const kind of ['mail', 'idx']) {
      for await (const key of this.store.scan(this.store.key(kind, ''))) {
        const id = parseAccountId((await this.store.read((client) => client.get(key))) ?? '');
        if (!id || (await this.store.read((client) => client.exists(this.keys.account(id)))) === 1) continue;
        await this.store.script(DELETE_IF_HELD, [key], [id]);
        const what = kind === 'mail' ? 'its e-mail address' : 'the digest of its key';
        yield { kind: 'leftover', what: `it is gone, and ${what} was left behind`, accountId: id, repaired: true };
      }
    }
  }

  /** Its address belongs to another account: its creation never finished. */
  private async remove({ id, key }: Account): Promise<StorageFault> {
    await this.store.write((pipeline) => pipeline.del(this.keys.account(id), this.keys.rotations(id)));
    await this.store.script(DELETE_IF_HELD, [this.keys.hint(key.digest)], [id]);
    return { kind: 'leftover', what: 'its creation was never finished', accountId: id, repaired: true };
  }

  private async repairEmail({ id, email }: Account, owner: AccountId | undefined): Promise<readonly StorageFault[]> {
    if (owner === id) return [];
    await this.accounts.claimEmail(email, id);
    return [{ kind: 'index', what: 'its e-mail address did not point to it', accountId: id, repaired: true }];
  }

  private async repairHint({ id, key }: Account): Promise<readonly StorageFault[]> {
    const hint = this.keys.hint(key.digest);
    if ((await this.store.read((client) => client.get(hint))) === id) return [];
    await this.store.write((pipeline) => pipeline.set(hint, id));
    return [{ kind: 'index', what: 'its key did not point to it', accountId: id, repaired: true }];
  }

  /** Repairs the hint, without which the account's webhooks would get nothing. */
  private async repairWebhookHint(accountId: AccountId): Promise<readonly StorageFault[]> {
    const webhooks = new RedisWebhooks(this.store);
    if (await webhooks.hasHintIfNeeded(accountId)) return [];
    await webhooks.addHint(accountId);
    return [{ kind: 'index', what: 'it was missing from the accounts with webhooks', accountId, repaired: true }];
  }

  private async ownerOf({ email }: Account): Promise<AccountId | undefined> {
    const id = await this.store.read((client) => client.get(this.keys.email(email)));
    const owner = id === null ? undefined : parseAccountId(id);
    // An address that points to an account that no longer exists is free.
    return owner && (await this.accounts.find(owner)) ? owner : undefined;
  }
}
