import { runSteps } from '../../../../../../../domain/steps.ts';
import { isShown, memberOf } from '../../../../../../../domain/templates/inserted-values.ts';
import { EACH_ITEM, listsIn, memberReads } from '../../../../../../../domain/templates/member-reads.ts';
import { type PromptTemplate, templatesOf } from '../../../../../../../domain/templates/prompt-content.ts';
import {
  type IncludeLookup,
  type VariableUse,
  variableUses,
} from '../../../../../../../domain/templates/template-uses.ts';
import { checkValues } from '../../../../../../../domain/templates/variable-values.ts';
import type { VariableDeclaration } from '../../../../../../../domain/templates/variables.ts';
import { isList, type JsonValue } from '../../../../../../../domain/text/json.ts';

export interface ExampleRequest {
  readonly template: PromptTemplate;
  readonly variables: readonly VariableDeclaration[];
  readonly include: IncludeLookup;
  /** Values that are used where they fit, such as those of the preview. */
  readonly preferred: Readonly<Record<string, unknown>>;
}

/** A value for every variable, with which the prompt can be rendered. */
export function exampleValues({ template, variables, include, preferred }: ExampleRequest): Record<string, JsonValue> {
  const templates = templatesOf(template);
  const shapes = findShapes(templates, variables, include);
  const uses = new Map<string, VariableUse>(variableUses(templates, include).map((use) => [use.name, use]));
  return Object.fromEntries(
    variables.map((variable) => {
      const { name } = variable;
      const shape = shapes.get(name) ?? newShape();
      const given = Object.hasOwn(preferred, name) ? { [name]: preferred[name] } : {};
      return [name, findFitting(variable, shape, given) ?? inventValue(variable, shape, uses.get(name))];
    }),
  );
}

/** The shape that templates read below one value. */
interface Shape {
  readonly members: Map<string, Shape>;
  /** Shape of every item, when a section repeats for them. */
  item: Shape | undefined;
}

const newShape = (): Shape => ({ members: new Map(), item: undefined });

function findShapes(
  templates: ReturnType<typeof templatesOf>,
  variables: readonly VariableDeclaration[],
  include: IncludeLookup,
): ReadonlyMap<string, Shape> {
  const jsonNames = new Set<string>(variables.filter(({ type }) => type === 'json').map(({ name }) => name));
  const rules = { mayBeList: (name: string) => jsonNames.has(name), isReached: () => true };
  const lists = runSteps(listsIn(templates, include, rules));
  const reads = runSteps(memberReads(templates, include, rules, lists));
  const shapes = new Map<string, Shape>();
  for (const { name, members } of reads.values()) {
    if (name === undefined) continue;
    const shape = shapes.get(name) ?? newShape();
    shapes.set(name, shape);
    members.reduce(enterMember, shape);
  }
  return shapes;
}

function enterMember(shape: Shape, member: string): Shape {
  if (member === EACH_ITEM) {
    shape.item ??= newShape();
    return shape.item;
  }
  const entered = shape.members.get(member) ?? newShape();
  shape.members.set(member, entered);
  return entered;
}

/** The given value, else the default, else an allowed value, if the templates find in it everything they read. */
function findFitting(
  variable: VariableDeclaration,
  shape: Shape,
  given: Readonly<Record<string, unknown>>,
): JsonValue | undefined {
  const checked = checkValues([variable], given, { strict: true });
  // Includes the default.
  const value = checked.kind === 'valid' ? checked.values.get(variable.name) : variable.default;
  const known = [value, variable.default, ...(variable.enum ?? [])];
  return known.find((one) => one !== undefined && hasShape(one, shape));
}

function hasShape(value: JsonValue, { members, item }: Shape): boolean {
  const hasItems = !item || !isShown(value) || (isList(value) && value.every((one) => hasShape(one, item)));
  return (
    hasItems &&
    [...members].every(([name, shape]) => {
      const member = memberOf(value, name);
      return member !== undefined && hasShape(member, shape);
    })
  );
}

const TEXT = '…';

function inventValue({ type, enum: choices }: VariableDeclaration, shape: Shape, use?: VariableUse): JsonValue {
  if (choices?.[0] !== undefined) return choices[0];
  if (type !== 'json') return { string: TEXT, number: 1, boolean: true }[type];
  if (shape.item || shape.members.size > 0) return inventStructure(shape);
  // A variable that is only a condition is true. One that is declared as JSON, and only inserted, is an object.
  if (use?.section) return use.plain ? TEXT : true;
  return {};
}

/** Later items are written as members of an object, which templates read in the same way. */
const isSmallIndex = (member: string): boolean => /^\d$/.test(member);

function inventStructure({ members, item }: Shape): JsonValue {
  const names = [...members.keys()];
  if (!names.every(isSmallIndex)) {
    return Object.fromEntries([...members].map(([name, member]) => [name, inventStructure(member)]));
  }
  if (!item && names.length === 0) return TEXT;
  const length = Math.max(1, ...names.map((name) => Number(name) + 1));
  return Array.from({ length }, (_, index) => inventStructure(mergeShapes(item, members.get(String(index)))));
}

/** An item may be read both by a section and by its index. */
function mergeShapes(one: Shape = newShape(), other: Shape = newShape()): Shape {
  const names = new Set([...one.members.keys(), ...other.members.keys()]);
  const members = new Map(
    [...names].map((name) => [name, mergeShapes(one.members.get(name), other.members.get(name))]),
  );
  return { members, item: undefined };
}
