import { afterEach, describe, expect, it, vi } from 'vitest';
import { apiErrors, type ErrorCode, statusOf } from '../../../../src/adapters/inbound/http/errors/error-codes.ts';
import { ERROR_SENTENCES } from '../../../../src/adapters/inbound/http/errors/error-sentences.ts';
import { KeyringReplaced } from '../../../../src/application/ports/secrets.ts';
import { StorageFull, StorageUnavailable } from '../../../../src/application/ports/storage/storage-unavailable.ts';
import type { Label } from '../../../../src/domain/naming/label.ts';
import { ADA } from '../../../support/in-memory/an-application.ts';
import { RawConnection, requestHead, sendRaw } from '../requests/raw-connection.ts';
import type { ApiResponse } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';
import { findErrorProblem, findSentenceProblem } from './sentence.ts';

afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

type App = Awaited<ReturnType<typeof startStandaloneApp>>;

const call = ({ api, token }: App, method: string, path: string, json?: unknown, headers = {}) =>
  api.call(method, `/api${path}`, { key: token, headers, ...(json === undefined ? {} : { json }) });

/** `support/reply` with three versions, `production` on the first, included by `support/whole`. */
async function createPrompts(app: App): Promise<void> {
  const content = ['Hello {{name}}.', 'Hello {{name}}, {{agent}} here.', 'Hello {{agent}}.'];
  await call(app, 'POST', '/prompts', { name: 'support/reply', content: content[0], labels: ['production'] });
  for (const text of content.slice(1)) {
    await call(app, 'POST', '/prompts/support%2Freply/versions', { content: text });
  }
  await call(app, 'POST', '/prompts', { name: 'support/whole', content: '{{> support/reply@1}}' });
}

const REPLY = '/prompts/support%2Freply';

const sendLate = async (app: App): Promise<ApiResponse> => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const late = await startStandaloneApp();
  const started = Promise.withResolvers<void>();
  vi.spyOn(late.storage, 'findByDigest').mockImplementation(() => {
    started.resolve();
    return new Promise(() => {});
  });
  const response = late.api.verify(app.token);
  await started.promise;
  vi.advanceTimersByTime(4500);
  return response;
};

const sendSlowBody = async (): Promise<ApiResponse> => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] });
  const { api } = await startStandaloneApp();
  const connection = await RawConnection.open(api.url);
  await connection.send(requestHead('POST /api/auth/token HTTP/1.1', ...JSON_BODY));
  const response = connection.readResponse();
  // The server must have begun to read the body.
  await expect.poll(() => vi.getTimerCount()).toBeGreaterThan(0);
  vi.advanceTimersByTime(31_000);
  return response.finally(() => connection.close());
};

const JSON_BODY = ['Content-Type: application/json', 'Content-Length: 20'];

/** How to get each error, and the sentence that it has. */
const CASES: Partial<Record<ErrorCode, readonly [(app: App) => Promise<ApiResponse>, string]>> = {
  malformed_json: [
    (app) => app.api.call('POST', '/api/auth/token', { body: '{\n  "email": }', headers: json }),
    'The body is not valid JSON: see line 2, column 12.',
  ],
  bad_query: [
    (app) => call(app, 'GET', '/prompts?limit=0&srot=name'),
    'Query parameter limit must be a number from 1 to 200; srot is unknown (did you mean sort?).',
  ],
  range_too_large: [
    async (app) => {
      vi.spyOn(app.summarizeUsage, 'execute').mockResolvedValue({ kind: 'too-large', entriesMax: 50_000 });
      return call(app, 'GET', '/stats');
    },
    'The range has more than 50000 entries. Ask for a shorter one, or by day.',
  ],
  host_unknown: [
    (app) => sendRaw(app.api.url, 'GET /livez HTTP/1.1\r\nHost: evil.example.com\r\n\r\n'),
    'evil.example.com is not a name of this service, which listens on this machine only. Set http.publicUrl to the URL ' +
      'that clients use, or list the name in http.allowedHosts. Behind a proxy, set http.trustProxy.',
  ],
  host_missing: [(app) => sendRaw(app.api.url, 'GET /livez HTTP/1.1\r\n\r\n'), ERROR_SENTENCES.host_missing],
  host_repeated: [
    (app) => sendRaw(app.api.url, requestHead('GET /livez HTTP/1.1', 'Host: b')),
    ERROR_SENTENCES.host_repeated,
  ],
  malformed_target: [
    (app) => sendRaw(app.api.url, requestHead('GET http:// HTTP/1.1')),
    ERROR_SENTENCES.malformed_target,
  ],
  malformed_request: [(app) => sendRaw(app.api.url, 'garbage\r\n\r\n'), ERROR_SENTENCES.malformed_request],
  not_found: [(app) => app.api.get('/api/promts'), 'There is nothing at /api/promts. Did you mean /api/prompts?'],
  prompt_not_found: [
    (app) => call(app, 'GET', '/prompts/support%2Freplay'),
    'No prompt named support/replay. Did you mean support/reply?',
  ],
  version_not_found: [
    (app) => call(app, 'GET', `${REPLY}?version=7`),
    'support/reply has no version 7; the newest is 3.',
  ],
  label_not_found: [
    (app) => call(app, 'GET', `${REPLY}?label=staging`),
    'support/reply has no label staging. Its labels: production, latest.',
  ],
  webhook_not_found: [(app) => call(app, 'GET', '/webhooks/w_1700000000000_abcdef'), ERROR_SENTENCES.webhook_not_found],
  delivery_not_found: [
    async (app) => {
      const { body } = await call(app, 'POST', '/webhooks', { url: 'https://hooks.example.com/' });
      const { id } = (body as { data: { id: string } }).data;
      return call(app, 'POST', `/webhooks/${id}/deliveries/1-1-3f9c2a71/retry`);
    },
    ERROR_SENTENCES.delivery_not_found,
  ],
  webhooks_disabled: [
    async () => {
      const app = await startStandaloneApp({ webhooksEnabled: false });
      return call(app, 'GET', '/webhooks');
    },
    ERROR_SENTENCES.webhooks_disabled,
  ],
  method_not_allowed: [(app) => call(app, 'POST', '/tags'), '/api/tags does not take POST; use GET or HEAD.'],
  request_timeout: [sendSlowBody, ERROR_SENTENCES.request_timeout],
  name_taken: [
    (app) => call(app, 'POST', '/prompts', { name: 'support/reply', content: 'x' }),
    'A prompt named support/reply already exists. Publish a version of it, or choose another name.',
  ],
  email_taken: [(app) => app.api.signUp(ADA), ERROR_SENTENCES.email_taken],
  type_mismatch: [
    (app) => call(app, 'POST', `${REPLY}/versions`, { messages: [{ role: 'user', content: 'x' }] }),
    'support/reply is a text: send content, not messages.',
  ],
  archived: [
    async (app) => {
      await call(app, 'PATCH', REPLY, { archived: true });
      return call(app, 'POST', `${REPLY}/versions`, { content: 'x' });
    },
    'support/reply is archived. Set archived to false first.',
  ],
  included_by: [(app) => call(app, 'DELETE', REPLY), 'support/reply is included by support/whole. Change it first.'],
  breaking_change: [
    (app) => call(app, 'PUT', `${REPLY}/labels/production`, { version: 3 }),
    'This would break callers: name was removed; agent is now required. Set force to true to move production anyway.',
  ],
  nothing_to_roll_back: [
    (app) => call(app, 'POST', `${REPLY}/labels/production/rollback`),
    'Label production of support/reply has no earlier version to roll back to.',
  ],
  label_protected: [
    async (app) => {
      const protectedLabels = ['production' as Label];
      vi.spyOn(app.prompts.writer, 'revise').mockResolvedValue({ kind: 'protected', labels: protectedLabels });
      return call(app, 'PUT', `${REPLY}/labels/production`, { version: 2, force: true });
    },
    'The label production is protected. Move it in the dashboard.',
  ],
  too_many_webhooks: [
    async (app) => {
      const create = () => call(app, 'POST', '/webhooks', { url: 'https://hooks.example.com/' });
      for (let count = 0; count < 10; count += 1) await create();
      return create();
    },
    'The account already has 10 webhooks. Remove one first.',
  ],
  conflict: [
    async (app) => {
      vi.spyOn(app.prompts.writer, 'create').mockResolvedValue({ kind: 'stale' });
      return call(app, 'POST', '/prompts', { name: 'new', content: 'x' });
    },
    ERROR_SENTENCES.conflict,
  ],
  gone: [(app) => call(app, 'GET', '/changes?after=9-1-3f9c2a71'), ERROR_SENTENCES.gone],
  precondition_failed: [
    (app) => call(app, 'PATCH', REPLY, { description: 'x' }, { 'If-Match': '"p_1700000000000_abcdef.1.1"' }),
    'support/reply does not match If-Match: it has changed, or is gone. Read it again, then repeat the change.',
  ],
  body_too_large: [
    (app) => call(app, 'POST', '/prompts', { name: 'x'.repeat(1024 * 1024) }),
    'The body is larger than 1 MiB.',
  ],
  unsupported_media_type: [
    (app) => app.api.call('POST', '/api/auth/token', { body: '{}', headers: { 'Content-Type': 'text/plain' } }),
    'The body has the type text/plain. Send it as application/json.',
  ],
  invalid: [
    (app) => call(app, 'POST', '/prompts', { name: 'Big Name', contents: 'x', tags: ['a', 'a'] }),
    'Field contents is unknown (did you mean content?); content is missing: give either content or messages.',
  ],
  variables_invalid: [
    (app) => call(app, 'POST', `${REPLY}/render`, { variables: { nmae: 'Ada' } }),
    'Variable name is missing; nmae is unknown.',
  ],
  includes_invalid: [
    async (app) => {
      vi.spyOn(app.prompts.reader, 'readIncludedHeads').mockResolvedValue([undefined]);
      return call(app, 'POST', '/prompts/support%2Fwhole/render', {});
    },
    'No text prompt named support/reply.',
  ],
  render_too_large: [
    async (app) => {
      await call(app, 'POST', '/prompts', { name: 'long', content: '{{#list}}{{text}}{{/list}}' });
      const variables = { list: Array(1025).fill(0), text: 'x'.repeat(1024) };
      return call(app, 'POST', '/prompts/long/render', { variables });
    },
    'The rendered prompt has more than 1 MiB.',
  ],
  not_expressible: [
    async (app) => {
      await call(app, 'POST', '/prompts', { name: 'list', content: 'Items:\n{{#items}}{{.}}{{/items}}' });
      return app.api.get('/beta/litellm_prompt_management?prompt_id=list', { key: app.token });
    },
    'The client would render this prompt differently: {{#items}} (line 2) is a section, which LiteLLM does not have; {{.}} (line 2) is an item of a list, which LiteLLM does not support.',
  ],
  quota_exceeded: [
    async () => {
      const app = await startStandaloneApp({ quotas: { prompts: 0 } });
      return call(app, 'POST', '/prompts', { name: 'new', content: 'x' });
    },
    '0 of 0 prompts of the account are used. Delete what is no longer needed, or ask the operator to raise limits.prompts.',
  ],
  idempotency_key_reused: [
    async (app) => {
      const headers = { 'Idempotency-Key': 'a' };
      await call(app, 'POST', '/prompts', { name: 'one', content: 'x' }, headers);
      return call(app, 'POST', '/prompts', { name: 'other', content: 'x' }, headers);
    },
    'Another request was sent with this Idempotency-Key in the last 24 hours. Use a new key for each request.',
  ],
  too_many_failures: [
    async (app) => {
      app.throttle.limit = 0;
      return app.api.signIn(ADA);
    },
    'There were too many failed sign-ins. Try again in 60 seconds.',
  ],
  too_many_signups: [
    async (app) => {
      app.signUpThrottle.limit = 0;
      return app.api.signUp({ ...ADA, email: 'new@example.com' });
    },
    'Too many accounts were opened from this network. Try again in 60 seconds.',
  ],
  busy: [
    async (app) => {
      app.gate.busy = true;
      return app.api.signIn(ADA);
    },
    'Too many requests are being handled at the moment. Try again in 2 seconds.',
  ],
  too_many_streams: [
    async (app) => {
      vi.spyOn(app.streams, 'enter').mockResolvedValue(false);
      return call(app, 'GET', '/events');
    },
    'Too many event streams are open. Try again in 30 seconds.',
  ],
  headers_too_large: [
    (app) => sendRaw(app.api.url, requestHead('GET /livez HTTP/1.1', `X-Note: ${'x'.repeat(8192)}`)),
    ERROR_SENTENCES.headers_too_large,
  ],
  storage_unavailable: [
    async (app) => {
      vi.spyOn(app.storage, 'findByDigest').mockRejectedValue(new StorageUnavailable('storage', new Error('x')));
      return app.api.verify(app.token);
    },
    ERROR_SENTENCES.storage_unavailable,
  ],
  storage_full: [
    async (app) => {
      vi.spyOn(app.prompts.writer, 'create').mockRejectedValue(new StorageFull('storage', new Error('x')));
      return call(app, 'POST', '/prompts', { name: 'new', content: 'x' });
    },
    ERROR_SENTENCES.storage_full,
  ],
  clock_off: [
    async (app) => {
      app.ping.mockResolvedValue({ isNearlyFull: false, time: new Date(Date.now() - 301_000) });
      return app.api.get('/readyz');
    },
    'The clock of this instance is 301 s ahead of the clock of the storage. Ask the operator to set it.',
  ],
  keyring_replaced: [
    async (app) => {
      vi.spyOn(app.storage, 'findByDigest').mockRejectedValue(new KeyringReplaced());
      return app.api.verify(app.token);
    },
    ERROR_SENTENCES.keyring_replaced,
  ],
  timeout: [sendLate, ERROR_SENTENCES.timeout],
};

const json = { 'Content-Type': 'application/json' };

/** Errors that other tests of the server produce: a client that leaves, a shutdown, a bug. */
const ELSEWHERE: readonly string[] = ['body_incomplete', 'draining', 'internal_error'];

describe('an error', () => {
  it.each(Object.entries(ERROR_SENTENCES))('%s has a general sentence', (code, sentence) => {
    expect(findSentenceProblem(statusOf(code as ErrorCode), sentence)).toBeUndefined();
  });

  it.each(Object.entries(CASES))('%s has a sentence about the request', async (code, [produce, sentence]) => {
    const app = await startStandaloneApp();
    await createPrompts(app);

    const response = await produce(app);

    expect(response.body).toMatchObject({ code, error: sentence });
    expect(response.status).toBe(statusOf(code as ErrorCode));
    expect(findErrorProblem(response.status, response.text)).toBeUndefined();
  });

  it('has a case here for every code of the API', () => {
    expect([...Object.keys(CASES), ...ELSEWHERE].sort()).toEqual(Object.keys(apiErrors).sort());
  });
});
