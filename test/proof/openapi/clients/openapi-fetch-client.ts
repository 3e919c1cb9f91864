import createClient from 'openapi-fetch';
import type { components, paths } from './openapi-types';
import { addresses, expectData, report } from './report';

const { url, key } = addresses;
const ref = 'support/reply';

async function main(): Promise<void> {
  const client = createClient<paths, 'application/json'>({
    baseUrl: url,
    headers: { Authorization: `Bearer ${key}` },
  });
  const path = { ref };
  const variable: components['schemas']['VariableInput'] = { name: 'name' };

  const created = await client.PUT('/api/prompts/{ref}', {
    params: { path },
    body: { content: 'Dear {{name}}', variables: [variable], tags: ['support'], labels: ['production'] },
  });
  const published = await client.POST('/api/prompts/{ref}/versions', {
    params: { path },
    body: { content: 'Hello {{name}}' },
  });
  const moved = await client.PUT('/api/prompts/{ref}/labels/{label}', {
    params: { path: { ref, label: 'production' } },
    body: { version: 2 },
  });
  const read = await client.GET('/api/prompts/{ref}', { params: { path, query: { label: 'production' } } });
  const first = await client.GET('/api/prompts/{ref}/versions/{n}', { params: { path: { ref, n: 1 } } });
  const rendered = await client.POST('/api/prompts/{ref}/render', {
    params: { path },
    body: { variables: { name: 'Ada' } },
  });
  const listed = await client.GET('/api/prompts', { params: { query: { tag: ['support'], limit: 5 } } });
  const missing = await client.GET('/api/prompts/{ref}', { params: { path: { ref: 'support/replay' } } });
  const deleted = await client.DELETE('/api/prompts/{ref}', { params: { path } });

  report({
    created: expectData(created.data).data.name,
    published: expectData(published.data).data.version,
    previous: expectData(moved.data).data.previous,
    read: expectData(read.data).data.content,
    first: expectData(first.data).data.content,
    rendered: expectData(rendered.data).data.text,
    listed: expectData(listed.data).data.map(({ name }) => name),
    missing: missing.error && 'code' in missing.error ? missing.error.code : undefined,
    deleted: deleted.response.status,
  });
}

void main();
