import { type IncludeTarget, printIncludeTarget } from '../prompts/naming/include-target.ts';
import type { Template, TemplateNode } from './template.ts';
import type { VariableName } from './variable-name.ts';

/** How a variable is used, over all places that use it. */
export interface VariableUse {
  readonly name: VariableName;
  readonly plain: boolean;
  readonly dotted: boolean;
  readonly section: boolean;
}

/** Returns the included template, loaded beforehand; undefined when there is none. Equal targets must return the same object. */
export type IncludeLookup = (target: IncludeTarget) => Template | undefined;

/**
 * The variables of these templates and of all that they include, in order of first appearance.
 *
 * Each template is walked once, however often and over whatever circles it is included: to include it again can
 * add no variable. An include that the lookup does not know adds nothing.
 */
export function variableUses(templates: readonly Template[], include: IncludeLookup): readonly VariableUse[] {
  const uses = new Map<VariableName, Writable<VariableUse>>();
  const seen = new Set<Template>();
  visit(templates, (node) => {
    if (node.kind === 'variable') noteUse(uses, node.name, node.members.length > 0 ? 'dotted' : 'plain');
    if (node.kind === 'section') noteUse(uses, node.name, 'section');
    if (node.kind !== 'include') return undefined;
    const template = include(node.target);
    if (!template || seen.has(template)) return undefined;
    seen.add(template);
    return template;
  });
  return [...uses.values()];
}

/** What these templates include themselves, each target once, in order of first appearance. */
export function includeTargets(templates: readonly Template[]): readonly IncludeTarget[] {
  const targets = new Map<string, IncludeTarget>();
  visit(templates, (node) => {
    if (node.kind !== 'include') return undefined;
    const key = printIncludeTarget(node.target);
    if (!targets.has(key)) targets.set(key, node.target);
    return undefined;
  });
  return [...targets.values()];
}

type Writable<Value> = { -readonly [Key in keyof Value]: Value[Key] };

function noteUse(
  uses: Map<VariableName, Writable<VariableUse>>,
  name: VariableName,
  form: 'plain' | 'dotted' | 'section',
): void {
  const use = uses.get(name) ?? { name, plain: false, dotted: false, section: false };
  use[form] = true;
  uses.set(name, use);
}

/**
 * Visits every node in the order of the text, a section before what it holds. Where the visitor gives a template, its
 * nodes come next, as if they stood there.
 *
 * It uses its own stack instead of recursion: a chain of includes has no known bound until it was followed.
 */
function visit(templates: readonly Template[], visitor: (node: TemplateNode) => Template | undefined): void {
  const pending = templates.map(({ nodes }) => nodes.values()).reverse();
  for (let current = pending.at(-1); current; current = pending.at(-1)) {
    const { value: node, done } = current.next();
    if (done) {
      pending.pop();
      continue;
    }
    const included = visitor(node);
    if (node.kind === 'section') pending.push(node.body.values());
    if (included) pending.push(included.nodes.values());
  }
}
