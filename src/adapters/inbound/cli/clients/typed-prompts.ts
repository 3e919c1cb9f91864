import { printIncludeTarget } from '../../../../domain/naming/include-target.ts';
import { followLock } from '../../../../domain/snapshots/locked-versions.ts';
import type { ContentInput } from '../../../../domain/templates/prompt-content.ts';
import type { Template } from '../../../../domain/templates/template.ts';
import { type IncludeLookup, variableUses } from '../../../../domain/templates/template-uses.ts';
import { inferVariable } from '../../../../domain/templates/variables.ts';
import { templatesIn } from './included-prompts.ts';
import type { SelectedPrompt } from './selected-prompts.ts';
import type { TypedPrompt } from './types-file.ts';

/**
 * The types of prompts: their declared variables, and those that an include has started to use since the prompt was
 * published. Rendering requires these too.
 */
export function toTypedPrompts(
  selected: readonly SelectedPrompt[],
  included: ReadonlyMap<string, SelectedPrompt>,
): readonly TypedPrompt[] {
  const lookUp = lookUpIn(included);
  return selected.map(({ remote, lock }) => {
    const include: IncludeLookup = (target) => {
      const led = followLock(target, lock);
      return led && lookUp(led);
    };
    const { name, content, variables, config } = remote.prompt;
    const declared = new Set(variables.map((variable) => variable.name));
    const undeclared = variableUses(templatesIn(content), include).filter((use) => !declared.has(use.name));
    return {
      name,
      type: content.type,
      variables: [...variables, ...undeclared.map(inferVariable)],
      placeholders: placeholdersIn(content),
      config,
    };
  });
}

/** Parses each included prompt once: a lookup must return the same object for equal targets. */
function lookUpIn(included: ReadonlyMap<string, SelectedPrompt>): IncludeLookup {
  const parsed = new Map<SelectedPrompt, Template | undefined>();
  return (target) => {
    const prompt = included.get(printIncludeTarget(target));
    if (!prompt) return undefined;
    if (!parsed.has(prompt)) parsed.set(prompt, templatesIn(prompt.remote.prompt.content)[0]);
    return parsed.get(prompt);
  };
}

const placeholdersIn = (content: ContentInput): readonly string[] =>
  content.type === 'text'
    ? []
    : content.messages.flatMap((message) => ('placeholder' in message ? [message.placeholder] : []));
