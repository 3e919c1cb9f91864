import type { PublishedContent } from './draft.ts';

/** A version as one text. Each message of a chat stands below its role, as in the server's comparison. */
export function versionText({ content, messages = [] }: Pick<PublishedContent, 'content' | 'messages'>): string {
  if (content !== undefined) return content;
  return messages
    .map((message) =>
      'role' in message ? `## ${message.role}\n${message.content}\n` : `## {${message.placeholder}}\n`,
    )
    .join('\n');
}
