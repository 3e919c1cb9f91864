import type { ServiceIdentifier } from 'inversify';
import type { Logger } from 'pino';
import type { ChangeWatch } from '../../../application/changes/watch/change-watch.ts';
import type { StorageDiagnosis } from '../../../application/ports/diagnosis.ts';
import type { HttpService } from '../../inbound/api/http-service.ts';
import type { ChangeSchedule } from '../../inbound/schedule/change-schedule.ts';
import type { RetentionSchedule } from '../../inbound/schedule/retention-schedule.ts';
import type { SearchIndexSchedule } from '../../inbound/schedule/search-index-schedule.ts';
import type { StorageWatch } from '../../inbound/schedule/storage-watch.ts';
import type { UsageSchedule } from '../../inbound/schedule/usage-schedule.ts';
import type { WebhookSchedule } from '../../inbound/schedule/webhook-schedule.ts';
import type { CurrentKeyring } from '../../outbound/crypto/keyring/current-keyring.ts';
import type { StorageClock } from '../../outbound/host/storage-clock.ts';
import type { Ports } from './ports.ts';
import type { OpenStorage } from './storage/storage-ports.ts';
import type { UseCases } from './use-cases.ts';

/**
 * A bare symbol says nothing about what is bound to it. Returned as a ServiceIdentifier<Service>, it does:
 * binding or injecting the wrong thing under a token is then a compile error.
 */
const token = <Service>(name: string): ServiceIdentifier<Service> => Symbol(name);

/** Whatever is opened, started or closed, and the use cases, which are made of it. */
export const tokens = {
  log: token<Logger>('Logger'),
  storageDiagnosis: token<StorageDiagnosis>('StorageDiagnosis'),
  storage: token<OpenStorage>('Storage'),
  clock: token<StorageClock>('Clock'),
  /** Bound by `unlock`, because opening it needs the storage. */
  keyring: token<CurrentKeyring>('CurrentKeyring'),
  changeWatch: token<ChangeWatch>('ChangeWatch'),
  ports: token<Ports>('Ports'),
  useCases: token<UseCases>('UseCases'),

  httpService: token<HttpService>('HttpService'),
  changeSchedule: token<ChangeSchedule>('ChangeSchedule'),
  usageSchedule: token<UsageSchedule>('UsageSchedule'),
  changeRetentionSchedule: token<RetentionSchedule>('ChangeRetentionSchedule'),
  searchIndexSchedule: token<SearchIndexSchedule>('SearchIndexSchedule'),
  storageWatch: token<StorageWatch>('StorageWatch'),
  webhookSchedule: token<WebhookSchedule>('WebhookSchedule'),
};
