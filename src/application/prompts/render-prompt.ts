import type { AccountId } from '../../domain/accounts/account.ts';
import { invariant } from '../../domain/invariant.ts';
import type { Problem } from '../../domain/problem.ts';
import { printIncludeTarget } from '../../domain/prompts/naming/include-target.ts';
import type { PromptId, PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { VersionChoice } from '../../domain/prompts/prompt.ts';
import type { ContentHash } from '../../domain/prompts/prompt-version.ts';
import { checkPlaceholders } from '../../domain/templates/placeholder-values.ts';
import { type PromptTemplate, parseContent, templatesOf } from '../../domain/templates/prompt-content.ts';
import { type Rendered, type RenderLimit, renderPrompt } from '../../domain/templates/render-template.ts';
import { type IncludeLookup, variableUses } from '../../domain/templates/template-uses.ts';
import { checkValues, type ValueProblem } from '../../domain/templates/variable-values.ts';
import { withUndeclared } from '../../domain/templates/variables.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { FullReading, PromptReader } from '../ports/prompt-reader.ts';
import { loadIncludes } from './load-includes.ts';
import type { ReadPrompt } from './read-prompt.ts';

export interface RenderInput {
  readonly choice: VersionChoice;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly placeholders: Readonly<Record<string, unknown>>;
  readonly strict: boolean;
}

export type RenderPromptOutcome =
  | {
      readonly kind: 'rendered';
      readonly promptId: PromptId;
      readonly rendered: Rendered;
      readonly config: JsonObject;
      readonly version: number;
      readonly hash: ContentHash;
    }
  | { readonly kind: 'variables-invalid'; readonly problems: readonly ValueProblem[] }
  | { readonly kind: 'includes-invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit }
  | { readonly kind: 'not-found' | 'version-not-found' | 'label-not-found' };

export class RenderPrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly readPrompt: ReadPrompt,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, input: RenderInput): Promise<RenderPromptOutcome> {
    const reading = await this.readPrompt.execute(owner, reference, { choice: input.choice });
    if (reading.kind !== 'read') return reading;
    const parsed = parseContent(reading.version.content);
    invariant(parsed.kind === 'content', 'published content is a template');

    // Load includes on every rendering: the targets of floating ones may have changed since publication.
    const { lookup, problems } = await loadIncludes(this.reader, owner, templatesOf(parsed.template));
    if (problems.length > 0) return { kind: 'includes-invalid', problems };
    return render(reading, parsed.template, lookup, input);
  }
}

function render(
  { prompt, version: { variables, config, version, hash } }: FullReading,
  template: PromptTemplate,
  lookup: IncludeLookup,
  { variables: given, placeholders: lists, strict }: RenderInput,
): RenderPromptOutcome {
  // A floating include may now use variables that it did not use at the time of publication.
  const declared = withUndeclared(variables, variableUses(templatesOf(template), lookup));
  const values = checkValues(declared, given, { strict });
  const placeholders = checkPlaceholders(template, lists, { strict });
  if (values.kind === 'invalid' || placeholders.kind === 'invalid') {
    const problems = [values, placeholders].flatMap((outcome) => (outcome.kind === 'invalid' ? outcome.problems : []));
    return { kind: 'variables-invalid', problems };
  }
  const outcome = renderPrompt(template, {
    values: values.values,
    placeholders: placeholders.placeholders,
    include: lookup,
    strict,
  });
  switch (outcome.kind) {
    case 'rendered':
      return { kind: 'rendered', promptId: prompt.id, rendered: outcome.rendered, config, version, hash };
    case 'invalid':
      return { kind: 'variables-invalid', problems: outcome.problems };
    case 'include-not-found':
      return {
        kind: 'includes-invalid',
        problems: [{ path: 'includes', problem: `${printIncludeTarget(outcome.target)} is no prompt of this account` }],
      };
    case 'too-large':
      return outcome;
  }
}
