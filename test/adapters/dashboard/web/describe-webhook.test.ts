import { expect, it } from 'vitest';
import {
  type DescribedWebhook,
  describeFilters,
  describeState,
} from '../../../../src/adapters/inbound/dashboard/web/pages/webhooks/describe-webhook.ts';

const NOON = '2026-11-15T12:00:00.000Z';
const LATER = '2026-11-15T12:00:01.000Z';

const aWebhook = (fields: Partial<DescribedWebhook> = {}): DescribedWebhook => ({
  id: 'w_1234567890123_abcdef',
  url: 'https://hooks.example.com',
  types: [],
  prompts: [],
  labels: [],
  description: '',
  enabled: true,
  problem: null,
  previousSecretUntil: null,
  lastSuccessAt: null,
  lastFailureAt: null,
  createdAt: NOON,
  ...fields,
});

it.each<[Partial<DescribedWebhook>, string]>([
  [{}, 'Enabled'],
  [{ lastSuccessAt: NOON }, 'Enabled'],
  [{ lastFailureAt: NOON, lastSuccessAt: LATER }, 'Enabled'],
  [{ lastFailureAt: NOON }, 'Failing'],
  [{ lastFailureAt: LATER, lastSuccessAt: NOON }, 'Failing'],
  [{ enabled: false, lastFailureAt: NOON }, 'Disabled'],
])('describes the state of %j as %s', (fields, label) => {
  expect(describeState(aWebhook(fields)).label).toBe(label);
});

it.each<[Partial<DescribedWebhook>, string]>([
  [{}, 'All changes'],
  [{ types: ['prompt.created', 'prompt.deleted'] }, 'prompt.created, prompt.deleted'],
  [{ labels: ['production'] }, 'label.moved · label production'],
  [{ prompts: ['support/*'] }, 'All changes · of support/*'],
])('describes the filters of %j as %s', (fields, text) => {
  expect(describeFilters(aWebhook(fields))).toBe(text);
});
