import type { AccountId } from '../../domain/accounts/account.ts';
import type { IncludeTarget } from '../../domain/naming/include-target.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { PromptId, PromptReference } from '../../domain/naming/prompt-name.ts';
import type { Problem } from '../../domain/problem.ts';
import type { ContentHash } from '../../domain/prompts/prompt-version.ts';
import { type Fingerprint, fingerprintOf, reachedTargets } from '../../domain/prompts/release.ts';
import { PARTS_PER_STEP } from '../../domain/steps.ts';
import { finishRendering, prepareRendering, type RenderValues } from '../../domain/templates/prepare-rendering.ts';
import { type PromptTemplate, parsePublishedInSteps, templatesOf } from '../../domain/templates/prompt-content.ts';
import type { Rendered, Rendering, RenderLimit, RenderOutcome } from '../../domain/templates/render-template.ts';
import { type IncludeLookup, includeTargets, variableUsesInSteps } from '../../domain/templates/template-uses.ts';
import type { ValueProblem } from '../../domain/templates/variable-values.ts';
import { type VariableDeclaration, withUndeclared } from '../../domain/templates/variables.ts';
import type { JsonObject } from '../../domain/text/json.ts';
import { type Execution, letOthersRun, runInTurns, UNLIMITED } from '../ports/execution.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import {
  type IncludedVersion,
  type LoadedIncludes,
  type LoadedTemplates,
  loadIncludes,
  NOTHING_INCLUDED,
} from './includes/load-includes.ts';
import { pinReading } from './includes/pin-includes.ts';
import type { LabelNotFound, VersionNotFound } from './missing-version.ts';
import { type ReadPrompt, type ReadRequest, type ReadVersion, type ReportRead, toPromptRead } from './read-prompt.ts';
import { runByCost } from './run-by-cost.ts';

export interface RenderInput extends RenderValues, ReadRequest {}

/** An include and the version that it was resolved to. */
export interface RenderedInclude extends Pick<IncludedVersion, 'promptId' | 'name' | 'version' | 'by'> {
  readonly target: IncludeTarget;
}

/** The problems are all reported together: what is missing beside what is wrong or unknown. */
interface VariablesInvalid {
  readonly kind: 'variables-invalid';
  readonly problems: readonly ValueProblem[];
  readonly declared: readonly VariableDeclaration[];
}

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
      readonly fingerprint: Fingerprint;
      /** Everything that was included, depth first, in order of first appearance, each target once. */
      readonly includes: readonly RenderedInclude[];
    }
  | VariablesInvalid
  | { readonly kind: 'includes-invalid'; readonly problems: readonly Problem[] }
  | { readonly kind: 'too-large'; readonly limit: RenderLimit }
  | LabelNotFound
  | VersionNotFound
  | { readonly kind: 'not-found' };

/**
 * A version that is ready to be rendered with any values: parsed, and with everything it includes. Stays correct as long as
 * none of the account's prompts changes, because labels and floating includes may lead elsewhere then.
 */
export interface PreparedPrompt {
  readonly kind: 'prepared';
  readonly reading: ReadVersion;
  readonly template: PromptTemplate;
  readonly include: IncludeLookup;
  readonly fingerprint: Fingerprint;
  readonly includes: readonly RenderedInclude[];
  readonly declared: readonly VariableDeclaration[];
  /** An estimate that is rather too high. */
  readonly memoryBytes: number;
}

export type PreparePromptOutcome =
  | PreparedPrompt
  | Exclude<RenderPromptOutcome, { readonly kind: 'rendered' | 'variables-invalid' }>;

export class RenderPrompt {
  constructor(
    private readonly reader: PromptReader,
    private readonly readPrompt: ReadPrompt,
    private readonly hashing: ContentHashing,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    input: RenderInput,
    execution: Execution = UNLIMITED,
    reportRead?: ReportRead,
  ): Promise<RenderPromptOutcome> {
    const prepared = await this.prepare(owner, reference, input, execution, reportRead);
    return prepared.kind === 'prepared' ? this.render(prepared, input, execution) : prepared;
  }

  async prepare(
    owner: AccountId,
    reference: PromptReference,
    { choice, at }: ReadRequest,
    execution: Execution,
    reportRead?: ReportRead,
  ): Promise<PreparePromptOutcome> {
    const reading = await this.readPrompt.execute(owner, reference, { choice, at });
    const read = toPromptRead(reading);
    if (read) reportRead?.(read);
    return reading.kind === 'read' ? this.prepareReading(reading, execution) : reading;
  }

  async render(prepared: PreparedPrompt, values: RenderValues, execution: Execution): Promise<RenderPromptOutcome> {
    const { reading, template, include, declared, fingerprint, includes } = prepared;
    const { rendering: steps, problems } = prepareRendering(template, declared, include, values);
    const outcome = steps.advance(LIGHT_NODES_MAX) ?? (await execution.heavy(() => finish(steps, execution)));
    const result = finishRendering(outcome, problems);
    switch (result.kind) {
      case 'rendered': {
        const { config, version, hash } = reading.version;
        const { prompt, resolved } = reading;
        const { rendered } = result;
        const rendering = { rendered, config, version, hash, fingerprint, includes };
        return { kind: 'rendered', promptId: prompt.id, label: resolved.label, ...rendering };
      }
      case 'variables-invalid':
        return { ...result, declared };
      default:
        return result;
    }
  }

  /** Renders a prompt that the caller has read itself. */
  async renderReading(
    reading: ReadVersion,
    values: RenderValues,
    execution: Execution = UNLIMITED,
  ): Promise<RenderPromptOutcome> {
    const prepared = await this.prepareReading(reading, execution);
    return prepared.kind === 'prepared' ? this.render(prepared, values, execution) : prepared;
  }

  private prepareReading(reading: ReadVersion, execution: Execution): Promise<PreparePromptOutcome> {
    return runByCost(reading.version.content, execution, (granted) => this.parse(reading, granted));
  }

  private async parse(reading: ReadVersion, execution: Execution): Promise<PreparePromptOutcome> {
    const template = await runInTurns(parsePublishedInSteps(reading.version.content), execution);
    if (!template) return { kind: 'too-large', limit: 'tags' };
    const targets = includeTargets(templatesOf(template));
    if (targets.length === 0) return this.toPrepared(reading, template, targets, NOTHING_INCLUDED, execution);
    const { owner } = reading.prompt;
    // The targets of floating includes may have changed since publication.
    return execution.heavy(async () => {
      const loaded = await loadIncludes(this.reader, owner, targets, execution, pinReading(this.reader, reading));
      if (loaded.kind === 'invalid') return { kind: 'includes-invalid', problems: loaded.problems };
      if (loaded.kind === 'too-large') return { kind: 'too-large', limit: loaded.limit };
      return this.toPrepared(reading, template, targets, loaded, execution);
    });
  }

  private async toPrepared(
    reading: ReadVersion,
    template: PromptTemplate,
    targets: readonly IncludeTarget[],
    loaded: LoadedIncludes,
    execution: Execution,
  ): Promise<PreparedPrompt> {
    const { hash, variables } = reading.version;
    const { lookup: include, get } = loaded;
    // A floating include may now use variables that it did not use at the time of publication.
    const uses = await runInTurns(variableUsesInSteps(templatesOf(template), include), execution);
    return {
      kind: 'prepared',
      reading,
      template,
      include,
      fingerprint: fingerprintOf({ hash, targets }, get, (text) => this.hashing.hash(text)),
      includes: reachedTargets(targets, get).map((target) => ({ target, ...get(target) })),
      declared: withUndeclared(variables, uses),
      memoryBytes: estimateMemory(reading, template, loaded),
    };
  }
}

/** A character takes up to two bytes, and a value or a tag many times the memory of its text. */
function estimateMemory(
  { version: { content, variables, config } }: ReadVersion,
  template: PromptTemplate,
  included: LoadedTemplates,
): number {
  const tags = templatesOf(template).reduce((sum, { tagCount }) => sum + tagCount, included.tags);
  const characters = JSON.stringify(content).length + included.bytes;
  return 2 * characters + 16 * JSON.stringify([variables, config]).length + 400 * tags;
}

/** Nearly all prompts have fewer nodes; many requests can render them in one iteration of the event loop. */
const LIGHT_NODES_MAX = 400;

/** Pauses again and again, so that a long rendering neither blocks other requests nor outlives its own. */
async function finish(rendering: Rendering, execution: Execution): Promise<RenderOutcome> {
  for (;;) {
    await letOthersRun(execution);
    const outcome = rendering.advance(PARTS_PER_STEP);
    if (outcome) return outcome;
  }
}
