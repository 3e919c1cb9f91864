import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { MakeCounter } from '../../throttle/rate-limited-sign-ins.ts';
import type { RedisStore } from '../connection/redis-store.ts';

/** The library's own script, which may run even when Redis is full: nobody could sign in otherwise. */
const COUNT = `#!lua flags=allow-oom
redis.call('set', KEYS[1], 0, 'EX', ARGV[2], 'NX')
local consumed = redis.call('incrby', KEYS[1], ARGV[1])
local ttl = redis.call('pttl', KEYS[1])
if ttl == -1 then
  redis.call('expire', KEYS[1], ARGV[2])
  ttl = 1000 * ARGV[2]
end
return { consumed, ttl }`;

export const redisCounters =
  (store: RedisStore): MakeCounter =>
  ({ keyPrefix, ...options }) => {
    const counter = new RateLimiterRedis({
      ...options,
      storeClient: store.writes,
      keyPrefix: store.key('try', keyPrefix),
      customIncrTtlLuaScript: COUNT,
    });
    // The library reads in a transaction, in which a full Redis rejects every command.
    const _get = async (key: string) => {
      const [points, ttl] = await Promise.all([store.writes.get(key), store.writes.pttl(key)]);
      return points === null ? null : [points, ttl];
    };
    return Object.assign(counter, { _get });
  };
