import type { PromptContent } from '../../../../domain/templates/prompt-content.ts';

/** An empty list for each placeholder of a chat that has none. */
export function fillPlaceholders(
  content: PromptContent,
  given: Readonly<Record<string, unknown>> = {},
): Readonly<Record<string, unknown>> {
  const messages = content.type === 'chat' ? content.messages : [];
  const empty = messages.flatMap((message) => ('placeholder' in message ? [[message.placeholder, []] as const] : []));
  return { ...Object.fromEntries(empty), ...given };
}
