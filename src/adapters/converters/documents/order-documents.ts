import { orderByIncludes } from '../../../domain/prompts/include-order.ts';
import type { PromptDocument } from '../../../domain/prompts/prompt-document.ts';
import { includeTargets } from '../../../domain/templates/template-uses.ts';
import { parseTemplates } from '../content-texts.ts';

/** Puts included prompts first. Prompts that include themselves come last: the service reports them. */
export function orderDocuments(documents: readonly PromptDocument[]): readonly PromptDocument[] {
  const byName = new Map(documents.map((document) => [document.name, document]));
  const { ordered, circular } = orderByIncludes(byName, ({ versions }) => {
    const templates = versions.flatMap(({ content }) => parseTemplates(content));
    return new Set<string>(includeTargets(templates).map(({ name }) => name));
  });
  return [...ordered, ...circular];
}
