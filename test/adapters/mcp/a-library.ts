import type { Author, PromptsContext } from '../http/prompts/support/client.ts';

export const REVIEW = {
  name: 'dev/review',
  description: 'Reviews code.\nWith care.',
  content: '{{lang}} {{strict}} {{code}} {{data.a}}{{note}}',
  config: { model: 'm' },
  variables: [
    { name: 'strict', type: 'boolean', required: true, default: true, description: 'How strict' },
    { name: 'code', type: 'string' },
    { name: 'data', type: 'json', required: false, default: { a: 'none' } },
    { name: 'note', type: 'string', required: false },
    { name: 'lang', type: 'string', enum: ['python', 'perl', 'ruby'], description: 'The language' },
  ],
  tags: ['agent'],
};

const CHAT = {
  name: 'support/chat',
  messages: [
    { role: 'system', content: 'Be {{tone}}.' },
    { role: 'developer', content: 'In short.' },
    { placeholder: 'history' },
    { role: 'user', content: 'Hello' },
    { role: 'assistant', content: 'Hi' },
    { role: 'tool', content: 'Result' },
    { role: 'user', content: 'Bye' },
  ],
  tags: ['agent', 'mail'],
};

/** An author with two texts, a chat and an archived prompt. */
export async function aLibrary(newAuthor: PromptsContext['newAuthor']): Promise<Author> {
  const author = await newAuthor();
  const { first } = author;
  await first.createPrompt(REVIEW);
  await first.createPrompt(CHAT);
  const { id } = await first.createPrompt({ name: 'support/versions', content: 'One' });
  await first.publish(id, { content: 'Two' });
  await first.publish(id, { content: 'Three' });
  await first.moveLabel(id, 'production', 2);
  await first.moveLabel(id, 'staging', 3);
  const { id: old } = await first.createPrompt({ name: 'support/old', tags: ['agent'] });
  await first.patch(`/prompts/${old}`, { archived: true });
  return author;
}

/** The role and the text of each message. */
export const textsIn = (result: Readonly<Record<string, unknown>>) =>
  (result['messages'] as { role: string; content: { type: string; text: string } }[]).map(({ role, content }) => [
    role,
    content.text,
  ]);
