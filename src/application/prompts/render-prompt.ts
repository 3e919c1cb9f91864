import type { AccountId } from '../../domain/accounts/account.ts';
import type { Problem } from '../../domain/problem.ts';
import type { Label } from '../../domain/prompts/naming/label.ts';
import type { PromptId, PromptReference } from '../../domain/prompts/naming/prompt-name.ts';
import type { VersionChoice } from '../../domain/prompts/prompt.ts';
import type { ContentHash } from '../../domain/prompts/prompt-version.ts';
import { finishRendering, prepareRendering, type RenderValues } from '../../domain/templates/prepare-rendering.ts';
import { type PromptTemplate, parsePublished, templatesOf } from '../../domain/templates/prompt-content.ts';
import type { Rendered, Rendering, RenderLimit, RenderOutcome } from '../../domain/templates/render-template.ts';
import { type IncludeLookup, includeTargets, variableUses } from '../../domain/templates/template-uses.ts';
import type { ValueProblem } from '../../domain/templates/variable-values.ts';
import { type VariableDeclaration, withUndeclared } from '../../domain/templates/variables.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import { letOthersRun, UNLIMITED_WORK, type Work } from '../work.ts';
import { loadIncludes } from './load-includes.ts';
import type { LabelNotFound, VersionNotFound } from './missing-version.ts';
import { type ReadPrompt, type ReadPromptOutcome, type ReportRead, toPromptRead } from './read-prompt.ts';

export interface RenderInput extends RenderValues {
  readonly choice: VersionChoice;
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
    reportRead?: ReportRead,
  ): Promise<RenderPromptOutcome> {
    const reading = await this.readPrompt.execute(owner, reference, { choice: input.choice });
    const read = toPromptRead(reading);
    if (read) reportRead?.(read);
    return reading.kind === 'read' ? this.renderReading(reading, input, work) : reading;
  }

  /** For callers that have read the prompt themselves. */
  async renderReading(
    reading: Reading,
    input: RenderValues,
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
  values: RenderValues,
  work: Work,
): Promise<RenderPromptOutcome> {
  // A floating include may now use variables that it did not use at the time of publication.
  const declared = withUndeclared(variables, variableUses(templatesOf(template), include));
  const { rendering, problems } = prepareRendering(template, declared, include, values);
  const outcome = rendering.advance(NODES_AT_A_TIME) ?? (await work.heavy(() => finish(rendering, work)));
  const result = finishRendering(outcome, problems);
  switch (result.kind) {
    case 'rendered':
      return { kind: 'rendered', promptId: prompt.id, rendered: result.rendered, config, version, label, hash };
    case 'variables-invalid':
      return { ...result, declared };
    default:
      return result;
  }
}

/** Pauses again and again, so that a long rendering neither blocks other requests nor outlives its own. */
async function finish(rendering: Rendering, work: Work): Promise<RenderOutcome> {
  for (;;) {
    await letOthersRun(work);
    const outcome = rendering.advance(NODES_AT_A_TIME);
    if (outcome) return outcome;
  }
}
