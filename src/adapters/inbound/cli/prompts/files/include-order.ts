import { orderByIncludes } from '../../../../../domain/prompts/include-order.ts';
import type { Template } from '../../../../../domain/templates/template.ts';
import { includeTargets } from '../../../../../domain/templates/template-uses.ts';

interface Including {
  readonly name: string;
  readonly templates: readonly Template[];
}

/**
 * Orders prompts so that each follows those that it includes, and a service without any of them accepts them all.
 * Prompts that include each other in a circle come last, for the service to reject.
 */
export function inIncludeOrder<Prompt extends Including>(prompts: readonly Prompt[]): readonly Prompt[] {
  const named = new Map(prompts.map((prompt) => [prompt.name, prompt]));
  const { ordered, circular } = orderByIncludes(named, includedNames);
  return [...ordered, ...circular];
}

const includedNames = ({ templates }: Including): ReadonlySet<string> =>
  new Set(includeTargets(templates).map(({ name }) => name));
