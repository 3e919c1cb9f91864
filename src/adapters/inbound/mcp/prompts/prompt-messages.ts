import { messageText } from '../../../../domain/templates/placeholder-values.ts';
import type { Rendered } from '../../../../domain/templates/render-template.ts';

export interface PromptMessage {
  readonly role: 'user' | 'assistant';
  readonly content: { readonly type: 'text'; readonly text: string };
}

/**
 * A rendering as messages of MCP, which has no other roles than these two. Neighbors of one role become one message,
 * with a blank line between them: some clients use only the first message.
 */
export function toMessages(rendered: Rendered): readonly PromptMessage[] {
  if (rendered.type === 'text') return [toMessage('user', [rendered.text])];
  const groups: { readonly role: PromptMessage['role']; readonly texts: string[] }[] = [];
  for (const message of rendered.messages) {
    const [role, text] = [toRole(message.role), messageText(message)];
    const last = groups.at(-1);
    if (last?.role === role) last.texts.push(text);
    else groups.push({ role, texts: [text] });
  }
  return groups.map(({ role, texts }) => toMessage(role, texts));
}

const toRole = (role: string): PromptMessage['role'] => (role === 'assistant' ? 'assistant' : 'user');

/** Leaves out empty texts, which would add blank lines. */
const toMessage = (role: PromptMessage['role'], texts: readonly string[]): PromptMessage => ({
  role,
  content: { type: 'text', text: texts.filter((text) => text !== '').join('\n\n') },
});
