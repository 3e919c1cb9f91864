import { ContainerModule } from 'inversify';
import { RedisAccountRepository } from '../../outbound/redis/redis-account-repository.ts';
import { RedisAdministration } from '../../outbound/redis/redis-administration.ts';
import { redisCounters } from '../../outbound/redis/redis-counters.ts';
import { RedisDiagnosis } from '../../outbound/redis/redis-diagnosis.ts';
import { RedisKeyStorage } from '../../outbound/redis/redis-key-storage.ts';
import { RedisKeyringRegister } from '../../outbound/redis/redis-keyring-register.ts';
import { RedisPromptRepository } from '../../outbound/redis/redis-prompt-repository.ts';
import { RedisSessionStore } from '../../outbound/redis/redis-session-store.ts';
import { RedisStorageReader } from '../../outbound/redis/redis-storage-reader.ts';
import { RedisStorageUpkeep } from '../../outbound/redis/redis-storage-upkeep.ts';
import { RedisStorageWriter } from '../../outbound/redis/redis-storage-writer.ts';
import { RedisStore, type RedisStoreOptions, translated } from '../../outbound/redis/redis-store.ts';
import { RedisUsageLog } from '../../outbound/redis/redis-usage-log.ts';
import { RateLimitedSignIns } from '../../outbound/throttle/rate-limited-sign-ins.ts';
import { token, tokens } from './tokens.ts';

const redisStore = token<RedisStore>('RedisStore');

export const redisModule = (options: RedisStoreOptions): ContainerModule =>
  new ContainerModule(({ bind }) => {
    bind(redisStore)
      .toResolvedValue(() => new RedisStore(options))
      .onDeactivation((store) => store.close());
    bind(tokens.storageAdministration).toResolvedValue((store) => new RedisAdministration(store), [redisStore]);
    bind(tokens.storageDiagnosis).toResolvedValue(() => new RedisDiagnosis(options));
    bind(tokens.accountRepository).toResolvedValue((store) => new RedisAccountRepository(store), [redisStore]);
    bind(tokens.keyStorage).toResolvedValue((store) => new RedisKeyStorage(store), [redisStore]);
    bind(tokens.sessionStore).toResolvedValue((store) => new RedisSessionStore(store), [redisStore]);
    bind(tokens.keyringRegister).toResolvedValue((store) => new RedisKeyringRegister(store), [redisStore]);
    bind(tokens.promptRepository).toResolvedValue((store) => new RedisPromptRepository(store), [redisStore]);
    bind(tokens.storageReader).toResolvedValue((store) => new RedisStorageReader(store), [redisStore]);
    bind(tokens.storageWriter).toResolvedValue((store) => new RedisStorageWriter(store), [redisStore]);
    bind(tokens.storageUpkeep).toResolvedValue((store) => new RedisStorageUpkeep(store), [redisStore]);
    bind(tokens.usageLog).toResolvedValue((store) => new RedisUsageLog(store), [redisStore]);
    bind(tokens.signInThrottle).toResolvedValue(
      (store) => new RateLimitedSignIns(redisCounters(store), translated),
      [redisStore],
    );
  });
