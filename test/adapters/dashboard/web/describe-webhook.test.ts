import { expect, it } from 'vitest';
import {
  describeFilters,
  describeState,
} from '../../../../src/adapters/inbound/dashboard/web/pages/webhooks/describe-webhook.ts';

const NOON = '2026-11-15T12:00:00.000Z';
const LATER = '2026-11-15T12:00:01.000Z';

const ENABLED = { enabled: true, problem: null, lastSuccessAt: null, lastFailureAt: null };
const EVERYTHING = { types: [], prompts: [], labels: [] };

it.each([
  [{}, 'Enabled'],
  [{ lastSuccessAt: NOON }, 'Enabled'],
  [{ lastFailureAt: NOON, lastSuccessAt: LATER }, 'Enabled'],
  [{ lastFailureAt: NOON }, 'Failing'],
  [{ lastFailureAt: LATER, lastSuccessAt: NOON }, 'Failing'],
  [{ enabled: false, lastFailureAt: NOON }, 'Disabled'],
])('describes the state of %j as %s', (fields, label) => {
  expect(describeState({ ...ENABLED, ...fields }).label).toBe(label);
});

it.each<[Partial<Parameters<typeof describeFilters>[0]>, string]>([
  [{}, 'All changes'],
  [{ types: ['prompt.created', 'prompt.deleted'] }, 'prompt.created, prompt.deleted'],
  [{ labels: ['production'] }, 'label.moved · label production'],
  [{ prompts: ['support/*'] }, 'All changes · of support/*'],
])('describes the filters of %j as %s', (fields, text) => {
  expect(describeFilters({ ...EVERYTHING, ...fields })).toBe(text);
});
