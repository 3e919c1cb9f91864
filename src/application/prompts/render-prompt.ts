import type { AccountId } from '../../domain/accounts/account.ts';
import { PROBLEMS_MAX, type Problem } from '../../domain/problem.ts';
import type { Label } from '../../domain/prompts/naming/label.ts';
import type { PromptId, PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { VersionChoice } from '../../domain/prompts/prompt.ts';
import type { ContentHash } from '../../domain/prompts/prompt-version.ts';
import { checkPlaceholders } from '../../domain/templates/placeholder-values.ts';
import { type PromptTemplate, parsePublished, templatesOf } from '../../domain/templates/prompt-content.ts';
import {
  type Rendered,
  Rendering,
  type RenderLimit,
  type RenderOutcome,
} from '../../domain/templates/render-template.ts';
import { type IncludeLookup, includeTargets, variableUses } from '../../domain/templates/template-uses.ts';
import { checkValues, type ValueProblem } from '../../domain/templates/variable-values.ts';
import { type VariableDeclaration, withUndeclared } from '../../domain/templates/variables.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import { letOthersRun, UNLIMITED_WORK, type Work } from '../work.ts';
import { describeInclude, loadIncludes } from './load-includes.ts';
import type { LabelNotFound, VersionNotFound } from './missing-version.ts';
import type { ReadPrompt, ReadPromptOutcome } from './read-prompt.ts';

export interface RenderInput {
  readonly choice: VersionChoice;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly placeholders: Readonly<Record<string, unknown>>;
  readonly strict: boolean;
}

/** All problems together: what is missing beside what is wrong or unknown. */
interface VariablesInvalid {
  readonly kind: 'variables-invalid';
  readonly problems: readonly ValueProblem[];
  readonly declared: readonly VariableDeclaration[];
}

type Reading = Extract<ReadPromptOutcome, { kind: 'read' }>;

export type RenderPromptOutcome =
  | {
      readonly kind: 'rendered';
      readonly promptId: PromptId;
      readonly rendered: Rendered;
      readonly config: JsonObject;
      readonly version: number;
      /** The label that selected the version, if one did. */
      readonly label: Label | undefined;
      readonly hash: ContentHash;
    }
  | VariablesInvalid
  | { readonly kind: 'includes-invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit }
  | LabelNotFound
  | VersionNotFound
  | { readonly kind: 'not-found' };

export class RenderPrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly readPrompt: ReadPrompt,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    input: RenderInput,
    work: Work = UNLIMITED_WORK,
  ): Promise<RenderPromptOutcome> {
    const reading = await this.readPrompt.execute(owner, reference, { choice: input.choice });
    return reading.kind === 'read' ? this.renderReading(reading, input, work) : reading;
  }

  /** For callers that have read the prompt themselves. */
  async renderReading(
    reading: Reading,
    input: Omit<RenderInput, 'choice'>,
    work: Work = UNLIMITED_WORK,
  ): Promise<RenderPromptOutcome> {
    const { owner } = reading.prompt;
    const template = parsePublished(reading.version.content);
    if (!template) return { kind: 'too-large', limit: 'tags' };
    const targets = includeTargets(templatesOf(template));
    if (targets.length === 0) return render(reading, template, INCLUDES_NOTHING, input, work);

    return work.heavy(async () => {
      // Load includes on every rendering: the targets of floating ones may have changed since publication.
      const includes = await loadIncludes(this.reader, owner, targets, work);
      if (includes.kind === 'invalid') return { kind: 'includes-invalid', problems: includes.problems };
      if (includes.kind === 'too-large') return { kind: 'too-large', limit: includes.limit };
      return render(reading, template, includes.lookup, input, { ...UNLIMITED_WORK, signal: work.signal });
    });
  }
}

const INCLUDES_NOTHING: IncludeLookup = () => undefined;

/** Takes a few milliseconds at most, and is enough for nearly all prompts. */
const NODES_AT_A_TIME = 10_000;

async function render(
  { prompt, version: { variables, config, version, hash }, resolved: { label } }: Reading,
  template: PromptTemplate,
  include: IncludeLookup,
  { variables: given, placeholders: lists, strict }: Omit<RenderInput, 'choice'>,
  work: Work,
): Promise<RenderPromptOutcome> {
  // A floating include may now use variables that it did not use at the time of publication.
  const declared = withUndeclared(variables, variableUses(templatesOf(template), include));
  const values = checkValues(declared, given, { strict });
  const placeholders = checkPlaceholders(template, lists, { strict });
  const wrong = [values, placeholders].flatMap((outcome) => (outcome.kind === 'invalid' ? outcome.problems : []));
  const request = { values: values.values, placeholders: placeholders.placeholders, include, strict };
  const rendering = new Rendering(template, request);
  const outcome = rendering.advance(NODES_AT_A_TIME) ?? (await work.heavy(() => finish(rendering, work)));
  if (outcome.kind === 'invalid' || wrong.length > 0) {
    const missing = outcome.kind === 'invalid' ? outcome.problems : [];
    return { kind: 'variables-invalid', problems: joinProblems(missing, wrong), declared };
  }
  switch (outcome.kind) {
    case 'rendered':
      return { kind: 'rendered', promptId: prompt.id, rendered: outcome.rendered, config, version, label, hash };
    case 'include-not-found':
      return {
        kind: 'includes-invalid',
        problems: [{ path: 'includes', problem: describeInclude(outcome.target, 'prompt-missing') }],
      };
    case 'too-large':
      return outcome;
  }
}

/** A part of a value that is wrong as a whole is not also missing. */
function joinProblems(missing: readonly ValueProblem[], wrong: readonly ValueProblem[]): readonly ValueProblem[] {
  const reported = new Set(wrong.filter(({ problem }) => problem !== 'unknown').map(({ path }) => path));
  const others = missing.filter(({ path }) => !reported.has(path.split('.', 1).join()));
  return [...others, ...wrong].slice(0, PROBLEMS_MAX);
}

/** Pauses again and again, so that a long rendering neither blocks other requests nor outlives its own. */
async function finish(rendering: Rendering, work: Work): Promise<RenderOutcome> {
  for (;;) {
    await letOthersRun(work);
    const outcome = rendering.advance(NODES_AT_A_TIME);
    if (outcome) return outcome;
  }
}
