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
import { addresses, report } from './report';

const ref = 'support/reply';

async function main(): Promise<void> {
  const options = { headers: { Authorization: `Bearer ${addresses.key}` } };
  const variable: VariableInput = { name: 'name' };

  const created = await putPrompt(
    ref,
    { content: 'Dear {{name}}', variables: [variable], tags: ['support'], labels: ['production'] },
    options,
  );
  const published = await publishVersion(ref, { content: 'Hello {{name}}' }, options);
  const moved = await moveLabel(ref, 'production', { version: 2 }, options);
  const read = await readPrompt(ref, { label: 'production' }, options);
  const first = await readVersion(ref, 1, options);
  const rendered = await renderPrompt(ref, { variables: { name: 'Ada' } }, options);
  const listed = await listPrompts({ tag: ['support'], limit: 5 }, options);
  const missing = await readPrompt('support/replay', {}, options);
  const deleted = await deletePrompt(ref, options);

  if (created.status !== 201 || published.status !== 201 || moved.status !== 200) throw new Error('not written');
  if (read.status !== 200 || first.status !== 200 || rendered.status !== 200) throw new Error('not read');
  if (listed.status !== 200 || missing.status !== 404) throw new Error('not listed');
  report({
    created: created.data.data.name,
    published: published.data.data.version,
    previous: moved.data.data.previous,
    read: read.data.data.content,
    first: first.data.data.content,
    rendered: typeof rendered.data === 'string' ? rendered.data : rendered.data.data.text,
    listed: listed.data.data.map(({ name }) => name),
    missing: missing.data.code,
    deleted: deleted.status,
  });
}

void main();
