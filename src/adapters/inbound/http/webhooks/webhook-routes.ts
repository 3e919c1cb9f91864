import { Rejection } from '../errors/rejection.ts';
import type { AccountRoute } from '../request/route.ts';
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

export type WebhookUseCases = Omit<WebhookServices, 'publicUrl' | 'prefix'>;

export type WebhookRouteServices = WebhookServices & {
  /** The setting `webhooks.enabled`. */
  readonly webhooksEnabled: boolean;
};

/** Needs no revision of the account. */
type PlainRoute<Services> = Extract<AccountRoute<Services>, { readonly needsRevision?: false }>;

const routes: readonly PlainRoute<WebhookServices>[] = [
  { operation: webhookOperations.create, guard: 'key', handle: createWebhook },
  { operation: webhookOperations.list, guard: 'key', handle: listWebhooks },
  { operation: webhookOperations.read, guard: 'key', handle: readWebhook },
  { operation: webhookOperations.change, guard: 'key', handle: changeWebhook },
  { operation: webhookOperations.remove, guard: 'key', handle: removeWebhook },
  { operation: webhookOperations.rotateSecret, guard: 'key', handle: rotateWebhookSecret },
];

/** They exist also while webhooks are off, to say so. */
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
