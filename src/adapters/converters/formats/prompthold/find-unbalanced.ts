import type { ContentInput } from '../../../../domain/templates/prompt-content.ts';
import { parseTemplate } from '../../../../domain/templates/template.ts';

/** Section tags without their counterpart, with their lines in the file. The texts of the content begin on these lines. */
export function findUnbalanced(content: ContentInput, firstLines: readonly number[]) {
  const messages = content.type === 'text' ? [content] : content.messages;
  return messages.flatMap((message, index) => {
    const outcome = parseTemplate('content' in message ? message.content : '');
    const problems = outcome.kind === 'unbalanced' ? outcome.problems : [];
    return problems.map((problem) => ({ ...problem, line: (firstLines[index] ?? 1) + problem.line - 1 }));
  });
}
