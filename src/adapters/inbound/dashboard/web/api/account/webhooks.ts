import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { deliveryOperations } from '../../../../api/webhooks/delivery-operations.ts';
import type { webhookOperations } from '../../../../api/webhooks/webhook-operations.ts';
import type { BodyOf, ResponseOf } from '../http/operation-types.ts';
import { readData, readPages, useChange, useUncertainChange } from '../http/queries.ts';
import { request } from '../http/request.ts';

export type Webhook = ResponseOf<typeof webhookOperations.list>['data'][number];
export type WebhookChange = BodyOf<typeof webhookOperations.change>;
export type NewWebhook = BodyOf<typeof webhookOperations.create>;
type WithSecret = ResponseOf<typeof webhookOperations.create>;
export type Delivery = ResponseOf<typeof deliveryOperations.list>['data'][number];
export type DeliveryState = Delivery['state'];
export type WebhookTest = ResponseOf<typeof deliveryOperations.test>['data'];

const REFRESH_MS = 5000;
const webhooksKey = ['webhooks'] as const;
const deliveriesKey = (id: string) => [...webhooksKey, id, 'deliveries'];

/** Refreshed while they are in view, because deliveries change their state. */
export const useWebhooks = ({ enabled = true } = {}) =>
  useQuery({
    ...readData<readonly Webhook[]>(webhooksKey, 'webhooks'),
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
    enabled,
  });

/** Receives the secret instead of a return value, which the mutation cache would hold. */
type SecretReceiver = (secret: string) => void;

export function useCreateWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ webhook, receive }: { readonly webhook: NewWebhook; readonly receive: SecretReceiver }) => {
      receive((await request<WithSecret>('webhooks', { method: 'POST', body: webhook })).data.secret);
    },
    gcTime: 0,
    onSuccess: () => client.invalidateQueries({ queryKey: webhooksKey }),
  });
}

export const useRotateSecret = (id: string) =>
  useUncertainChange(webhooksKey, async (receive: SecretReceiver) => {
    receive((await request<WithSecret>(`webhooks/${id}/secret`, { method: 'POST' })).data.secret);
  });

export const useChangeWebhook = (id: string) =>
  useChange(webhooksKey, (body: WebhookChange) =>
    request<{ data: Webhook }>(`webhooks/${id}`, { method: 'PATCH', body }),
  );

export const useRemoveWebhook = (id: string) =>
  useChange(webhooksKey, () => request<void>(`webhooks/${id}`, { method: 'DELETE' }));

export const useTestWebhook = (id: string) =>
  useMutation({
    mutationFn: async () => (await request<{ data: WebhookTest }>(`webhooks/${id}/test`, { method: 'POST' })).data,
  });

export const useDeliveries = (id: string, state: DeliveryState | '') =>
  useInfiniteQuery({
    ...readPages<Delivery>([...deliveriesKey(id), state], `webhooks/${id}/deliveries`, { state }),
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? REFRESH_MS : false),
  });

export const useRetryDelivery = (id: string) =>
  useChange(deliveriesKey(id), (eventId: string) =>
    request<{ data: Delivery }>(`webhooks/${id}/deliveries/${eventId}/retry`, { method: 'POST' }),
  );
