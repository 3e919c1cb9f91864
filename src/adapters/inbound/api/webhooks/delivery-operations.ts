import { z } from 'zod';
import { TEST_TIMEOUT_MS } from '../../../../application/webhooks/delivery/test-webhook.ts';
import { DELIVERY_RESPONSE_BYTES_MAX, deliveryStates } from '../../../../domain/webhooks/webhook-delivery.ts';
import { limit } from '../../http/request/pagination.ts';
import { timestamp } from '../../http/request/value-schemas.ts';
import { one, page } from '../../http/response/respond-json.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';
import { changeCursor, changeId } from '../changes/change-filter-query.ts';

const status = z.int().nullable().describe('of the response; null without a response');
const deliveryState = z.enum(deliveryStates).meta({
  id: 'DeliveryState',
  description: '`pending` until an attempt succeeds (`done`) or the last one fails (`failed`)',
});

const webhookTest = z
  .strictObject({
    status,
    error: z.string().nullable().describe('why the receiver did not accept the event; null if it did'),
    ms: z.int().min(0).describe('how long the request took'),
  })
  .meta({ id: 'WebhookTest' });

const delivery = z
  .strictObject({
    eventId: changeId,
    state: deliveryState,
    attempts: z.int().min(0),
    dueAt: timestamp.nullable().describe('the time of the next attempt; null unless it is pending'),
    status,
    error: z.string().nullable().describe('why the last attempt failed; null if it did not'),
    response: z
      .string()
      .nullable()
      .describe(
        `the beginning of the last response, up to ${DELIVERY_RESPONSE_BYTES_MAX} bytes; null without a response`,
      ),
  })
  .meta({ id: 'Delivery' });

export const deliveryOperations = {
  test: {
    id: 'testWebhook',
    method: 'post',
    reads: true,
    path: '/webhooks/{id}/test',
    area: 'Webhooks',
    summary: 'Send one event of the type `webhook.test`',
    description:
      `Waits up to ${TEST_TIMEOUT_MS / 1000} seconds for the receiver, and reports what it responded. The event is signed like any other, is sent to a disabled ` +
      'webhook as well, and is not retried. The request has no body.',
    responses: { 200: { description: 'What the receiver responded', schema: one(webhookTest) } },
    rejections: [404, 413, 415, 422, 429],
  },
  list: {
    id: 'listDeliveries',
    method: 'get',
    path: '/webhooks/{id}/deliveries',
    area: 'Webhooks',
    summary: 'List the deliveries of a webhook, newest event first',
    description: 'Deliveries are stored for 7 days, and the newest 1,000 of each webhook.',
    query: z.strictObject({
      state: deliveryState.optional().describe('only deliveries in this state'),
      limit,
      cursor: changeCursor.describe('`nextCursor` of the previous page'),
    }),
    responses: { 200: { description: 'A page of deliveries', schema: page(delivery), headers: ['Link'] } },
    rejections: [400, 404],
  },
  retry: {
    id: 'retryDelivery',
    method: 'post',
    path: '/webhooks/{id}/deliveries/{eventId}/retry',
    area: 'Webhooks',
    summary: 'Deliver an event again, now',
    description:
      'Works for failed and done deliveries, and for those that wait for their next attempt. A disabled webhook delivers it once it is enabled. The request has ' +
      'no body.',
    responses: { 202: { description: 'The delivery, which is pending now', schema: one(delivery) } },
    rejections: [404, 413, 415, 422],
  },
} satisfies Record<string, PublicOperation>;
