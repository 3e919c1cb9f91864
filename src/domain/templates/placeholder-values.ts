import type { Branded } from '../branded.ts';
import { PROBLEMS_MAX } from '../problem.ts';
import { findInexact, isBoundedJson, isList, isObject } from '../text/json.ts';
import { type PromptTemplate, placeholdersOf, type RenderedMessage, ROLES } from './prompt-content.ts';
import { toInexact, type ValueProblem } from './variable-values.ts';

/** The messages for the placeholders of one chat. Only checkPlaceholders creates one. */
export type PlaceholderValues = Branded<ReadonlyMap<string, readonly RenderedMessage[]>, 'PlaceholderValues'>;

export type PlaceholdersOutcome =
  | { readonly kind: 'valid'; readonly placeholders: PlaceholderValues }
  /** The placeholders are those without a problem. */
  | { readonly kind: 'invalid'; readonly problems: readonly ValueProblem[]; readonly placeholders: PlaceholderValues };

/**
 * Every placeholder needs a list, which may be empty; a list without a placeholder is unknown. Without `strict`,
 * neither is a problem.
 *
 * Of a message, only the role is checked. Nothing in it is parsed as a template: it contains what users wrote.
 */
export function checkPlaceholders(
  prompt: PromptTemplate,
  given: Readonly<Record<string, unknown>>,
  { strict }: { readonly strict: boolean },
): PlaceholdersOutcome {
  const names = placeholdersOf(prompt);
  const lists = new Map<string, readonly RenderedMessage[]>();
  const problems: ValueProblem[] = [];
  for (const name of names) {
    const list = Object.hasOwn(given, name) ? given[name] : undefined;
    if (list === undefined) {
      if (strict) problems.push({ path: `placeholders.${name}`, problem: 'missing' });
      continue;
    }
    const wrong = findWrongMessages(`placeholders.${name}`, list);
    if (wrong.length > 0) problems.push(...wrong);
    else lists.set(name, list as readonly RenderedMessage[]);
  }
  const unknown = strict ? Object.keys(given).filter((name) => !(names as ReadonlySet<string>).has(name)) : [];
  for (const name of unknown.slice(0, PROBLEMS_MAX))
    problems.push({ path: `placeholders.${name}`, problem: 'unknown' });
  const placeholders = lists as ReadonlyMap<string, readonly RenderedMessage[]> as PlaceholderValues;
  if (problems.length === 0) return { kind: 'valid', placeholders };
  return { kind: 'invalid', problems: problems.slice(0, PROBLEMS_MAX), placeholders };
}

/** What limits count of a message, and what people see: its content if a template could have it, else all of it as JSON. */
export function messageText(message: RenderedMessage): string {
  const { role, content } = message;
  const isPlain =
    typeof content === 'string' && Object.keys(message).length === 2 && ROLES.some((each) => each === role);
  return isPlain ? content : JSON.stringify(message);
}

function findWrongMessages(path: string, list: unknown): readonly ValueProblem[] {
  if (!isList(list)) return [{ path, problem: 'type' }];
  const problems: ValueProblem[] = [];
  for (const [index, message] of list.entries()) {
    if (problems.length === PROBLEMS_MAX) break;
    const place = `${path}.${index}`;
    // Also refuses what is no JSON, which only the callers of a client can have.
    if (!isObject(message) || !isBoundedJson(message)) problems.push({ path: place, problem: 'type' });
    else if (!Object.hasOwn(message, 'role')) problems.push({ path: `${place}.role`, problem: 'missing' });
    else if (typeof message['role'] !== 'string') problems.push({ path: `${place}.role`, problem: 'type' });
    else {
      const inexact = findInexact(message);
      if (inexact !== undefined) problems.push(toInexact(place + inexact));
    }
  }
  return problems;
}
