import type { z } from 'zod';
import type { ChangeWebhook } from '../../../../application/webhooks/change-webhook.ts';
import type { CreateWebhook } from '../../../../application/webhooks/create-webhook.ts';
import type { ReadWebhooks } from '../../../../application/webhooks/read-webhooks.ts';
import type { RemoveWebhook } from '../../../../application/webhooks/remove-webhook.ts';
import type { RotateWebhookSecret } from '../../../../application/webhooks/rotate-webhook-secret.ts';
import type { Webhook } from '../../../../domain/webhooks/webhook.ts';
import type { ActorOf } from '../../http/auth/actor-of.ts';
import { BODY_BYTES_MAX, readJson, readNoFields } from '../../http/body/read-json.ts';
import { invalid, Rejection } from '../../http/errors/rejection.ts';
import type { AccountState } from '../../http/request/request-state.ts';
import { respondData } from '../../http/response/respond-json.ts';
import type { Handle } from '../../http/routes/route.ts';
import { type webhook, webhookOperations } from './webhook-operations.ts';

export interface WebhookServices {
  readonly createWebhook: CreateWebhook;
  readonly readWebhooks: ReadWebhooks;
  readonly changeWebhook: ChangeWebhook;
  readonly removeWebhook: RemoveWebhook;
  readonly rotateWebhookSecret: RotateWebhookSecret;
  readonly actorOf: ActorOf;
  /** The start of every link. */
  readonly publicUrl: () => string;
  /** Prefix of all paths of the routes. */
  readonly prefix: string;
}

export const createWebhook =
  ({ createWebhook, actorOf, publicUrl, prefix }: WebhookServices): Handle<AccountState> =>
  async (ctx) => {
    const input = await readJson(ctx, webhookOperations.create.body, BODY_BYTES_MAX);
    const outcome = await createWebhook.execute(ctx.state.account.id, input, actorOf(ctx).credential);
    switch (outcome.kind) {
      case 'created': {
        const { webhook, secret } = outcome;
        const headers = ['Location', `${publicUrl()}${prefix}/webhooks/${webhook.id}`];
        return respondData(ctx, { ...presentWebhook(webhook), secret: secret.reveal() }, { status: 201, headers });
      }
      case 'invalid':
        throw invalid(outcome.problems);
      case 'too-many':
        throw new Rejection('too_many_webhooks', {
          sentence: `The account already has ${outcome.limit} webhooks. Remove one first.`,
        });
      case 'no-account':
        throw new Rejection('webhook_not_found', { sentence: 'The account does not exist any more.' });
      default:
        return outcome satisfies never;
    }
  };

export const listWebhooks =
  ({ readWebhooks }: WebhookServices): Handle<AccountState> =>
  async (ctx) => {
    const webhooks = await readWebhooks.list(ctx.state.account.id);
    ctx.body = { data: webhooks.map(presentWebhook), nextCursor: null };
  };

export const readWebhook =
  ({ readWebhooks }: WebhookServices): Handle<AccountState> =>
  async (ctx) => {
    const found = await readWebhooks.find(ctx.state.account.id, ctx.params['id'] ?? '');
    if (!found) throw new Rejection('webhook_not_found');
    ctx.body = { data: presentWebhook(found) };
  };

export const changeWebhook =
  ({ changeWebhook, actorOf }: WebhookServices): Handle<AccountState> =>
  async (ctx) => {
    const input = await readJson(ctx, webhookOperations.change.body, BODY_BYTES_MAX);
    const { credential } = actorOf(ctx);
    const outcome = await changeWebhook.execute(ctx.state.account.id, ctx.params['id'] ?? '', input, credential);
    switch (outcome.kind) {
      case 'changed':
        ctx.body = { data: presentWebhook(outcome.webhook) };
        return;
      case 'invalid':
        throw invalid(outcome.problems);
      case 'not-found':
        throw new Rejection('webhook_not_found');
      default:
        return outcome satisfies never;
    }
  };

export const removeWebhook =
  ({ removeWebhook, actorOf }: WebhookServices): Handle<AccountState> =>
  async (ctx) => {
    const { credential } = actorOf(ctx);
    const outcome = await removeWebhook.execute(ctx.state.account.id, ctx.params['id'] ?? '', credential);
    if (outcome === 'not-found') throw new Rejection('webhook_not_found');
    ctx.status = 204;
  };

export const rotateWebhookSecret =
  ({ rotateWebhookSecret, actorOf }: WebhookServices): Handle<AccountState> =>
  async (ctx) => {
    await readNoFields(ctx);
    const { credential } = actorOf(ctx);
    const outcome = await rotateWebhookSecret.execute(ctx.state.account.id, ctx.params['id'] ?? '', credential);
    switch (outcome.kind) {
      case 'rotated':
        ctx.body = { data: { ...presentWebhook(outcome.webhook), secret: outcome.secret.reveal() } };
        return;
      case 'not-found':
        throw new Rejection('webhook_not_found');
      case 'conflict':
        throw new Rejection('conflict');
      default:
        return outcome satisfies never;
    }
  };

/** Never includes the secret. */
const presentWebhook = (found: Webhook): z.infer<typeof webhook> => ({
  id: found.id,
  url: found.url,
  types: [...found.types],
  prompts: [...found.prompts],
  labels: [...found.labels],
  description: found.description,
  enabled: found.enabled,
  problem: found.problem,
  previousSecretUntil: found.secrets.previous?.until.toISOString() ?? null,
  lastSuccessAt: found.lastSuccessAt?.toISOString() ?? null,
  lastFailureAt: found.lastFailureAt?.toISOString() ?? null,
  createdAt: found.createdAt.toISOString(),
});
