import type { AccountId } from '../../domain/accounts/account.ts';
import type { Problem } from '../../domain/problem.ts';
import type { PromptName } from '../../domain/prompts/naming/prompt-name.ts';
import { isMessage, type PromptVersion } from '../../domain/prompts/prompt-version.ts';
import {
  type ContentInput,
  canonicalVersion,
  type PromptTemplate,
  parseConfig,
  parseContent,
  templatesOf,
} from '../../domain/templates/prompt-content.ts';
import { includeTargets, type VariableUse, variableUses } from '../../domain/templates/template-uses.ts';
import {
  inferVariables,
  parseVariables,
  useProblems,
  type VariableInput,
  type VariablesOutcome,
} from '../../domain/templates/variables.ts';
import type { ContentHashing } from '../ports/content-hashing.ts';
import type { PromptRepository, PublishedDraft } from '../ports/prompt-repository.ts';
import { leadsBackTo, loadIncludes } from './load-includes.ts';

/** A version as an author sends it. */
export interface VersionInput {
  readonly content: ContentInput;
  /** Inferred from the templates when left out. */
  readonly variables?: readonly VariableInput[] | undefined;
  readonly config?: unknown;
  readonly message?: string | undefined;
  readonly restoredFrom?: number | undefined;
}

export type DraftOutcome =
  | {
      readonly kind: 'draft';
      readonly draft: PublishedDraft;
      /** What the includes were checked against; undefined when there are none. */
      readonly accountRevision: number | undefined;
    }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Turns what an author sends into what can be published, or into a list of everything that is wrong with it. */
export class DraftVersion {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly hashing: ContentHashing,
  ) {}

  async execute(owner: AccountId, name: PromptName, input: VersionInput): Promise<DraftOutcome> {
    const { message = '' } = input;
    const { content, config, problems } = parseDraft(input);
    if (content.kind === 'invalid' || config.kind === 'invalid' || problems.length > 0)
      return { kind: 'invalid', problems };

    const includes = includeTargets(templatesOf(content.template));
    // Read before the includes are: whatever changes after this moment makes the decision out of date.
    const accountRevision = includes.length > 0 ? await this.prompts.revisionOf(owner) : undefined;
    const variables = await this.variables(owner, name, content.template, input.variables);
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
      accountRevision,
    };
  }

  private async variables(
    owner: AccountId,
    name: PromptName,
    template: PromptTemplate,
    given: readonly VariableInput[] | undefined,
  ): Promise<VariablesOutcome> {
    const templates = templatesOf(template);
    const targets = includeTargets(templates);
    const { lookup, problems } = await loadIncludes(this.prompts, owner, templates);
    if (problems.length > 0) return { kind: 'invalid', problems };
    if (await leadsBackTo(name, this.prompts, owner, targets)) {
      return { kind: 'invalid', problems: [{ path: 'includes', problem: `${name} would include itself` }] };
    }
    return declared(given, variableUses(templates, lookup));
  }
}

/** What is wrong with a version in itself, for those who have other problems to tell too. */
export const draftProblems = (input: VersionInput): readonly Problem[] => parseDraft(input).problems;

/** As far as it can be judged without a look at other prompts. */
function parseDraft({ content: words, variables: given = [], config: settings = {}, message = '' }: VersionInput) {
  const content = parseContent(words);
  const config = parseConfig(settings);
  const problems = [
    ...[content, parseVariables(given), config].flatMap((part) => (part.kind === 'invalid' ? part.problems : [])),
    ...(isMessage(message) ? [] : [{ path: 'message', problem: 'too-long' }]),
  ];
  return { content, config, problems };
}

function declared(given: readonly VariableInput[] | undefined, uses: readonly VariableUse[]): VariablesOutcome {
  if (given === undefined) return inferVariables(uses);
  const outcome = parseVariables(given);
  if (outcome.kind === 'invalid') return outcome;
  const problems = useProblems(outcome.variables, uses);
  return problems.length > 0 ? { kind: 'invalid', problems } : outcome;
}

/** An earlier version, to be published again. */
export const again = (
  { version, content, variables, config }: PromptVersion,
  message: string | undefined,
): VersionInput => ({
  content,
  variables,
  config,
  message,
  restoredFrom: version,
});
