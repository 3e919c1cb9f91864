import { expect, it, onTestFinished, vi } from 'vitest';
import { InMemorySharedRecords } from '../../../support/in-memory/in-memory-shared-records.ts';
import { codeIn } from '../support/api.ts';
import { startStandaloneApp } from '../support/standalone-app.ts';

const PROMPT_BYTES = 250 * 1024;
const RESPONSES_MAX_BYTES = 64 * 1024 * 1024;

it('limits what the responses of one account may take, and refuses before anything is created', async () => {
  const { api, token: key } = await startStandaloneApp({ quotas: { contentBytes: 2 ** 40 } });
  const post = (index: number, headers: Readonly<Record<string, string>>) =>
    api.call('POST', '/api/prompts', {
      key,
      json: { name: `p-${index}`, content: `${index} ${'x'.repeat(PROMPT_BYTES)}` },
      headers,
    });
  let count = 0;
  let response = await post(count, { 'Idempotency-Key': `${count}` });
  while (response.status === 201 && count * PROMPT_BYTES < 2 * RESPONSES_MAX_BYTES) {
    count += 1;
    response = await post(count, { 'Idempotency-Key': `${count}` });
  }

  expect([response.status, codeIn(response), response.headers.get('Retry-After')]).toEqual([429, 'busy', '3600']);
  expect(count * PROMPT_BYTES).toBeGreaterThan(RESPONSES_MAX_BYTES * 0.9);
  expect((await api.get(`/api/prompts/p-${count}`, { key })).status).toBe(404);
  // The limit is one for all that an account creates.
  const version = { key, json: { content: 'x'.repeat(PROMPT_BYTES) }, headers: { 'Idempotency-Key': 'v' } };
  expect((await api.call('POST', '/api/prompts/p-0/versions', version)).status).toBe(429);
  expect((await post(count, {})).status).toBe(201);
});

it('ignores the header where nothing is created', async () => {
  const { api, token: key } = await startStandaloneApp();
  const headers = { 'Idempotency-Key': 'not valid' };
  await api.call('POST', '/api/prompts', { key, json: { name: 'a', content: 'Hi' } });

  expect((await api.call('POST', '/api/prompts/a/render', { key, json: {}, headers })).status).toBe(200);
  expect((await api.get('/api/prompts/a', { key, headers })).status).toBe(200);
});

it('is 401, and repeats nothing, if the key is reset just before the response is read', async () => {
  const { api, token: key } = await startStandaloneApp();
  const call = { key, json: { name: 'one', content: 'Hello.' }, headers: { 'Idempotency-Key': 'a' } };
  expect((await api.call('POST', '/api/prompts', call)).status).toBe(201);
  const { read } = InMemorySharedRecords.prototype;
  const spied = vi.spyOn(InMemorySharedRecords.prototype, 'read').mockImplementationOnce(async function (
    this: InMemorySharedRecords,
    keys,
  ) {
    expect((await api.reset(key)).status).toBe(200);
    return read.call(this, keys);
  });
  onTestFinished(() => spied.mockRestore());

  const { status, text } = await api.call('POST', '/api/prompts', call);

  expect(spied).toHaveBeenCalled();
  expect(status).toBe(401);
  expect(text).not.toContain('Hello.');
});
