import { setImmediate as nextTurn } from 'node:timers/promises';
import { Container, ContainerModule } from 'inversify';
import { type Logger, pino } from 'pino';
import { ChangeWatch } from '../../../application/changes/watch/change-watch.ts';
import { ReadFeed } from '../../../application/changes/watch/read-feed.ts';
import type { PrometheusMetrics } from '../../inbound/http/metrics/prometheus-metrics.ts';
import { LoggedWatchReport } from '../../inbound/schedule/change-schedule.ts';
import { createHashingQueue, createSignUpQueue } from '../../outbound/crypto/hashing-gates.ts';
import { CurrentKeyring } from '../../outbound/crypto/keyring/current-keyring.ts';
import { sha256ContentHashing } from '../../outbound/crypto/sha256.ts';
import { StorageClock } from '../../outbound/host/storage-clock.ts';
import type { Configuration } from '../configuration/configuration.ts';
import { composePorts, type HashingQueues } from './ports.ts';
import type { StorageBackend, StoragePorts } from './storage/storage-ports.ts';
import { tokens } from './tokens.ts';
import { composeUseCases } from './use-cases.ts';

/** The parts that a service adds to the application. */
interface ServiceParts {
  /** Undefined when metrics are off. */
  readonly metrics?: PrometheusMetrics | undefined;
  /** Undefined if there are no other processes to share them with. */
  readonly hashing?: HashingQueues | undefined;
}

/**
 * The composition root: the one place where ports meet adapters. The container holds what is opened and closed, and
 * functions make the rest of it: `composePorts` all that use cases need, `composeUseCases` all that interfaces need.
 * Nothing is opened until it is asked for. Commands need no more than this; `composeService` adds what only a service needs.
 */
export async function compose(
  configuration: Configuration,
  log: Logger,
  { metrics, hashing = { all: createHashingQueue(), signUps: createSignUpQueue() } }: ServiceParts = {},
): Promise<Container> {
  const container = new Container({ defaultScope: 'Singleton' });
  const backend = await loadBackend(configuration);
  metrics?.watchHashing(hashing.all);
  container.load(
    new ContainerModule(({ bind }) => {
      bind(tokens.log).toConstantValue(log);
      bind(tokens.storageDiagnosis).toResolvedValue(() => backend.diagnosis());
      // Closed in this order: the clock reads the storage.
      bind(tokens.clock)
        .toResolvedValue((storage) => new StorageClock(storage.storageAdministration), [tokens.storage])
        .onDeactivation((clock) => clock.close());
      bind(tokens.storage)
        .toResolvedValue(() => backend.open())
        .onDeactivation((storage) => storage.close());

      bind(tokens.changeWatch).toResolvedValue(composeWatch(log), [tokens.storage]);
      bind(tokens.ports).toResolvedValue(composePorts(configuration, hashing, log), [
        tokens.storage,
        tokens.changeWatch,
        tokens.keyring,
        tokens.clock,
      ]);
      bind(tokens.useCases).toResolvedValue(composeUseCases(configuration, metrics), [
        tokens.ports,
        tokens.changeWatch,
      ]);
    }),
  );
  return container;
}

const composeWatch =
  (log: Logger) =>
  ({ promptChanges }: StoragePorts): ChangeWatch =>
    new ChangeWatch(new ReadFeed(promptChanges, sha256ContentHashing), new LoggedWatchReport(log), nextTurn);

/** Drivers are loaded when they are chosen: a service on SQLite starts without reading those of Postgres and Redis. */
async function loadBackend({ storage, limits }: Configuration): Promise<StorageBackend> {
  const { location, postgres, redis } = storage;
  switch (location.kind) {
    case 'sqlite': {
      const { sqliteStorage } = await import('./storage/sqlite-storage.ts');
      return sqliteStorage(location.file, limits);
    }
    case 'postgres': {
      const { postgresStorage } = await import('./storage/postgres-storage.ts');
      return postgresStorage({ url: location.url, pooled: postgres.pooled }, limits);
    }
    case 'redis':
    case 'redis-cluster':
    case 'redis-sentinel': {
      const { redisStorage } = await import('./storage/redis-storage.ts');
      return redisStorage({ location, prefix: location.prefix, minReplicas: redis.minReplicas }, limits);
    }
  }
}

/** Opens the keyring, with which everything that touches keys can be built. The storage must be up to date. */
export async function unlock(container: Container, { keyring, storage }: Configuration): Promise<CurrentKeyring> {
  const log = container.get(tokens.log);
  const options = { file: keyring.file, createWhenMissing: storage.location.kind === 'sqlite' };
  const opened = await CurrentKeyring.open(container.get(tokens.storage).keyringRegister, options, {
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

/** Commands report to the terminal instead. */
const silentLog = pino({ level: 'silent' });

/** Runs the work with a composed container and closes everything afterwards. */
export async function withContainer<Result>(
  configuration: Configuration,
  work: (container: Container) => Promise<Result>,
): Promise<Result> {
  const container = await compose(configuration, silentLog);
  try {
    return await work(container);
  } finally {
    await dismantle(container);
  }
}
