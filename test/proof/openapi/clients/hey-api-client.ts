import {
  deletePrompt,
  listPrompts,
  moveLabel,
  publishVersion,
  putPrompt,
  readPrompt,
  readVersion,
  renderPrompt,
  type VariableInput,
} from './generated';
import { client } from './generated/client.gen';
import { addresses, expectData, report } from './report';

const { url, key } = addresses;
const ref = 'support/reply';

async function main(): Promise<void> {
  client.setConfig({ baseUrl: url, auth: key });
  const path = { ref };
  const variable: VariableInput = { name: 'name' };

  const created = await putPrompt({
    path,
    body: { content: 'Dear {{name}}', variables: [variable], tags: ['support'], labels: ['production'] },
  });
  const published = await publishVersion({ path, body: { content: 'Hello {{name}}' } });
  const moved = await moveLabel({ path: { ref, label: 'production' }, body: { version: 2 } });
  const read = await readPrompt({ path, query: { label: 'production' } });
  const first = await readVersion({ path: { ref, n: 1 } });
  const rendered = await renderPrompt({ path, body: { variables: { name: 'Ada' } } });
  const listed = await listPrompts({ query: { tag: ['support'], limit: 5 } });
  const missing = await readPrompt({ path: { ref: 'support/replay' } });
  const deleted = await deletePrompt({ path });

  const rendering = expectData(rendered.data);
  report({
    created: expectData(created.data).data.name,
    published: expectData(published.data).data.version,
    previous: expectData(moved.data).data.previous,
    read: expectData(read.data).data.content,
    first: expectData(first.data).data.content,
    rendered: typeof rendering === 'string' ? rendering : rendering.data.text,
    listed: expectData(listed.data).data.map(({ name }) => name),
    missing: missing.error && 'code' in missing.error ? missing.error.code : undefined,
    deleted: deleted.response?.status,
  });
}

void main();
