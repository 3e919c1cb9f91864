import type { Logger } from 'pino';
import { StorageUnavailable } from '../../../application/ports/storage/storage-unavailable.ts';
import type { DeliveryObserver } from '../../../application/webhooks/delivery/delivery-observer.ts';

/** Logs what happens to webhooks, by their ids: URLs may contain secrets. */
export const logDeliveries = (log: Logger): DeliveryObserver => ({
  attemptEnded({ accountId, id }, state) {
    if (state === 'done') log.debug({ account: accountId, webhook: id }, 'event was delivered to a webhook');
    else log.info({ account: accountId, webhook: id, willRetry: state === 'pending' }, 'delivery to a webhook failed');
  },
  webhookDisabled({ accountId, id }, problem) {
    log.warn({ account: accountId, webhook: id, problem }, 'webhook was disabled');
  },
  eventsSkipped({ accountId, id }) {
    log.warn(
      { account: accountId, webhook: id },
      'webhook skipped events that were deleted before they were delivered',
    );
  },
  failed({ accountId, id }, error) {
    // The schedule reports outages, once.
    if (error instanceof StorageUnavailable) return;
    log.error({ err: error, account: accountId, webhook: id }, 'webhook could not be handled, and is tried again');
  },
});
