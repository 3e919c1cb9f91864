import type { StorageFault } from '../../../../application/ports/storage-maintenance.ts';
import { type Account, type AccountId, parseAccountId } from '../../../../domain/accounts/account.ts';
import { type AccountKeys, accountKeys } from '../account-keys.ts';
import { DELETE_IF_HELD, RedisAccountRepository } from '../accounts/redis-account-repository.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** What leads to accounts: their e-mail addresses and the digests of their keys, which lie on other servers. */
export class AccountMaintenance {
  private readonly keys: AccountKeys;
  private readonly accounts: RedisAccountRepository;

  constructor(private readonly store: RedisStore) {
    this.keys = accountKeys(store);
    this.accounts = new RedisAccountRepository(store);
  }

  /** Of all that are there, whether they can be found or not. */
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
    return [...(await this.repairEmail(account, owner)), ...(await this.repairHint(account))];
  }

  /** Those that lead to an account that is gone. Others may belong to a change that is under way, and do no harm. */
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

  /** Its address is another's: it was never opened to its end. */
  private async remove({ id, key }: Account): Promise<StorageFault> {
    await this.store.write((pipeline) => pipeline.del(this.keys.account(id), this.keys.rotations(id)));
    await this.store.script(DELETE_IF_HELD, [this.keys.hint(key.digest)], [id]);
    return { kind: 'leftover', what: 'it was never opened to its end', accountId: id, repaired: true };
  }

  private async repairEmail({ id, email }: Account, owner: AccountId | undefined): Promise<readonly StorageFault[]> {
    if (owner === id) return [];
    await this.accounts.claimEmail(email, id);
    return [{ kind: 'index', what: 'its e-mail address did not lead to it', accountId: id, repaired: true }];
  }

  private async repairHint({ id, key }: Account): Promise<readonly StorageFault[]> {
    const hint = this.keys.hint(key.digest);
    if ((await this.store.read((client) => client.get(hint))) === id) return [];
    await this.store.write((pipeline) => pipeline.set(hint, id));
    return [{ kind: 'index', what: 'its key did not lead to it', accountId: id, repaired: true }];
  }

  private async ownerOf({ email }: Account): Promise<AccountId | undefined> {
    const id = await this.store.read((client) => client.get(this.keys.email(email)));
    const owner = id === null ? undefined : parseAccountId(id);
    // An address that leads to an account that is gone is free.
    return owner && (await this.accounts.find(owner)) ? owner : undefined;
  }
}
