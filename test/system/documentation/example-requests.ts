import type { RecordedExample } from '../../../src/adapters/inbound/api/docs/recorded-examples.ts';
import { StorageUnavailable } from '../../../src/application/ports/storage/storage-unavailable.ts';
import type { Email } from '../../../src/domain/accounts/account.ts';
import { parseChangeId } from '../../../src/domain/changes/change-id.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { hourOf } from '../../../src/domain/usage/usage.ts';
import type { startStandaloneApp } from '../../adapters/http/support/standalone-app.ts';
import { PRODUCTION, toName } from '../../support/builders/a-prompt.ts';
import { aBatch, aCaller, aLabelRead } from '../../support/builders/some-usage.ts';

export type ExampleApp = Awaited<ReturnType<typeof startStandaloneApp>>;

/** A request to record, and the status that it must get. */
export interface ExampleRequest extends Pick<RecordedExample, 'operation' | 'status'> {
  /** A function of the examples so far, where the request names something from an earlier response. */
  readonly parameters?: RecordedExample['parameters'] | ((recorded: Recorded) => RecordedExample['parameters']);
  /** A function of the examples so far, where the request repeats an earlier response. */
  readonly body?: unknown;
  /** Of the body; JSON by default. */
  readonly type?: string;
  readonly prepare?: (app: ExampleApp) => unknown;
}

const NDJSON = 'application/x-ndjson';
const GRACE = { email: 'grace@example.com', name: 'Grace Hopper', password: 'correct horse battery' };
const ref = 'support/reply';
const FIRST = 'Dear {{name}}, thank you for your letter.';
const SECOND = 'Dear {{name}}, thank you for your kind letter.';
const THIRD = 'Dear {{name}}, thank you for your letter about {{topic}}.';

const TRIAGE = {
  messages: [
    { role: 'system', content: 'Sort the conversation into {{categories}}.' },
    { placeholder: 'conversation' },
  ],
  variables: [{ name: 'categories', type: 'json', description: 'a list of names' }],
};

type Recorded = readonly RecordedExample[];

const responseOf = (recorded: Recorded, operation: string, type: string): unknown =>
  recorded.find((example) => example.operation === operation && example.response?.type === type)?.response?.value;

const accounts: readonly ExampleRequest[] = [
  { operation: 'openAccount', body: GRACE, status: 201 },
  { operation: 'openAccount', body: GRACE, status: 409 },
  { operation: 'signIn', body: { email: GRACE.email, password: GRACE.password }, status: 200 },
  { operation: 'signIn', body: { email: GRACE.email, password: 'wrong' }, status: 401 },
  { operation: 'verifyKey', status: 200 },
];

/** The export is small because there is one prompt yet, and it is imported again after the prompt was deleted. */
const transfer: readonly ExampleRequest[] = [
  {
    operation: 'createPrompt',
    body: {
      name: ref,
      content: FIRST,
      config: { model: 'gpt-5', temperature: 0.3 },
      description: 'The first reply to a customer',
      tags: ['support'],
      labels: ['production'],
      message: 'first version',
    },
    status: 201,
  },
  { operation: 'createPrompt', body: { name: ref, content: FIRST }, status: 409 },
  { operation: 'createPrompt', body: { name: 'Support/Reply', content: FIRST, tags: ['Ärger'] }, status: 422 },
  { operation: 'exportPrompts', status: 200 },
  { operation: 'exportPrompts', parameters: { Accept: NDJSON }, status: 200 },
  { operation: 'deletePrompt', parameters: { ref }, status: 204 },
  {
    operation: 'importPrompts',
    parameters: { mode: 'merge', dryRun: false },
    body: (recorded: Recorded) => responseOf(recorded, 'exportPrompts', 'application/json'),
    status: 200,
  },
  {
    operation: 'importPrompts',
    parameters: { mode: 'merge', Accept: NDJSON },
    type: NDJSON,
    body: (recorded: Recorded) => responseOf(recorded, 'exportPrompts', NDJSON),
    status: 200,
  },
];

const prompts: readonly ExampleRequest[] = [
  {
    operation: 'putPrompt',
    parameters: { ref: 'support/triage' },
    body: {
      ...TRIAGE,
      tags: ['support', 'internal'],
      labels: ['production'],
    },
    status: 201,
  },
  {
    operation: 'putPrompt',
    parameters: { ref: 'support/triage' },
    body: TRIAGE,
    status: 200,
  },
  { operation: 'listPrompts', parameters: { tag: ['support'], limit: 50 }, status: 200 },
  { operation: 'listPrompts', parameters: { limit: 1000 }, status: 400 },
  { operation: 'readPrompt', parameters: { ref, label: 'production' }, status: 200 },
  { operation: 'readPrompt', parameters: { ref: 'support/replay' }, status: 404 },
  {
    operation: 'changePrompt',
    parameters: { ref },
    body: { description: 'The first reply to any letter', tags: ['support', 'letters'] },
    status: 200,
  },
  {
    operation: 'changePrompt',
    parameters: { ref, 'If-Match': '"p_1794744000000_a1b2c3.1.1"' },
    body: { archived: true },
    status: 412,
  },
  { operation: 'listTags', status: 200 },
  { operation: 'listFolders', status: 200 },
];

const versions: readonly ExampleRequest[] = [
  {
    operation: 'publishVersion',
    parameters: { ref },
    body: { content: SECOND, message: 'kinder', labels: ['staging'] },
    status: 201,
  },
  { operation: 'publishVersion', parameters: { ref }, body: { content: SECOND }, status: 200 },
  { operation: 'publishVersion', parameters: { ref }, body: { content: THIRD, message: 'more specific' }, status: 201 },
  { operation: 'listVersions', parameters: { ref, limit: 50 }, status: 200 },
  { operation: 'readVersion', parameters: { ref, n: 2 }, status: 200 },
  { operation: 'readVersion', parameters: { ref, n: 7 }, status: 404 },
  { operation: 'diffVersions', parameters: { ref, from: 'production', to: '3' }, status: 200 },
];

const labels: readonly ExampleRequest[] = [
  {
    operation: 'moveLabel',
    parameters: { ref, label: 'production' },
    body: { version: 2, message: 'approved' },
    status: 200,
  },
  { operation: 'moveLabel', parameters: { ref, label: 'production' }, body: { version: 3 }, status: 409 },
  { operation: 'rollBackLabel', parameters: { ref, label: 'production' }, body: { from: 2 }, status: 200 },
  { operation: 'listProtectedLabels', status: 200 },
  { operation: 'listLabels', parameters: { ref }, status: 200 },
  { operation: 'readLabel', parameters: { ref, label: 'production' }, status: 200 },
  { operation: 'readLabel', parameters: { ref, label: 'canary' }, status: 404 },
  { operation: 'labelHistory', parameters: { ref, label: 'production', limit: 50 }, status: 200 },
  { operation: 'removeLabel', parameters: { ref, label: 'staging' }, status: 204 },
  { operation: 'rollBackLabel', parameters: { ref, label: 'canary' }, status: 404 },
];

const changes: readonly ExampleRequest[] = [
  {
    operation: 'listChanges',
    parameters: { after: '0', limit: 3, type: ['version.published', 'label.moved'], prompt: 'support/*' },
    status: 200,
  },
  { operation: 'listChanges', parameters: { after: '1-1-3f9c2a71' }, status: 410 },
  { operation: 'listChanges', parameters: { after: '1', cursor: '2' }, status: 400 },
  { operation: 'streamEvents', parameters: { after: '0', label: ['production'] }, status: 200 },
];

/** Names the webhook of the first example. */
const ofWebhook = (recorded: Recorded): RecordedExample['parameters'] => {
  const created = responseOf(recorded, 'createWebhook', 'application/json') as {
    readonly data: { readonly id: string };
  };
  return { id: created.data.id };
};

const REFUSED_EVENT = '12-2-3f9c2a71';

const webhooks: readonly ExampleRequest[] = [
  {
    operation: 'createWebhook',
    body: {
      url: 'https://hooks.example.com/prompthold',
      types: ['label.moved'],
      prompts: ['support/*'],
      labels: ['production'],
      description: 'Reports to the team what is live',
    },
    status: 201,
  },
  { operation: 'createWebhook', body: { url: 'ftp://hooks.example.com' }, status: 422 },
  { operation: 'listWebhooks', status: 200 },
  { operation: 'readWebhook', parameters: ofWebhook, status: 200 },
  { operation: 'readWebhook', parameters: { id: 'w_1700000000000_abcdef' }, status: 404 },
  { operation: 'testWebhook', parameters: ofWebhook, status: 200 },
  {
    operation: 'listDeliveries',
    parameters: (recorded) => ({ ...ofWebhook(recorded), state: 'pending', limit: 50 }),
    prepare: refuseDelivery,
    status: 200,
  },
  {
    operation: 'retryDelivery',
    parameters: (recorded) => ({ ...ofWebhook(recorded), eventId: REFUSED_EVENT }),
    status: 202,
  },
  { operation: 'changeWebhook', parameters: ofWebhook, body: { enabled: false }, status: 200 },
  { operation: 'rotateWebhookSecret', parameters: ofWebhook, status: 200 },
  { operation: 'removeWebhook', parameters: ofWebhook, status: 204 },
];

const rendering: readonly ExampleRequest[] = [
  {
    operation: 'renderPrompt',
    parameters: { ref },
    body: { label: 'production', variables: { name: 'Ada' } },
    status: 200,
  },
  {
    operation: 'renderPrompt',
    parameters: { ref, Accept: 'text/plain' },
    body: { variables: { name: 'Ada' } },
    status: 200,
  },
  { operation: 'renderPrompt', parameters: { ref }, body: { variables: { nmae: 'Ada' } }, status: 422 },
];

const includers: readonly ExampleRequest[] = [
  {
    operation: 'putPrompt',
    parameters: { ref: 'support/escalation' },
    body: { content: '{{> support/reply}}\n\nA colleague will call you.', labels: ['production'] },
    status: 201,
  },
  { operation: 'listIncluders', parameters: { ref, limit: 50 }, status: 200 },
  { operation: 'findImpact', parameters: { ref }, body: { version: 3, label: 'production' }, status: 200 },
];

const service: readonly ExampleRequest[] = [
  {
    operation: 'readStats',
    parameters: { from: '2026-11-14', to: '2026-11-16', interval: 'day', groupBy: 'status' },
    prepare: recordCalls,
    status: 200,
  },
  {
    operation: 'listCallers',
    parameters: { seenSince: '2026-11-15' },
    prepare: recordCallers,
    status: 200,
  },
  { operation: 'readArrival', parameters: { ref, label: 'production' }, status: 200 },
  { operation: 'readLimits', status: 200 },
  { operation: 'resetKey', status: 200 },
  { operation: 'listRotations', parameters: { limit: 50 }, status: 200 },
  { operation: 'readIndex', status: 200 },
  { operation: 'live', status: 200 },
  { operation: 'ready', status: 200 },
];

/** Errors that any operation may return, where it has no example of its own. */
const failures: readonly ExampleRequest[] = [
  { operation: 'createPrompt', type: 'text/plain', body: 'name=greeting', status: 415 },
  { operation: 'createPrompt', body: { name: 'greeting', content: 'x'.repeat(1024 * 1024) }, status: 413 },
  {
    operation: 'signIn',
    body: { email: GRACE.email, password: GRACE.password },
    prepare: ({ throttle }) => Object.assign(throttle, { limit: 0 }),
    status: 429,
  },
  { operation: 'verifyKey', parameters: { 'X-Note': 'x'.repeat(9000) }, status: 431 },
  {
    operation: 'ready',
    prepare: ({ ping }) => ping.mockRejectedValueOnce(new StorageUnavailable('Postgres', undefined)),
    status: 503,
  },
];

/** In this order, they need nothing but an account. */
export const exampleRequests: readonly ExampleRequest[] = [
  ...accounts,
  ...transfer,
  ...prompts,
  ...versions,
  ...labels,
  ...changes,
  ...webhooks,
  ...rendering,
  ...includers,
  ...service,
  ...failures,
];

/** Makes a delivery that its receiver refused once. */
async function refuseDelivery({ webhooks: { webhooks, deliveries }, clock }: ExampleApp): Promise<void> {
  const [held] = webhooks.all();
  const event = parseChangeId(REFUSED_EVENT);
  invariant(held !== undefined && event !== undefined, 'the webhook was created');
  const { accountId, id, position: from } = held.webhook;
  const [reference, instance, now] = [{ accountId, id }, 'example', clock.now()];
  const after = (seconds: number) => new Date(now.getTime() + seconds * 1000);
  const added = { position: event, type: 'label.moved' as const, body: '{}', createdAt: now, dueAt: now };
  const attempt = { attempts: 1, at: now, status: 503, error: 'the receiver responded 503', response: 'maintenance' };
  await webhooks.lease(reference, { instance, now, until: after(30) });
  await deliveries.enqueue(reference, { instance, now, from, to: event, deliveries: [added] });
  await deliveries.record(reference, { ...attempt, position: event, state: 'pending', dueAt: after(5) });
}

/** The calls of two days. */
async function recordCalls({ usage, storage }: ExampleApp): Promise<void> {
  const account = await storage.findByEmail(GRACE.email as Email);
  invariant(account !== undefined, 'the account was opened');
  const at = (time: string) => hourOf(Date.parse(time));
  const route = 'GET /api/prompts/{ref}';
  await usage.apply({
    accountId: account.id,
    instance: 'example',
    sequence: 1,
    calls: [
      { hour: at('2026-11-14T09:00:00Z'), route, statusClass: '2xx', count: 310 },
      { hour: at('2026-11-14T10:00:00Z'), route, statusClass: '4xx', count: 2 },
      { hour: at('2026-11-15T08:00:00Z'), route, statusClass: '2xx', count: 124 },
    ],
    reads: [],
    promptCalls: [],
    callers: [],
    refusedCalls: [],
    lastUsedAt: new Date('2026-11-15T08:00:00Z'),
    retentionDays: 90,
  });
}

async function recordCallers({ usage, storage, prompts, clock }: ExampleApp): Promise<void> {
  const account = await storage.findByEmail(GRACE.email as Email);
  invariant(account !== undefined, 'the account was opened');
  const prompt = await prompts.reader.find(account.id, { by: 'name', name: toName(ref) });
  const version = prompt?.labels.get(PRODUCTION) ?? 0;
  const minutesAgo = (minutes: number) => new Date(clock.now().getTime() - minutes * 60_000);
  const served = (minutes: number, version: number) =>
    aLabelRead(minutesAgo(minutes), { promptId: prompt?.id, label: PRODUCTION, version });
  await usage.apply({
    ...aBatch(account.id, { instance: 'example', sequence: 2 }),
    callers: [
      aCaller(minutesAgo(1), {
        name: 'support-bot/1.4',
        address: '10.0.0.12',
        firstSeen: minutesAgo(60),
        calls: 310,
        labels: [served(1, version)],
      }),
      aCaller(minutesAgo(20), { firstSeen: minutesAgo(40), calls: 3, labels: [served(20, version + 1)] }),
    ],
    lastUsedAt: minutesAgo(1),
  });
}
