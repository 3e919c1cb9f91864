import { randomBytes } from 'node:crypto';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import { type ParsedChangeId, parseChangeId } from '../../../src/domain/changes/change-id.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { newWebhookId, type Webhook } from '../../../src/domain/webhooks/webhook.ts';
import type { NewDelivery } from '../../../src/domain/webhooks/webhook-delivery.ts';
import type { SealedSecret } from '../../../src/domain/webhooks/webhook-secret.ts';
import { noon } from './a-prompt.ts';

export const aSealedSecret = (): SealedSecret => `w1.test.${randomBytes(8).toString('hex')}` as SealedSecret;

/** The id of a change. */
export function aPosition(revision: number, n = 1, check = '0123abcd'): ParsedChangeId {
  const position = parseChangeId(`${revision}-${n}-${check}`);
  invariant(position !== undefined, 'a position is the id of a change');
  return position;
}

/** Valid and unique, at the beginning of an empty feed; tests set only the fields that matter to them. */
export function aWebhook(accountId: AccountId, fields: Partial<Webhook> = {}): Webhook {
  const createdAt = fields.createdAt ?? noon();
  return {
    id: newWebhookId(createdAt, randomBytes(32)),
    accountId,
    url: 'https://receiver.example.com/hooks?team=löwe',
    types: [],
    prompts: [],
    labels: [],
    description: '',
    enabled: true,
    problem: null,
    secrets: { current: aSealedSecret(), previous: null },
    position: aPosition(0, 0, '00000000'),
    createdAt,
    lastSuccessAt: null,
    lastFailureAt: null,
    failingSince: null,
    ...fields,
  };
}

/** Of the change with that revision, due now. */
export function aDelivery(revision: number, fields: Partial<NewDelivery> = {}): NewDelivery {
  const position = fields.position ?? aPosition(revision);
  return {
    position,
    type: 'label.moved',
    body: JSON.stringify({ id: position.id, data: { message: 'Löwe 🦁 "quoted"' } }),
    createdAt: noon(),
    dueAt: noon(),
    ...fields,
  };
}
