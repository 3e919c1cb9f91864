import { namesIn } from './rename-variables.ts';
import type { Refusal, SourceNode, SourceSection, TemplateWarning } from './source-nodes.ts';
import { refuse } from './source-nodes.ts';

/** The templates of one prompt. */
export type PromptNodes = readonly (readonly SourceNode[])[];

/**
 * The first tag that makes a variable both a condition and a loop. Our section would repeat a condition for each item.
 *
 * Negations never repeat, so they may be combined with a loop.
 */
export function findMixedUse(prompt: PromptNodes): (Refusal & { readonly index: number }) | undefined {
  const uses = new Map<string, SourceSection['use']>();
  for (const [index, nodes] of prompt.entries()) {
    for (const { section } of sectionsIn(nodes)) {
      if (section.inverted || section.use === 'either' || section.use === 'own') continue;
      const use = uses.get(section.name) ?? section.use;
      if (use !== section.use) return { ...refuse(section.origin), index };
      uses.set(section.name, use);
    }
  }
  return undefined;
}

/**
 * The names in Mustache sections that may be meant as members of an item or of an object. Mustache looks there first;
 * here they are always variables.
 *
 * No doubt about names that are also used outside of sections, declared as variables, or the condition itself.
 */
export function findDoubtfulNames(prompt: PromptNodes, declared: ReadonlySet<string>): readonly TemplateWarning[] {
  const outside = new Set([
    ...declared,
    ...prompt.flatMap((nodes) => [...namesIn(nodes, ({ inverted }) => !inverted)]),
  ]);
  const warnings = new Map<string, TemplateWarning>();
  const sections = prompt.flatMap((nodes, index) => [...sectionsIn(nodes)].map((found) => ({ ...found, index })));
  for (const { section, enclosing, index } of sections) {
    if (section.inverted || section.use !== 'either') continue;
    const around = new Set([...enclosing, section.name]);
    for (const node of section.body) {
      if (node.kind !== 'variable' && node.kind !== 'section') continue;
      if (outside.has(node.name) || around.has(node.name) || warnings.has(node.name)) continue;
      warnings.set(node.name, {
        ...node.origin,
        index,
        problem: `reads the variable ${node.name}, not a member of ${section.name}: for that, write {{.${node.name}}}`,
      });
    }
  }
  return [...warnings.values()];
}

interface FoundSection {
  readonly section: SourceSection;
  readonly enclosing: readonly string[];
}

function* sectionsIn(nodes: readonly SourceNode[], enclosing: readonly string[] = []): Generator<FoundSection> {
  for (const node of nodes) {
    if (node.kind !== 'section') continue;
    yield { section: node, enclosing };
    yield* sectionsIn(node.body, [...enclosing, node.name]);
  }
}
