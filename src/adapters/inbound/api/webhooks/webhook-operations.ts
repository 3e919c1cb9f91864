import { z } from 'zod';
import { FILTER_LABELS_MAX, FILTER_PROMPTS_MAX, FILTER_TYPES_MAX } from '../../../../domain/changes/change-filter.ts';
import { DESCRIPTION_CHARACTERS_MAX } from '../../../../domain/prompts/prompt.ts';
import { WEBHOOK_ID_PATTERN, WEBHOOKS_MAX, webhookProblems } from '../../../../domain/webhooks/webhook.ts';
import { WEBHOOK_URL_CHARACTERS_MAX } from '../../../../domain/webhooks/webhook-url.ts';
import { listOf } from '../../http/request/list-of.ts';
import { label, timestamp } from '../../http/request/value-schemas.ts';
import { one, page } from '../../http/response/respond-json.ts';
import type { PublicOperation } from '../../http/routes/operation.ts';
import { changeType } from '../changes/change-filter-query.ts';

const url = z.string().meta({
  format: 'uri',
  maxLength: WEBHOOK_URL_CHARACTERS_MAX,
  description: 'http or https, without user info; any port. Private addresses only if the operator allows them',
});
const types = listOf(changeType).meta({ maxItems: FILTER_TYPES_MAX, description: 'only these; empty: all' });
const prompts = listOf(z.string()).meta({
  maxItems: FILTER_PROMPTS_MAX,
  description: 'only changes of these prompts, by id or name, or of folders such as `support/*`; empty: all',
});
const labels = listOf(label).meta({
  maxItems: FILTER_LABELS_MAX,
  description: 'only moves of these labels; empty: all changes',
});
const description = z.string().meta({ maxLength: DESCRIPTION_CHARACTERS_MAX, description: 'for people' });

const settings = { types, prompts, labels, description };
const { shape: optionalSettings } = z.object(settings).partial();

const newWebhook = z.strictObject({ url, ...optionalSettings }).meta({ id: 'NewWebhook' });

const webhookChange = z
  .strictObject({
    url: url.optional(),
    ...optionalSettings,
    enabled: z.boolean().optional().describe('true also clears `problem`'),
  })
  .meta({ id: 'WebhookChange', description: 'Fields left out stay as they are.' });

const fields = {
  id: z.string().regex(WEBHOOK_ID_PATTERN),
  url,
  ...settings,
  enabled: z.boolean().describe('a disabled webhook gets nothing; enabled again, it continues where it stopped'),
  problem: z
    .enum(webhookProblems)
    .nullable()
    .describe(
      '`events_skipped`: events were deleted before they were delivered. Disabled by the others: `endpoint_gone`: the receiver responded 410; `failing`: no ' +
        'delivery succeeded for five days; `secret_lost`: the secret must be rotated',
    ),
  previousSecretUntil: timestamp.nullable().describe('until then, the secret before the last rotation also signs'),
  lastSuccessAt: timestamp.nullable().describe('of a delivery'),
  lastFailureAt: timestamp.nullable().describe('of an attempt'),
  createdAt: timestamp,
};
export const webhook = z.strictObject(fields).meta({ id: 'Webhook' });

const webhookWithSecret = z
  .strictObject({
    ...fields,
    secret: z
      .string()
      .regex(/^whsec_/)
      .describe('shown only here; signs every delivery'),
  })
  .meta({ id: 'WebhookWithSecret' });

const DISABLED = 'Every address of webhooks is 404 `webhooks_disabled` unless the operator has set `webhooks.enabled`.';

export const webhookOperations = {
  create: {
    id: 'createWebhook',
    method: 'post',
    creates: true,
    path: '/webhooks',
    area: 'Webhooks',
    summary: 'Create a webhook, which gets the changes from now on',
    description: `Returns the secret that deliveries are signed with: store it now, it is not shown again. An account has at most ${WEBHOOKS_MAX} webhooks, then 409 \`too_many_webhooks\`. ${DISABLED}`,
    body: newWebhook,
    responses: {
      201: { description: 'The webhook with its secret', schema: one(webhookWithSecret), headers: ['Location'] },
    },
    rejections: [400, 404, 409, 413, 415, 422, 429],
  },
  list: {
    id: 'listWebhooks',
    method: 'get',
    path: '/webhooks',
    area: 'Webhooks',
    summary: 'List all webhooks, oldest first',
    description: 'Secrets are never shown.',
    responses: { 200: { description: 'All webhooks, on one page', schema: page(webhook) } },
    rejections: [404],
  },
  read: {
    id: 'readWebhook',
    method: 'get',
    path: '/webhooks/{id}',
    area: 'Webhooks',
    summary: 'Read a webhook',
    description: 'The secret is never shown.',
    responses: { 200: { description: 'The webhook', schema: one(webhook) } },
    rejections: [404],
  },
  change: {
    id: 'changeWebhook',
    method: 'patch',
    path: '/webhooks/{id}',
    area: 'Webhooks',
    summary: 'Change a webhook, disable it, or enable it again',
    description: 'Fields left out stay as they are. Deliveries that are pending go to the new URL.',
    body: webhookChange,
    responses: { 200: { description: 'The webhook', schema: one(webhook) } },
    rejections: [400, 404, 413, 415, 422, 429],
  },
  remove: {
    id: 'removeWebhook',
    method: 'delete',
    path: '/webhooks/{id}',
    area: 'Webhooks',
    summary: 'Remove a webhook with its deliveries',
    description: 'A delivery that is in flight may still arrive.',
    responses: { 204: { description: 'Removed' } },
    rejections: [404],
  },
  rotateSecret: {
    id: 'rotateWebhookSecret',
    method: 'post',
    path: '/webhooks/{id}/secret',
    area: 'Webhooks',
    summary: 'Replace the secret; the former one also signs for 24 hours',
    description:
      'Returns the new secret: store it now, it is not shown again. For 24 hours, deliveries carry two signatures. The request has no body.',
    responses: { 200: { description: 'The webhook with its new secret', schema: one(webhookWithSecret) } },
    rejections: [404, 409, 413, 415, 422],
  },
} satisfies Record<string, PublicOperation>;
