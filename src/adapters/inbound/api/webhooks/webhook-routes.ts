import { Rejection } from '../../http/errors/rejection.ts';
import type { AccountRoute } from '../../http/routes/route.ts';
import { type DeliveryServices, listDeliveries, retryDelivery, testWebhook } from './delivery-handlers.ts';
import { deliveryOperations } from './delivery-operations.ts';
import {
  changeWebhook,
  createWebhook,
  listWebhooks,
  readWebhook,
  removeWebhook,
  rotateWebhookSecret,
  type WebhookServices,
} from './webhook-handlers.ts';
import { webhookOperations } from './webhook-operations.ts';

type AllServices = WebhookServices & DeliveryServices;

export type WebhookUseCases = Omit<AllServices, 'actorOf' | 'publicUrl' | 'prefix'>;

export type WebhookRouteServices = AllServices & {
  /** The setting `webhooks.enabled`. */
  readonly webhooksEnabled: boolean;
};

/** Needs no revision of the account. */
type PlainRoute<Services> = Extract<AccountRoute<Services>, { readonly needsRevision?: false }>;

const routes: readonly PlainRoute<AllServices>[] = [
  { operation: webhookOperations.create, guard: 'key', handle: createWebhook },
  { operation: webhookOperations.list, guard: 'key', handle: listWebhooks },
  { operation: webhookOperations.read, guard: 'key', handle: readWebhook },
  { operation: webhookOperations.change, guard: 'key', handle: changeWebhook },
  { operation: webhookOperations.remove, guard: 'key', handle: removeWebhook },
  { operation: webhookOperations.rotateSecret, guard: 'key', handle: rotateWebhookSecret },
  { operation: deliveryOperations.test, guard: 'key', handle: testWebhook },
  { operation: deliveryOperations.list, guard: 'key', handle: listDeliveries },
  { operation: deliveryOperations.retry, guard: 'key', handle: retryDelivery },
];

/** The routes exist also while webhooks are off, to say so. */
export const webhookRoutes: readonly AccountRoute<WebhookRouteServices>[] = routes.map(
  ({ operation, guard, handle }) => ({
    operation,
    guard,
    handle: ({ webhooksEnabled, ...services }) => (webhooksEnabled ? handle(services) : rejectDisabled),
  }),
);

function rejectDisabled(): never {
  throw new Rejection('webhooks_disabled');
}
