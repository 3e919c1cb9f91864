import { expect, it } from 'vitest';
import { startStandaloneApp } from '../../support/standalone-app.ts';
import { type Client, expectStatus } from '../support/client.ts';

/** A prompt of three revisions, whose last one every client and cache has seen. The storage is then put back to the second. */
async function aLostWrite() {
  const app = await startStandaloneApp();
  const { ada } = app;
  const { id, name } = await ada.createPrompt({ content: 'One.', labels: ['production'] });
  await ada.publish(id, { content: 'Two.', labels: ['production'] });
  const restore = backUp(app);
  const lost = await publish(ada, id, 'lost');
  return { ada, id, name, lost, restore };
}

function backUp({ storage, account }: Awaited<ReturnType<typeof startStandaloneApp>>): () => void {
  const collection = storage.promptCollections.get(account.id);
  if (!collection) throw new Error('the account has prompts');
  const { prompts, changes, ...rest } = collection;
  const backup = { ...rest, prompts: new Map(prompts), changes: [...changes] };
  return () => void storage.promptCollections.set(account.id, backup);
}

/** With a tag, because lists do not show content. */
const publish = (client: Client, id: string, tag: string) =>
  client.put(`/prompts/${id}`, { content: `It is ${tag}.`, tags: [tag], labels: ['production'] });

const OWN = 'Authorization';
const LANGFUSE = 'Authorization, X-Langfuse-Sdk-Name';
const LANGCHAIN = 'Authorization, X-Api-Key, User-Agent';

const READS: readonly (readonly [what: string, path: (name: string) => string, vary: string])[] = [
  ['a prompt', (name) => `/api/prompts/${name}`, OWN],
  ['a label', (name) => `/api/prompts/${name}?label=production`, OWN],
  ['a version', (name) => `/api/prompts/${name}?version=3`, OWN],
  ['a list', () => '/api/prompts', OWN],
  ['a list with content', () => '/api/prompts?include=content', OWN],
  ['a prompt for Langfuse', (name) => `/api/public/v2/prompts/${name}`, LANGFUSE],
  ['a list for Langfuse', () => '/api/public/v2/prompts', LANGFUSE],
  ['a prompt for LiteLLM', (name) => `/beta/litellm_prompt_management?prompt_id=${name}`, OWN],
  ['a prompt for LangChain', (name) => `/api/hub/commits/-/${name}/latest`, LANGCHAIN],
];

it.each(READS)('an ETag of %s is not the one of another history with the same revisions', async (_, pathOf, vary) => {
  const { ada, id, name, lost, restore } = await aLostWrite();
  expectStatus(200, lost);
  const get = (headers = {}) => ada.api.get(pathOf(name), { key: ada.key, headers });
  const seen = expectStatus(200, await get());
  const etag = seen.headers.get('ETag') ?? '';
  expect(etag).not.toBe('');
  expect([seen.headers.get('Cache-Control'), seen.headers.get('Vary')]).toEqual(['private, no-cache', vary]);
  expectStatus(304, await get({ 'If-None-Match': etag }));

  restore();
  expectStatus(200, await publish(ada, id, 'other'));

  for (const headers of [{}, { 'If-None-Match': etag }]) {
    const now = expectStatus(200, await get(headers));
    expect(now.headers.get('ETag')).not.toBe(etag);
    expect(now.text).not.toBe(seen.text);
  }
});

it('a prompt that was prepared for rendering is not rendered in another history', async () => {
  const { ada, id, restore } = await aLostWrite();
  const render = async () => expectStatus(200, await ada.post(`/prompts/${id}/render`, {})).body;
  await render();
  expect(await render()).toMatchObject({ data: { text: 'It is lost.' } });

  restore();
  expectStatus(200, await publish(ada, id, 'other'));

  expect(await render()).toMatchObject({ data: { text: 'It is other.' } });
});

it.each([
  ['published', (id: string) => ['POST', `/prompts/${id}/versions`, { content: 'Mine.' }] as const],
  ['changed', (id: string) => ['PATCH', `/prompts/${id}`, { description: 'Mine.' }] as const],
  ['replaced', (id: string) => ['PUT', `/prompts/${id}`, { content: 'Mine.' }] as const],
  ['labelled', (id: string) => ['PUT', `/prompts/${id}/labels/production`, { version: 1 }] as const],
  ['rolled back', (id: string) => ['POST', `/prompts/${id}/labels/production/rollback`, undefined] as const],
  ['unlabelled', (id: string) => ['DELETE', `/prompts/${id}/labels/production`, undefined] as const],
  ['deleted', (id: string) => ['DELETE', `/prompts/${id}`, undefined] as const],
])('a prompt is not %s by a client that has seen the same revision of another history', async (_, requestOf) => {
  const { ada, id, lost, restore } = await aLostWrite();
  const etag = lost.headers.get('ETag') ?? '';
  restore();
  const other = expectStatus(200, await publish(ada, id, 'other'));
  const before = await ada.get(`/prompts/${id}`);
  const write = (tag: string) => {
    const [method, path, json] = requestOf(id);
    return ada.call(method, path, json, { 'If-Match': tag });
  };

  expectStatus(412, await write(etag));

  expect(await ada.get(`/prompts/${id}`)).toMatchObject({ text: before.text });
  expect((await write(`"x", ${other.headers.get('ETag')}`)).status).toBeLessThan(300);
});
