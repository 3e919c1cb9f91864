import { type QueryClient, useInfiniteQuery, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { deliveryOperations } from '../../../../api/webhooks/delivery-operations.ts';
import type { webhookOperations } from '../../../../api/webhooks/webhook-operations.ts';
import type { BodyOf, ResponseOf } from '../http/operation-types.ts';
import { request } from '../http/request.ts';

type WebhookPage = ResponseOf<typeof webhookOperations.list>;
export type Webhook = WebhookPage['data'][number];
export type WebhookChange = BodyOf<typeof webhookOperations.change>;
export type NewWebhook = BodyOf<typeof webhookOperations.create>;
type WithSecret = ResponseOf<typeof webhookOperations.create>;
type DeliveryPage = ResponseOf<typeof deliveryOperations.list>;
export type Delivery = DeliveryPage['data'][number];
export type DeliveryState = Delivery['state'];
export type WebhookTest = ResponseOf<typeof deliveryOperations.test>['data'];

const REFRESH_MS = 5000;
const webhooksKey = ['webhooks'] as const;
const deliveriesKey = (id: string) => [...webhooksKey, id, 'deliveries'];

/** Refreshed while they are in view, because deliveries change their state. */
export function useWebhooks({ enabled = true } = {}) {
  return useQuery({
    queryKey: webhooksKey,
    queryFn: async ({ signal }) => (await request<WebhookPage>('webhooks', { signal })).data,
    refetchInterval: ({ state }) => (state.data ? REFRESH_MS : false),
    enabled,
  });
}

const refresh = (client: QueryClient) => client.invalidateQueries({ queryKey: webhooksKey });

/** Receives the secret instead of a return value, which the mutation cache would hold. */
type SecretReceiver = (secret: string) => void;

export function useCreateWebhook() {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async ({ webhook, receive }: { readonly webhook: NewWebhook; readonly receive: SecretReceiver }) => {
      receive((await request<WithSecret>('webhooks', { method: 'POST', body: webhook })).data.secret);
    },
    gcTime: 0,
    onSuccess: () => refresh(client),
  });
}

export function useRotateSecret(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: async (receive: SecretReceiver) => {
      receive((await request<WithSecret>(`webhooks/${id}/secret`, { method: 'POST' })).data.secret);
    },
    gcTime: 0,
    onSettled: () => void refresh(client),
  });
}

export function useChangeWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: WebhookChange) => request<{ data: Webhook }>(`webhooks/${id}`, { method: 'PATCH', body }),
    onSuccess: () => refresh(client),
  });
}

export function useRemoveWebhook(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: () => request<void>(`webhooks/${id}`, { method: 'DELETE' }),
    onSuccess: () => refresh(client),
  });
}

export const useTestWebhook = (id: string) =>
  useMutation({
    mutationFn: async () => (await request<{ data: WebhookTest }>(`webhooks/${id}/test`, { method: 'POST' })).data,
  });

export function useDeliveries(id: string, state: DeliveryState | '') {
  return useInfiniteQuery({
    queryKey: [...deliveriesKey(id), state],
    queryFn: ({ pageParam: cursor, signal }) =>
      request<DeliveryPage>(`webhooks/${id}/deliveries`, { query: { state, cursor }, signal }),
    initialPageParam: '',
    getNextPageParam: ({ nextCursor }) => nextCursor,
    select: ({ pages }) => pages.flatMap(({ data }) => data),
    refetchInterval: ({ state: { data } }) => (data?.pages.length === 1 ? REFRESH_MS : false),
  });
}

export function useRetryDelivery(id: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (eventId: string) =>
      request<{ data: Delivery }>(`webhooks/${id}/deliveries/${eventId}/retry`, { method: 'POST' }),
    onSuccess: () => client.invalidateQueries({ queryKey: deliveriesKey(id) }),
  });
}
