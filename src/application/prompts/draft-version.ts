import type { AccountId } from '../../domain/accounts/account.ts';
import type { IncludeTarget } from '../../domain/naming/include-target.ts';
import type { PromptName } from '../../domain/naming/prompt-name.ts';
import { type Problem, toInvalid } from '../../domain/problem.ts';
import { isMessage, type PromptVersion } from '../../domain/prompts/prompt-version.ts';
import type { Release } from '../../domain/prompts/release.ts';
import {
  type ContentInput,
  canonicalVersion,
  parseConfig,
  parseContentInSteps,
  templatesOf,
} from '../../domain/templates/prompt-content.ts';
import { includeTargets, type VariableUse, variableUsesInSteps } from '../../domain/templates/template-uses.ts';
import { toInexact } from '../../domain/templates/variable-values.ts';
import {
  inheritVariables,
  parseVariables,
  useProblems,
  type VariableDeclaration,
  type VariableInput,
  type VariablesOutcome,
} from '../../domain/templates/variables.ts';
import { findInexact, isBoundedJson, type JsonObject } from '../../domain/text/json.ts';
import { type Execution, runInTurns, UNLIMITED } from '../ports/execution.ts';
import type { ContentHashing } from '../ports/hashing.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { PublishedDraft } from '../ports/prompts/prompt-writer.ts';
import { toRelease } from './find-release.ts';
import { includesItself } from './includes/includes-itself.ts';
import { type LoadedIncludes, loadIncludes, NOTHING_INCLUDED } from './includes/load-includes.ts';
import { SeenPrompts } from './includes/seen-prompts.ts';
import { NO_SETTINGS, type Settings } from './inherited-settings.ts';
import { runByCost } from './run-by-cost.ts';

/** A version as an author sends it. */
export interface VersionInput {
  readonly content: ContentInput;
  /** Defaults to those of the version that this one follows, and inferred from the templates where it has none. */
  readonly variables?: readonly VariableInput[] | undefined;
  /** Defaults to the config of the version that this one follows, or else empty. */
  readonly config?: unknown;
  readonly message?: string | undefined;
  readonly restoredFrom?: number | undefined;
}

export type DraftOutcome =
  | {
      readonly kind: 'draft';
      readonly draft: PublishedDraft;
      /** The release of the version, as long as nothing that was seen changes. */
      readonly release: Release;
      /** The prompts that the includes were checked against. */
      readonly seen: SeenPrompts;
    }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Turns an author's input into a draft that can be published, or into a list of all its problems. */
export class DraftVersion {
  constructor(
    private readonly reader: PromptReader,
    private readonly hashing: ContentHashing,
  ) {}

  execute(
    owner: AccountId,
    name: PromptName,
    input: VersionInput,
    execution: Execution = UNLIMITED,
    inherited: Settings = NO_SETTINGS,
  ): Promise<DraftOutcome> {
    return runByCost(input.content, execution, (granted) => this.draft(owner, name, input, granted, inherited));
  }

  private async draft(
    owner: AccountId,
    name: PromptName,
    input: VersionInput,
    execution: Execution,
    inherited: Settings,
  ): Promise<DraftOutcome> {
    const { message = '' } = input;
    const { content, config, problems } = await parseDraft(input, inherited, execution);
    if (content.kind === 'invalid' || config.kind === 'invalid' || problems.length > 0)
      return { kind: 'invalid', problems };

    const templates = templatesOf(content.template);
    const includes = includeTargets(templates);
    const seen = new SeenPrompts(this.reader);
    const loaded =
      includes.length > 0
        ? await execution.heavy(() => loadForDraft(seen, owner, name, includes, execution))
        : NOTHING_INCLUDED;
    if (loaded.kind === 'invalid') return loaded;
    const uses = await runInTurns(variableUsesInSteps(templates, loaded.lookup), execution);
    const variables = declareVariables(input.variables, inherited.variables, uses);
    if (variables.kind === 'invalid') return variables;

    const hash = this.hashing.hash(canonicalVersion(content.content, variables.variables, config.config));
    return {
      kind: 'draft',
      draft: {
        content: content.content,
        variables: variables.variables,
        config: config.config,
        message,
        hash,
        restoredFrom: input.restoredFrom ?? null,
        includes,
      },
      release: toRelease({ hash, targets: includes }, loaded, this.hashing),
      seen,
    };
  }
}

async function loadForDraft(
  reader: SeenPrompts,
  owner: AccountId,
  name: PromptName,
  targets: readonly IncludeTarget[],
  execution: Execution,
): Promise<LoadedIncludes | Extract<DraftOutcome, { readonly kind: 'invalid' }>> {
  const includes = await loadIncludes(reader, owner, targets, execution);
  if (includes.kind === 'too-large') return { kind: 'invalid', problems: [includes.problem] };
  if (includes.kind === 'invalid') return includes;
  if (await includesItself(name, reader, owner, targets, execution)) {
    return toInvalid('includes', 'circular', `${name} would include itself`);
  }
  return includes;
}

/** The problems of a version in itself, for use cases that report them with other problems. */
export const findDraftProblems = (input: VersionInput, execution: Execution): Promise<readonly Problem[]> =>
  runByCost(input.content, execution, async (granted) => (await parseDraft(input, NO_SETTINGS, granted)).problems);

/** Checks everything that does not depend on other prompts. */
async function parseDraft(input: VersionInput, inherited: Settings, execution: Execution) {
  const { variables = [], message = '' } = input;
  const content = await runInTurns(parseContentInSteps(input.content), execution);
  const config = parseConfig(input.config === undefined ? inherited.config : input.config);
  const problems = [
    ...[content, parseVariables(variables), config].flatMap((part) => (part.kind === 'invalid' ? part.problems : [])),
    ...(isMessage(message) ? [] : [{ path: 'message', problem: 'too-long' as const }]),
    // A version that is restored may be older than this rule.
    ...(input.restoredFrom === undefined && config.kind === 'config' ? findInexactSettings(config.config, input) : []),
  ];
  return { content, config, problems };
}

/** An integer that JSON may have changed cannot be told from the one that the author wrote. */
function findInexactSettings(config: JsonObject, { config: given, variables = [] }: VersionInput): readonly Problem[] {
  const settings = [
    { path: 'config', value: given === undefined ? {} : config },
    ...variables.flatMap(({ default: fallback, enum: values }, index) => [
      { path: `variables.${index}.default`, value: fallback },
      { path: `variables.${index}.enum`, value: values },
    ]),
  ];
  return settings.flatMap(({ path, value }) => {
    const inexact = isBoundedJson(value) ? findInexact(value) : undefined;
    return inexact === undefined ? [] : [toInexact(path + inexact)];
  });
}

function declareVariables(
  given: readonly VariableInput[] | undefined,
  inherited: readonly VariableDeclaration[],
  uses: readonly VariableUse[],
): VariablesOutcome {
  if (given === undefined) return inheritVariables(inherited, uses);
  const outcome = parseVariables(given);
  if (outcome.kind === 'invalid') return outcome;
  const problems = useProblems(outcome.variables, uses);
  return problems.length > 0 ? { kind: 'invalid', problems } : outcome;
}

/** The input that publishes an earlier version again. */
export const toVersionInput = (
  { version, content, variables, config }: PromptVersion,
  message: string | undefined,
): VersionInput => ({
  content,
  variables,
  config,
  message,
  restoredFrom: version,
});
