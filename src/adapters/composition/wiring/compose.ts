import { Container, type ContainerModule } from 'inversify';
import type { Logger } from 'pino';
import { CurrentKeyring } from '../../outbound/crypto/keyring/current-keyring.ts';
import { FileEncryptionKeys } from '../../outbound/crypto/keyring/file-encryption-keys.ts';
import { StorageClock } from '../../outbound/host/storage-clock.ts';
import { systemClock, systemEntropy } from '../../outbound/host/system-environment.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { applicationModule } from './modules/application.module.ts';
import { changesModule } from './modules/changes.module.ts';
import { cryptoModule } from './modules/crypto.module.ts';
import { keyringModule } from './modules/keyring.module.ts';
import { promptsModule } from './modules/prompts.module.ts';
import { sessionsModule } from './modules/sessions.module.ts';
import { storageModule } from './modules/storage.module.ts';
import { throttleModule } from './modules/throttle.module.ts';
import { usageModule } from './modules/usage.module.ts';
import { webhooksModule } from './modules/webhooks.module.ts';
import { tokens } from './tokens/tokens.ts';

/**
 * The composition root: the one place where ports meet adapters. Nothing is opened until it is asked for.
 * Commands need no more than this; `composeService` adds what only a service needs.
 */
export async function compose(configuration: Configuration, log: Logger): Promise<Container> {
  const container = new Container({ defaultScope: 'Singleton' });
  container.bind(tokens.machineClock).toConstantValue(systemClock);
  container
    .bind(tokens.clock)
    .toResolvedValue((storage) => new StorageClock(storage), [tokens.storageAdministration])
    .onDeactivation((clock) => clock.close());
  container.bind(tokens.entropy).toConstantValue(systemEntropy);
  container.bind(tokens.quotas).toConstantValue(configuration.limits);
  container.bind(tokens.log).toConstantValue(log);
  container.bind(tokens.encryptionKeys).toConstantValue(new FileEncryptionKeys(configuration.keyring.file));
  container.load(
    applicationModule,
    sessionsModule,
    promptsModule,
    usageModule(configuration.usage),
    changesModule(configuration.changes.retentionDays),
    webhooksModule(configuration.webhooks.allow),
    storageModule,
    keyringModule,
    cryptoModule,
    throttleModule(configuration.accounts.signupsPerHour),
    ...(await storageModules(configuration.storage)),
  );
  return container;
}

/** Opens the keyring, with which everything that touches keys can be built. The storage must be up to date. */
export async function unlock(container: Container, { keyring, storage }: Configuration): Promise<CurrentKeyring> {
  const log = container.get(tokens.log);
  const options = { file: keyring.file, createWhenMissing: storage.location.kind === 'sqlite' };
  const opened = await CurrentKeyring.open(container.get(tokens.keyringRegister), options, {
    changed: ({ kids: [writes, ...reads] }) => log.info({ writes, reads }, 'keyring was read again'),
    rejected: ({ message }) => log.error({ reason: message }, 'keyring was changed and refused; the former one stays'),
    recovered: () => log.warn('keyring file was missing and is written again, as requested'),
    replaced: () => log.error('keyring of the storage was replaced: not ready until a restart with the new file'),
  });
  container.bind(tokens.keyring).toConstantValue(opened);
  opened.watch((error) => log.error({ err: error }, 'keyring cannot be followed'));
  return opened;
}

/** Closes everything, the keyring first: it withdraws its announcement from the storage. */
export async function dismantle(container: Container): Promise<void> {
  if (container.isBound(tokens.keyring)) await container.get(tokens.keyring).close();
  await container.unbindAllAsync();
}

/** Drivers are loaded when they are chosen: a service on SQLite starts without reading those of Postgres and Redis. */
async function storageModules({ location, postgres, redis }: Configuration['storage']): Promise<ContainerModule[]> {
  switch (location.kind) {
    case 'sqlite': {
      const { sqliteModule } = await import('./modules/storage/sqlite.module.ts');
      const { sqlModule } = await import('./modules/storage/sql.module.ts');
      return [sqliteModule(location.file), sqlModule];
    }
    case 'postgres': {
      const { postgresModule } = await import('./modules/storage/postgres.module.ts');
      const { sqlModule } = await import('./modules/storage/sql.module.ts');
      return [postgresModule({ url: location.url, pooled: postgres.pooled }), sqlModule];
    }
    case 'redis':
    case 'redis-cluster':
    case 'redis-sentinel': {
      const { redisModule } = await import('./modules/storage/redis.module.ts');
      return [redisModule({ location, prefix: location.prefix, minReplicas: redis.minReplicas })];
    }
  }
}
