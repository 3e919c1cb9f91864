import type { WebhookChange } from '../../../application/ports/webhooks/webhooks.ts';
import { parseAccountId } from '../../../domain/accounts/account.ts';
import type { ChangeType } from '../../../domain/changes/change.ts';
import { type ParsedChangeId, parseChangeId } from '../../../domain/changes/change-id.ts';
import { invariant } from '../../../domain/invariant.ts';
import type { Label } from '../../../domain/naming/label.ts';
import {
  parseWebhookId,
  type Webhook,
  type WebhookSecrets,
  webhookProblems,
} from '../../../domain/webhooks/webhook.ts';
import {
  type Delivery,
  type DeliveryAttempt,
  deliveryStates,
  type NewDelivery,
} from '../../../domain/webhooks/webhook-delivery.ts';
import type { SealedSecret } from '../../../domain/webhooks/webhook-secret.ts';
import { moment, text, type UnreadRow, whole } from './row-fields.ts';

/** A webhook as every backend stores it, without its lease. */
export function toWebhookRow(webhook: Webhook) {
  const { id, accountId, url, description, types, prompts, labels, enabled, problem, createdAt, position } = webhook;
  return {
    account_id: accountId,
    id,
    url,
    description,
    types: JSON.stringify(types),
    prompts: JSON.stringify(prompts),
    labels: JSON.stringify(labels),
    enabled: enabled ? 1 : 0,
    problem,
    created_at: createdAt.getTime(),
    ...toSecretFields(webhook.secrets),
    ...toPositionFields(position),
    last_success_at: webhook.lastSuccessAt?.getTime() ?? null,
    last_failure_at: webhook.lastFailureAt?.getTime() ?? null,
    failing_since: webhook.failingSince?.getTime() ?? null,
  };
}

/** Null for what stays as it is. */
export function toChangedFields({ url, description, types, prompts, labels, enabled }: WebhookChange) {
  const listText = (values: readonly string[] | undefined) => (values ? JSON.stringify(values) : null);
  return {
    url: url ?? null,
    description: description ?? null,
    types: listText(types),
    prompts: listText(prompts),
    labels: listText(labels),
    enabled: enabled === undefined ? null : Number(enabled),
  };
}

export const toSecretFields = ({ current, previous }: WebhookSecrets) => ({
  secret_sealed: current,
  previous_sealed: previous?.sealed ?? null,
  previous_until: previous?.until.getTime() ?? null,
});

/** The revision is stored separately, because it is compared with that of the account. */
export const toPositionFields = ({ id, revision }: ParsedChangeId) => ({ position: id, position_revision: revision });

export function fromWebhookRow(row: UnreadRow): Webhook {
  const id = parseWebhookId(text(row, 'id'));
  const accountId = parseAccountId(text(row, 'account_id'));
  invariant(id !== undefined, 'a stored webhook has a webhook id');
  invariant(accountId !== undefined, 'a stored webhook has an account');
  return {
    id,
    accountId,
    url: text(row, 'url'),
    description: text(row, 'description'),
    types: list(row, 'types') as readonly ChangeType[],
    prompts: list(row, 'prompts'),
    labels: list(row, 'labels') as readonly Label[],
    enabled: whole(row, 'enabled') === 1,
    problem: webhookProblems.find((problem) => problem === row['problem']) ?? null,
    createdAt: moment(row, 'created_at'),
    secrets: secretsOf(row),
    position: changeIdOf(row, 'position'),
    lastSuccessAt: optionalMoment(row, 'last_success_at'),
    lastFailureAt: optionalMoment(row, 'last_failure_at'),
    failingSince: optionalMoment(row, 'failing_since'),
  };
}

/** A new delivery as every backend stores it. Its webhook is not part of it. */
export const toDeliveryRow = ({ position, type, body, createdAt, dueAt }: NewDelivery) => ({
  revision: position.revision,
  n: position.n,
  event_id: position.id,
  type,
  state: 'pending',
  attempts: 0,
  created_at: createdAt.getTime(),
  due_at: dueAt.getTime(),
  body,
});

/** The fields that an attempt changes. */
export const toAttemptFields = ({ attempts, at, status, error, response }: DeliveryAttempt) => ({
  attempts,
  attempted_at: at.getTime(),
  status,
  error,
  response,
});

export function fromDeliveryRow(row: UnreadRow): Delivery {
  const state = deliveryStates.find((known) => known === row['state']);
  invariant(state !== undefined, 'a stored delivery has a state');
  return {
    position: changeIdOf(row, 'event_id'),
    type: text(row, 'type') as ChangeType,
    body: text(row, 'body'),
    createdAt: moment(row, 'created_at'),
    state,
    dueAt: optionalMoment(row, 'due_at'),
    attempts: whole(row, 'attempts'),
    lastAttempt: attemptOf(row),
  };
}

function attemptOf(row: UnreadRow): DeliveryAttempt | null {
  const at = optionalMoment(row, 'attempted_at');
  if (!at) return null;
  return {
    attempts: whole(row, 'attempts'),
    at,
    status: isMissing(row, 'status') ? null : whole(row, 'status'),
    error: isMissing(row, 'error') ? null : text(row, 'error'),
    response: text(row, 'response'),
  };
}

function secretsOf(row: UnreadRow): WebhookSecrets {
  const until = optionalMoment(row, 'previous_until');
  return {
    current: text(row, 'secret_sealed') as SealedSecret,
    previous: until && { sealed: text(row, 'previous_sealed') as SealedSecret, until },
  };
}

function changeIdOf(row: UnreadRow, field: string): ParsedChangeId {
  const id = parseChangeId(text(row, field));
  invariant(id !== undefined, `the stored field ${field} is the id of a change`);
  return id;
}

function list(row: UnreadRow, field: string): readonly string[] {
  const values: unknown = JSON.parse(text(row, field));
  invariant(Array.isArray(values) && values.every((value) => typeof value === 'string'), `${field} are texts`);
  return values;
}

const isMissing = (row: UnreadRow, field: string): boolean => row[field] === null || row[field] === undefined;

const optionalMoment = (row: UnreadRow, field: string): Date | null =>
  isMissing(row, field) ? null : moment(row, field);
