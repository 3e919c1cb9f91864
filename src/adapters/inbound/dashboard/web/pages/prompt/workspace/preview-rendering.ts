import { printIncludeTarget } from '../../../../../../../domain/naming/include-target.ts';
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
import { parseValue } from './variable-drafts.ts';

/** The fields of the preview by name. An empty field means that no value is given. */
export interface PreviewInputs {
  readonly variables: Readonly<Record<string, string>>;
  readonly placeholders: Readonly<Record<string, string>>;
}

export interface Preview {
  /** The rendering, with gaps for missing values; undefined when it cannot be rendered at all. */
  readonly rendered: Rendered | undefined;
  readonly problems: readonly ValueProblem[];
  /** Why nothing can be rendered. */
  readonly failure: string | undefined;
}

export interface PreviewRequest {
  readonly template: PromptTemplate;
  readonly variables: readonly VariableDeclaration[];
  readonly include: IncludeLookup;
  readonly inputs: PreviewInputs;
}

/** Renders as the server would; where the server would reject missing values, leaves gaps instead. */
export function renderPreview({ template, variables, include, inputs }: PreviewRequest): Preview {
  const given = parseInputs(variables, inputs);
  const placeholderInputs = parsePlaceholders(template, inputs);
  const values = checkValues(variables, given.values, { strict: false });
  const placeholders = checkPlaceholders(template, placeholderInputs, { strict: false });
  const wrong = [...given.problems, ...problemsOf(values), ...problemsOf(placeholders)];
  if (values.kind === 'invalid' || placeholders.kind === 'invalid' || wrong.length > 0) {
    return { rendered: undefined, problems: wrong, failure: undefined };
  }
  const request = { values: values.values, placeholders: placeholders.placeholders, include };
  const strict = renderPrompt(template, { ...request, strict: true });
  const problems = [
    ...problemsOf(strict),
    ...problemsOf(checkPlaceholders(template, placeholderInputs, { strict: true })),
  ];
  const outcome = strict.kind === 'invalid' ? renderPrompt(template, { ...request, strict: false }) : strict;
  return {
    rendered: outcome.kind === 'rendered' ? outcome.rendered : undefined,
    problems,
    failure: describeFailure(outcome),
  };
}

/** The non-empty fields as JSON values. */
export function parseInputs(
  variables: readonly VariableDeclaration[],
  { variables: texts }: PreviewInputs,
): { readonly values: Readonly<Record<string, unknown>>; readonly problems: readonly ValueProblem[] } {
  const values: [string, unknown][] = [];
  const problems: ValueProblem[] = [];
  for (const { name, type } of variables) {
    const text = inputOf(texts, name);
    if (text === '') continue;
    const outcome = parseValue(type, text);
    if (outcome.kind === 'value') values.push([name, outcome.value]);
    else problems.push({ path: name, problem: 'type' });
  }
  return { values: Object.fromEntries(values), problems };
}

/** The lists of messages in the non-empty fields; null where a field is not JSON. */
export function parsePlaceholders(
  template: PromptTemplate,
  { placeholders: texts }: PreviewInputs,
): Readonly<Record<string, unknown>> {
  const given = [...placeholdersOf(template)].filter((name) => inputOf(texts, name).trim() !== '');
  return Object.fromEntries(
    given.map((name) => {
      const outcome = parseValue('json', inputOf(texts, name));
      // Text that is not JSON is reported like any other value that is not a list of messages.
      return [name, outcome.kind === 'value' ? outcome.value : null];
    }),
  );
}

/** Own properties only: a variable may be named `constructor`. */
export const inputOf = (texts: Readonly<Record<string, string>>, name: string): string =>
  Object.hasOwn(texts, name) ? (texts[name] ?? '') : '';

/** The problem with the value of one field. */
export const findProblem = (problems: readonly ValueProblem[], name: string): ValueProblem['problem'] | undefined =>
  problems.find(({ path }) => path === name || path.startsWith(`${name}.`))?.problem;

const problemsOf = (outcome: { readonly kind: string; readonly problems?: readonly ValueProblem[] }) =>
  outcome.problems ?? [];

function describeFailure(outcome: RenderOutcome): string | undefined {
  if (outcome.kind === 'include-not-found') return `No text prompt named “${printIncludeTarget(outcome.target)}”.`;
  if (outcome.kind === 'too-large') return `Too large to render: it exceeds the limit on ${outcome.limit}.`;
  return undefined;
}
