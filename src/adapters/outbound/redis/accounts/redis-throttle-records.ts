import type { RecordChange, ThrottleRecords } from '../../throttle/throttle-records.ts';
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

/** Written without waiting for replicas: after a failover the last failures may be missing. */
export class RedisThrottleRecords implements ThrottleRecords {
  constructor(private readonly store: RedisStore) {}

  /** Reads one by one: the keys are in different slots. */
  read(keys: readonly string[]) {
    return Promise.all(
      keys.map(async (key) => (await this.store.read((client) => client.get(this.key(key)))) ?? undefined),
    );
  }

  async replace({ key, replaced = '', text = '', at, expiresAt }: RecordChange) {
    const lifeMs = Math.max(1, expiresAt.getTime() - at.getTime());
    return (await this.store.unconfirmedScript(REPLACE, [this.key(key)], [replaced, text, lifeMs])) === 1;
  }

  /** Redis does. */
  async deleteExpired() {}

  private key(key: string): string {
    return this.store.key('try', key);
  }
}
