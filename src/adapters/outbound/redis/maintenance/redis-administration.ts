import {
  type SchemaChange,
  SchemaTooNew,
  type StorageAdministration,
  type StorageState,
} from '../../../../application/ports/storage-administration.ts';
import { StorageUnavailable } from '../../../../application/ports/storage-unavailable.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** The version of the layout of all keys. */
const SCHEMA_VERSION = 4;

/** Raises the version, never lowers it. Returns the previous one. */
const RAISE = `
  local found = tonumber(redis.call('GET', KEYS[1]) or '0')
  if found < tonumber(ARGV[1]) then redis.call('SET', KEYS[1], ARGV[1]) end
  return found`;

export class RedisAdministration implements StorageAdministration {
  static readonly schemaVersion = SCHEMA_VERSION;

  constructor(private readonly store: RedisStore) {}

  async migrate(): Promise<SchemaChange> {
    await this.store.open();
    const from = Number(await this.store.script(RAISE, [this.store.key('schema')], [SCHEMA_VERSION]));
    if (from > SCHEMA_VERSION) throw new SchemaTooNew(from, SCHEMA_VERSION);
    return { from, to: SCHEMA_VERSION };
  }

  async ping(): Promise<StorageState> {
    const version = Number(await this.store.readOnBothClients((client) => client.get(this.store.key('schema'))));
    if (version !== SCHEMA_VERSION) throw new StorageUnavailable('Redis', new Error(`schema version ${version}`));
    const isNearlyFull = await this.store.isNearlyFull();
    return { isNearlyFull, time: toDate(await this.store.read((client) => client.time())) };
  }

  async reserveSpace(): Promise<void> {
    // Nothing to do: Redis lets the writes that must not fail exceed its memory limit.
  }
}

/** The reply to TIME. */
export const toDate = ([seconds, microseconds]: readonly (string | number)[]): Date =>
  new Date(Number(seconds) * 1000 + Number(microseconds) / 1000);
