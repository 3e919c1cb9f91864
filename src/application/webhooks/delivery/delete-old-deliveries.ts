import { DELIVERY_RETENTION_MS } from '../../../domain/webhooks/webhook-delivery.ts';
import type { Clock } from '../../ports/environment.ts';
import type { WebhookDeliveries } from '../../ports/webhooks/webhook-deliveries.ts';

/** Deletes deliveries that are no longer of use to anyone. */
export class DeleteOldDeliveries {
  constructor(
    private readonly deliveries: WebhookDeliveries,
    private readonly clock: Clock,
  ) {}

  async execute(): Promise<void> {
    await this.deliveries.deleteBefore(new Date(this.clock.now().getTime() - DELIVERY_RETENTION_MS));
  }
}
