import { RateLimiterRedis } from 'rate-limiter-flexible';
import type { MakeCounter } from '../../throttle/rate-limited-sign-ins.ts';
import type { RedisStore } from '../connection/redis-store.ts';

export const redisCounters =
  (store: RedisStore): MakeCounter =>
  ({ keyPrefix, ...options }) =>
    new RateLimiterRedis({ ...options, storeClient: store.writes, keyPrefix: store.key('try', keyPrefix) });
