import type { Logger } from 'pino';
import { KeyringReplaced } from '../../../../application/ports/secrets.ts';
import { StorageFull, StorageUnavailable } from '../../../../application/ports/storage/storage-unavailable.ts';
import { needsOperator, Rejection, unavailable } from './rejection.ts';

/** Maps an error to what the client learns about it. The message of an unexpected one goes into the log only. */
export function rejectionFor(error: unknown, log: Logger, requestId: string): Rejection {
  if (error instanceof Rejection) return error;
  const about = { err: error, requestId };
  if (error instanceof StorageFull) {
    log.warn(about, 'storage full');
    return needsOperator('storage_full');
  }
  if (error instanceof KeyringReplaced) {
    log.warn(about, 'keyring replaced');
    return needsOperator('keyring_replaced');
  }
  if (error instanceof StorageUnavailable) {
    log.warn(about, 'storage unavailable');
    return unavailable('storage_unavailable');
  }
  log.error(about, 'request failed');
  return new Rejection('internal_error');
}
