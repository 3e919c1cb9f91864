import type { RecordChange, SharedRecords } from '../../records/shared-records.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** Empty text stands for no record. */
const REPLACE = `
  local replaced, text, lifeMs = unpack(ARGV)
  if (redis.call('GET', KEYS[1]) or '') ~= replaced then return 0 end
  if text == '' then
    redis.call('DEL', KEYS[1])
  else
    redis.call('SET', KEYS[1], text, 'PX', lifeMs)
  end
  return 1`;

export class RedisSharedRecords implements SharedRecords {
  private constructor(
    private readonly store: RedisStore,
    private readonly kind: 'try' | 'response',
  ) {}

  /** Written without waiting for replicas: after a failover the last failures may be missing. */
  static ofThrottle(store: RedisStore): RedisSharedRecords {
    return new RedisSharedRecords(store, 'try');
  }

  /** Written as durably as what the responses report. */
  static ofResponses(store: RedisStore): RedisSharedRecords {
    return new RedisSharedRecords(store, 'response');
  }

  /** Reads one by one: the keys are in different slots. */
  read(keys: readonly string[]) {
    return Promise.all(
      keys.map(async (key) => (await this.store.read((client) => client.get(this.key(key)))) ?? undefined),
    );
  }

  async replace({ key, replaced = '', text = '', at, expiresAt }: RecordChange) {
    const lifeMs = Math.max(1, expiresAt.getTime() - at.getTime());
    const keys = [this.key(key)];
    const values = [replaced, text, lifeMs];
    const replacing =
      this.kind === 'try'
        ? this.store.unconfirmedScript(REPLACE, keys, values)
        : this.store.script(REPLACE, keys, values);
    return (await replacing) === 1;
  }

  /** Redis does. */
  async deleteExpired() {}

  private key(key: string): string {
    return this.store.key(this.kind, key);
  }
}
