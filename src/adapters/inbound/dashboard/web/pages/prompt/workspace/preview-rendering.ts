import { printIncludeTarget } from '../../../../../../../domain/prompts/naming/include-target.ts';
import { checkPlaceholders } from '../../../../../../../domain/templates/placeholder-values.ts';
import { type PromptTemplate, placeholdersOf } from '../../../../../../../domain/templates/prompt-content.ts';
import {
  type Rendered,
  type RenderOutcome,
  renderPrompt,
} from '../../../../../../../domain/templates/render-template.ts';
import type { IncludeLookup } from '../../../../../../../domain/templates/template-uses.ts';
import { checkValues, type ValueProblem } from '../../../../../../../domain/templates/variable-values.ts';
import type { VariableDeclaration } from '../../../../../../../domain/templates/variables.ts';
import { readValue } from './variable-drafts.ts';

/** What stands in the fields of the preview, by name. An empty field is a value that is left out. */
export interface PreviewInputs {
  readonly variables: Readonly<Record<string, string>>;
  readonly placeholders: Readonly<Record<string, string>>;
}

export interface Preview {
  /** With gaps where something is missing; undefined when it cannot be rendered at all. */
  readonly rendered: Rendered | undefined;
  readonly problems: readonly ValueProblem[];
  /** Why there is nothing to show. */
  readonly failure: string | undefined;
}

export interface PreviewRequest {
  readonly template: PromptTemplate;
  readonly variables: readonly VariableDeclaration[];
  readonly include: IncludeLookup;
  readonly inputs: PreviewInputs;
}

/** What the server would answer for these values; and, where it would refuse, as much as can be shown all the same. */
export function renderPreview({ template, variables, include, inputs }: PreviewRequest): Preview {
  const given = givenValues(variables, inputs);
  const lists = givenLists(template, inputs);
  const values = checkValues(variables, given.values, { strict: false });
  const placeholders = checkPlaceholders(template, lists, { strict: false });
  const wrong = [...given.problems, ...problemsOf(values), ...problemsOf(placeholders)];
  if (values.kind === 'invalid' || placeholders.kind === 'invalid' || wrong.length > 0) {
    return { rendered: undefined, problems: wrong, failure: undefined };
  }
  const request = { values: values.values, placeholders: placeholders.placeholders, include };
  const strict = renderPrompt(template, { ...request, strict: true });
  const problems = [...problemsOf(strict), ...problemsOf(checkPlaceholders(template, lists, { strict: true }))];
  const shown = strict.kind === 'invalid' ? renderPrompt(template, { ...request, strict: false }) : strict;
  return {
    rendered: shown.kind === 'rendered' ? shown.rendered : undefined,
    problems,
    failure: failureOf(shown),
  };
}

/** What the fields hold, as JSON; nothing for those left empty. */
export function givenValues(
  variables: readonly VariableDeclaration[],
  { variables: texts }: PreviewInputs,
): { readonly values: Readonly<Record<string, unknown>>; readonly problems: readonly ValueProblem[] } {
  const values: [string, unknown][] = [];
  const problems: ValueProblem[] = [];
  for (const { name, type } of variables) {
    const text = textOf(texts, name);
    if (text === '') continue;
    const outcome = readValue(type, text);
    if (outcome.kind === 'value') values.push([name, outcome.value]);
    else problems.push({ path: name, problem: 'type' });
  }
  return { values: Object.fromEntries(values), problems };
}

function givenLists(
  template: PromptTemplate,
  { placeholders: texts }: PreviewInputs,
): Readonly<Record<string, unknown>> {
  const given = [...placeholdersOf(template)].filter((name) => textOf(texts, name).trim() !== '');
  return Object.fromEntries(
    given.map((name) => {
      const outcome = readValue('json', textOf(texts, name));
      // What is no JSON is no list of messages either, and is told as such.
      return [name, outcome.kind === 'value' ? outcome.value : null];
    }),
  );
}

/** Own properties only: a variable may be called `constructor`. */
export const textOf = (texts: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';

/** What is wrong with the value of one field. */
export const problemWith = (problems: readonly ValueProblem[], name: string): ValueProblem['problem'] | undefined =>
  problems.find(({ path }) => path === name || path.startsWith(`${name}.`))?.problem;

const problemsOf = (outcome: { readonly kind: string; readonly problems?: readonly ValueProblem[] }) =>
  outcome.problems ?? [];

function failureOf(outcome: RenderOutcome): string | undefined {
  if (outcome.kind === 'include-not-found') return `${printIncludeTarget(outcome.target)} cannot be included.`;
  if (outcome.kind === 'too-large') return `It is too large to be rendered: the limit on ${outcome.limit} is reached.`;
  return undefined;
}
