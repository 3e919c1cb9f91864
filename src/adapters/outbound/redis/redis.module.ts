import { ContainerModule } from 'inversify';
import { token, tokens } from '../../composition/tokens.ts';
import { RateLimitedSignIns } from '../throttle/rate-limited-sign-ins.ts';
import { RedisAccountRepository } from './redis-account-repository.ts';
import { RedisAdministration } from './redis-administration.ts';
import { redisCounters } from './redis-counters.ts';
import { RedisDiagnosis } from './redis-diagnosis.ts';
import { RedisKeyStorage } from './redis-key-storage.ts';
import { RedisKeyringRegister } from './redis-keyring-register.ts';
import { RedisPromptRepository } from './redis-prompt-repository.ts';
import { RedisSessionStore } from './redis-session-store.ts';
import { RedisStorageReader } from './redis-storage-reader.ts';
import { RedisStorageUpkeep } from './redis-storage-upkeep.ts';
import { RedisStorageWriter } from './redis-storage-writer.ts';
import { RedisStore, type RedisStoreOptions, translated } from './redis-store.ts';
import { RedisUsageLog } from './redis-usage-log.ts';

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
