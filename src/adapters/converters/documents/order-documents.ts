import { orderByIncludes } from '../../../domain/prompts/include-order.ts';
import type { PromptDocument } from '../../../domain/prompts/prompt-document.ts';
import { parseContent, templatesOf } from '../../../domain/templates/prompt-content.ts';
import { includeTargets } from '../../../domain/templates/template-uses.ts';

/** Puts included prompts first. Prompts that include themselves come last: the service reports them. */
export function orderDocuments(documents: readonly PromptDocument[]): readonly PromptDocument[] {
  const byName = new Map(documents.map((document) => [document.name, document]));
  const { ordered, circular } = orderByIncludes(byName, ({ versions }) => {
    const templates = versions.flatMap(({ content }) => {
      const parsed = parseContent(content);
      return parsed.kind === 'content' ? templatesOf(parsed.template) : [];
    });
    return new Set<string>(includeTargets(templates).map(({ name }) => name));
  });
  return [...ordered, ...circular];
}
