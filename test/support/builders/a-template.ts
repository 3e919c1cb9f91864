import { printIncludeTarget } from '../../../src/domain/naming/include-target.ts';
import type { PlaceholderValues } from '../../../src/domain/templates/placeholder-values.ts';
import type { RenderedMessage } from '../../../src/domain/templates/prompt-content.ts';
import { parseTemplate, type Template } from '../../../src/domain/templates/template.ts';
import type { IncludeLookup } from '../../../src/domain/templates/template-uses.ts';
import type { VariableValues } from '../../../src/domain/templates/variable-values.ts';
import type { JsonValue } from '../../../src/domain/text/json.ts';

export function aTemplate(text: string): Template {
  const outcome = parseTemplate(text);
  if (outcome.kind !== 'template') throw new Error(`not a template: ${JSON.stringify(outcome.problems)}`);
  return outcome.template;
}

/** Values that need no declaration, for tests that are not about declarations. */
export const someValues = (values: Readonly<Record<string, JsonValue>>): VariableValues =>
  new Map(Object.entries(values)) as ReadonlyMap<string, JsonValue> as VariableValues;

export const somePlaceholders = (lists: Readonly<Record<string, readonly RenderedMessage[]>>): PlaceholderValues =>
  new Map(Object.entries(lists)) as ReadonlyMap<string, readonly RenderedMessage[]> as PlaceholderValues;

/** Looks up templates by include target. Parses each once, as IncludeLookup requires. */
export function someIncludes(texts: Readonly<Record<string, string>>): IncludeLookup {
  const templates = new Map(Object.entries(texts).map(([target, text]) => [target, aTemplate(text)]));
  return (target) => templates.get(printIncludeTarget(target));
}
