import type { ContentInput } from '../../../../domain/templates/prompt-content.ts';
import { parseTemplate } from '../../../../domain/templates/template.ts';

/** A section tag without its counterpart, with its line in the file. */
export interface UnbalancedTag {
  readonly line: number;
  readonly tag: string;
}

/** The first one of a content whose texts begin on these lines. */
export function findUnbalanced(content: ContentInput, lines: readonly number[]): UnbalancedTag | undefined {
  const messages = content.type === 'text' ? [content] : content.messages;
  for (const [index, message] of messages.entries()) {
    const outcome = parseTemplate('content' in message ? message.content : '');
    const [first] = outcome.kind === 'unbalanced' ? outcome.problems : [];
    if (!first) continue;
    const sign = first.problem === 'unopened' ? '/' : '#';
    return { line: (lines[index] ?? 1) + first.line - 1, tag: `{{${sign}${first.name}}} (${first.problem})` };
  }
  return undefined;
}
