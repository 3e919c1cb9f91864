import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import { LATEST, type Label } from '../../../domain/naming/label.ts';
import { DEFAULT_LABEL } from '../../../domain/prompts/prompt.ts';
import type { ContentInput } from '../../../domain/templates/prompt-content.ts';
import type { Template } from '../../../domain/templates/template.ts';
import { includeTargets, variableUses } from '../../../domain/templates/template-uses.ts';
import { inferVariable, type VariableInput } from '../../../domain/templates/variables.ts';
import { parseTemplates } from '../content-texts.ts';
import type { PlacedPrompt } from './place-prompts.ts';

/** The prompts of an import, under the names that includes use. */
export type PromptLookup = ReadonlyMap<string, PlacedPrompt>;

/**
 * The declared variables of a content, then all others that it uses, together with those of the prompts that it includes,
 * which count as its own.
 *
 * In most tools the includer declares none of them. The declaration of the included prompt is taken over.
 */
export function withIncludedVariables(
  content: ContentInput,
  variables: readonly VariableInput[],
  prompts: PromptLookup,
): readonly VariableInput[] {
  const templates = parseTemplates(content);
  const included = new Map<string, VariableInput>();
  const parsed = new Map<string, Template | undefined>();
  const uses = variableUses(templates, (target) => {
    const version = findVersion(target, prompts);
    for (const variable of version?.variables ?? []) {
      if (!included.has(variable.name)) included.set(variable.name, variable);
    }
    const key = `${target.name}@${version?.number}`;
    if (!parsed.has(key)) parsed.set(key, version && parseTemplates(version.content)[0]);
    return parsed.get(key);
  });
  const declared = new Set(variables.map(({ name }) => name));
  const others = uses.filter(({ name }) => !declared.has(name));
  return [...variables, ...others.map((use) => included.get(use.name) ?? inferVariable(use))];
}

/** The variables that a content without includes uses. Those that only a dropped include could have used are dropped. */
export function withoutUnused(
  content: ContentInput,
  variables: readonly VariableInput[],
  onDropped: (name: string) => void,
): readonly VariableInput[] {
  const templates = parseTemplates(content);
  if (includeTargets(templates).length > 0) return variables;
  const used = new Set<string>(variableUses(templates, () => undefined).map(({ name }) => name));
  for (const { name } of variables) if (!used.has(name)) onDropped(name);
  return variables.filter(({ name }) => used.has(name));
}

/** Finds a version by the tool's number or by a label. */
function findVersion({ name, selector }: IncludeTarget, prompts: PromptLookup) {
  const prompt = prompts.get(name);
  if (!prompt || prompt.type === 'chat') return undefined;
  const { versions, labels, numbers } = prompt;
  if (!selector) return versions[(labels.get(DEFAULT_LABEL) ?? versions.length) - 1];
  if (selector.by === 'version') return versions[(numbers.get(selector.version) ?? 0) - 1];
  if (selector.label === LATEST) return versions.at(-1);
  return versions[(labels.get(selector.label as Label) ?? 0) - 1];
}
