import { type ContentInput, parseContent, templatesOf } from '../../domain/templates/prompt-content.ts';
import type { Template } from '../../domain/templates/template.ts';

/** The content with each of its texts changed; placeholders stay. */
export function mapTexts(content: ContentInput, change: (text: string) => string): ContentInput {
  if (content.type === 'text') return { type: 'text', content: change(content.content) };
  const messages = content.messages.map((message) =>
    'content' in message ? { ...message, content: change(message.content) } : message,
  );
  return { type: 'chat', messages };
}

/** The templates of a content; none if it is beyond a limit, for which it is refused later. */
export function parseTemplates(content: ContentInput): readonly Template[] {
  const parsed = parseContent(content);
  return parsed.kind === 'content' ? templatesOf(parsed.template) : [];
}
