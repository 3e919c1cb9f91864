import type { Branded } from '../branded.ts';
import { PROBLEMS_MAX } from '../problem.ts';
import { isList, isObject } from '../text/json.ts';
import { type Message, type PromptTemplate, placeholdersOf, ROLES } from './prompt-content.ts';
import type { ValueProblem } from './variable-values.ts';

/** The messages for the placeholders of one chat. Only checkPlaceholders creates one. */
export type PlaceholderValues = Branded<ReadonlyMap<string, readonly Message[]>, 'PlaceholderValues'>;

export type PlaceholdersOutcome =
  | { readonly kind: 'valid'; readonly placeholders: PlaceholderValues }
  /** The placeholders are those without a problem. */
  | { readonly kind: 'invalid'; readonly problems: readonly ValueProblem[]; readonly placeholders: PlaceholderValues };

/**
 * Every placeholder needs a list, which may be empty; a list without a placeholder is unknown. Without `strict`,
 * neither is a problem.
 *
 * The messages are checked but never parsed as templates: they contain what users wrote.
 */
export function checkPlaceholders(
  prompt: PromptTemplate,
  given: Readonly<Record<string, unknown>>,
  { strict }: { readonly strict: boolean },
): PlaceholdersOutcome {
  const names = placeholdersOf(prompt);
  const lists = new Map<string, readonly Message[]>();
  const problems: ValueProblem[] = [];
  for (const name of names) {
    const list = Object.hasOwn(given, name) ? given[name] : undefined;
    if (list === undefined) {
      if (strict) problems.push({ path: `placeholders.${name}`, problem: 'missing' });
    } else if (isMessages(list)) {
      lists.set(name, list);
    } else {
      problems.push({ path: `placeholders.${name}`, problem: 'type' });
    }
  }
  const unknown = strict ? Object.keys(given).filter((name) => !(names as ReadonlySet<string>).has(name)) : [];
  for (const name of unknown.slice(0, PROBLEMS_MAX))
    problems.push({ path: `placeholders.${name}`, problem: 'unknown' });
  const placeholders = lists as ReadonlyMap<string, readonly Message[]> as PlaceholderValues;
  if (problems.length === 0) return { kind: 'valid', placeholders };
  return { kind: 'invalid', problems: problems.slice(0, PROBLEMS_MAX), placeholders };
}

const isMessages = (value: unknown): value is readonly Message[] => isList(value) && value.every(isMessage);

/** Allows no other fields, because they would be lost in the output. */
function isMessage(value: unknown): value is Message {
  if (!isObject(value) || Object.keys(value).length !== 2) return false;
  const { role, content } = value;
  return ROLES.some((known) => known === role) && typeof content === 'string';
}
