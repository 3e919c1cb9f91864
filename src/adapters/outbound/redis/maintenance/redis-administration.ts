import {
  SchemaTooNew,
  type StorageAdministration,
} from '../../../../application/ports/storage/storage-administration.ts';
import { StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import type { RedisStore } from '../connection/redis-store.ts';
import { promptKeys } from '../prompts/prompt-keys.ts';
import { RedisPendingLocks } from '../prompts/redis-pending-locks.ts';
import { AccountMaintenance } from './redis-account-maintenance.ts';
import { RedisContentMaintenance } from './redis-content-maintenance.ts';

/**
 * The version of the layout of all keys. From version 6 on, every write records its changes in the account's feed; from
 * version 7 on, moves of labels record what they release.
 */
const SCHEMA_VERSION = 7;
/** The version since which the size of all content is counted. */
const COUNTED_VERSION = 5;
/** The version since which protected labels have locks. */
const LOCKED_VERSION = 7;

/** Raises the version, never lowers it. Returns the previous one. */
const RAISE = `
  local found = tonumber(redis.call('GET', KEYS[1]) or '0')
  if found < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
  return found`;

export class RedisAdministration implements StorageAdministration {
  static readonly schemaVersion = SCHEMA_VERSION;

  constructor(private readonly store: RedisStore) {}

  async migrate() {
    await this.store.open();
    await this.upgradeAccounts();
    const from = Number(await this.store.script(RAISE, [this.store.key('schema')], [SCHEMA_VERSION]));
    if (from > SCHEMA_VERSION) throw new SchemaTooNew(from, SCHEMA_VERSION);
    return { from, to: SCHEMA_VERSION };
  }

  async ping() {
    const version = Number(await this.store.readOnBothClients((client) => client.get(this.store.key('schema'))));
    if (version !== SCHEMA_VERSION) throw new StorageUnavailable('Redis', new Error(`schema version ${version}`));
    const isNearlyFull = await this.store.isNearlyFull();
    return { isNearlyFull, time: toDate(await this.store.read((client) => client.time())) };
  }

  async reserveSpace(): Promise<void> {
    // Nothing to do: Redis lets the writes that must not fail exceed its memory limit.
  }

  /** Counts and marks before the version is raised: what is interrupted is repeated. */
  private async upgradeAccounts(): Promise<void> {
    const found = Number((await this.store.read((client) => client.get(this.store.key('schema')))) ?? 0);
    if (found === 0 || found >= LOCKED_VERSION) return;
    const contents = new RedisContentMaintenance(this.store);
    const pendingLocks = new RedisPendingLocks(this.store);
    const { protected: protectedKey } = promptKeys(this.store);
    for await (const id of new AccountMaintenance(this.store).ids()) {
      if (found < COUNTED_VERSION) await contents.countOwnBytes(id);
      if ((await this.store.read((client) => client.exists(protectedKey(id)))) === 1) await pendingLocks.mark(id);
    }
  }
}

/** The reply to TIME. */
export const toDate = ([seconds, microseconds]: readonly (string | number)[]): Date =>
  new Date(Number(seconds) * 1000 + Number(microseconds) / 1000);
