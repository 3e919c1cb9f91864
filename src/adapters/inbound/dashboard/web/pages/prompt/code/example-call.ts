import { checkPlaceholders } from '../../../../../../../domain/templates/placeholder-values.ts';
import {
  type PromptTemplate,
  placeholdersOf,
  templatesOf,
} from '../../../../../../../domain/templates/prompt-content.ts';
import { type IncludeLookup, variableUses } from '../../../../../../../domain/templates/template-uses.ts';
import { parseVariables, withUndeclared } from '../../../../../../../domain/templates/variables.ts';
import type { PublishedContent } from '../workspace/draft.ts';
import { type PreviewInputs, parseInputs, parsePlaceholders } from '../workspace/preview-rendering.ts';
import { exampleValues } from './example-values.ts';

/** The call that a snippet makes. */
export interface Call {
  readonly service: string;
  readonly name: string;
  /** Empty for the default rule: production, else the latest. */
  readonly label: string;
  readonly type: 'text' | 'chat';
  /** The values to render with. */
  readonly variables: Readonly<Record<string, unknown>>;
  readonly placeholders: Readonly<Record<string, unknown>>;
}

interface ExampleCallRequest {
  readonly version: PublishedContent;
  /** Template of the version. */
  readonly template: PromptTemplate;
  readonly include: IncludeLookup;
  readonly inputs: PreviewInputs;
}

/** A call that renders this version, with the values of the preview where they fit. */
export function exampleCall({
  version,
  template,
  include,
  inputs,
}: ExampleCallRequest): Pick<Call, 'type' | 'variables' | 'placeholders'> {
  const declared = parseVariables(version.variables);
  const uses = variableUses(templatesOf(template), include);
  const variables = withUndeclared(declared.kind === 'variables' ? declared.variables : [], uses);
  const preferred = parseInputs(variables, inputs).values;
  return {
    type: version.type,
    variables: exampleValues({ template, variables, include, preferred }),
    placeholders: examplePlaceholders(template, inputs),
  };
}

const EXAMPLE_MESSAGES = [{ role: 'user', content: 'Hello' }];

function examplePlaceholders(template: PromptTemplate, inputs: PreviewInputs): Readonly<Record<string, unknown>> {
  const given = parsePlaceholders(template, inputs);
  return Object.fromEntries(
    [...placeholdersOf(template)].map((name) => {
      const messages = Object.hasOwn(given, name) ? given[name] : undefined;
      const outcome = checkPlaceholders(template, { [name]: messages }, { strict: false });
      return [name, messages !== undefined && outcome.kind === 'valid' ? messages : EXAMPLE_MESSAGES];
    }),
  );
}
