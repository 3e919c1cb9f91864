import { type IncludeTarget, printIncludeTarget } from '../naming/include-target.ts';
import { PARTS_PER_STEP, runSteps, type Steps } from '../steps.ts';
import type { Template, TemplateNode } from './template.ts';
import type { VariableName } from './variable-name.ts';

/** All the ways in which a variable is used. */
export interface VariableUse {
  readonly name: VariableName;
  readonly plain: boolean;
  readonly dotted: boolean;
  readonly section: boolean;
}

/** Returns a template that was loaded beforehand; undefined when there is none. Equal targets must return the same object. */
export type IncludeLookup = (target: IncludeTarget) => Template | undefined;

/**
 * The variables of these templates and of everything they include, in order of first appearance.
 *
 * Visits each template once, however often it is included and even in a cycle: a second visit cannot add a variable.
 * Ignores includes that the lookup does not know.
 */
export const variableUses = (templates: readonly Template[], include: IncludeLookup): readonly VariableUse[] =>
  runSteps(variableUsesInSteps(templates, include));

/** The same with pauses. */
export function* variableUsesInSteps(
  templates: readonly Template[],
  include: IncludeLookup,
): Steps<readonly VariableUse[]> {
  const uses = new Map<VariableName, Writable<VariableUse>>();
  const seen = new Set<Template>();
  yield* visit(templates, (node) => {
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

/** The direct includes of these templates, without duplicates, in order of first appearance. */
export function includeTargets(templates: readonly Template[]): readonly IncludeTarget[] {
  const targets = new Map<string, IncludeTarget>();
  const steps = visit(templates, (node) => {
    if (node.kind !== 'include') return undefined;
    const key = printIncludeTarget(node.target);
    if (!targets.has(key)) targets.set(key, node.target);
    return undefined;
  });
  runSteps(steps);
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
 * Visits every node in text order, a section before its body. If the visitor returns a template, its nodes come next,
 * as if they were written in that place.
 *
 * Uses an explicit stack instead of recursion, because the length of an include chain is not yet known to be bounded.
 */
function* visit(
  templates: readonly Template[],
  visitor: (node: TemplateNode) => Template | undefined,
): Steps<undefined> {
  let visited = 0;
  const pending = templates.map(({ nodes }) => nodes.values()).reverse();
  for (let current = pending.at(-1); current; current = pending.at(-1)) {
    const { value: node, done } = current.next();
    if (done) {
      pending.pop();
      continue;
    }
    visited += 1;
    if (visited % PARTS_PER_STEP === 0) yield;
    const included = visitor(node);
    if (node.kind === 'section') pending.push(node.body.values());
    if (included) pending.push(included.nodes.values());
  }
  return undefined;
}
