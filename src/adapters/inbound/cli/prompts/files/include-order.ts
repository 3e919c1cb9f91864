import type { Template } from '../../../../../domain/templates/template.ts';
import { includeTargets } from '../../../../../domain/templates/template-uses.ts';

interface Including {
  readonly name: string;
  readonly templates: readonly Template[];
}

/**
 * The prompts in an order in which each comes after those that it includes, so that a service without any of them
 * takes them all. Those that include each other in a circle come last, for the service to refuse.
 */
export function inIncludeOrder<Prompt extends Including>(prompts: readonly Prompt[]): readonly Prompt[] {
  const waiting = new Map<Prompt, number>();
  const includedBy = new Map<string, Prompt[]>(prompts.map(({ name }) => [name, []]));
  for (const prompt of prompts) {
    const names = new Set(includeTargets(prompt.templates).map(({ name }) => name));
    const included = [...names].filter((name) => includedBy.has(name));
    waiting.set(prompt, included.length);
    for (const name of included) includedBy.get(name)?.push(prompt);
  }

  const ordered = new Set(prompts.filter((prompt) => waiting.get(prompt) === 0));
  // A set visits what is added to it on the way.
  for (const { name } of ordered) {
    for (const prompt of includedBy.get(name) ?? []) {
      const left = (waiting.get(prompt) ?? 0) - 1;
      waiting.set(prompt, left);
      if (left === 0) ordered.add(prompt);
    }
  }
  return [...ordered, ...prompts.filter((prompt) => !ordered.has(prompt))];
}
