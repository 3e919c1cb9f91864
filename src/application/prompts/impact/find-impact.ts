import type { AccountId } from '../../../domain/accounts/account.ts';
import type { IncludeTarget } from '../../../domain/naming/include-target.ts';
import type { Label, LabelOrLatest } from '../../../domain/naming/label.ts';
import type { PromptName, PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { VersionDraft } from '../../../domain/prompts/prompt-version.ts';
import type { BreakingChange } from '../../../domain/templates/variable-changes.ts';
import { type Execution, insideHeavy, UNLIMITED } from '../../ports/execution.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import { type DraftVersion, findDraftProblems, type VersionInput } from '../draft-version.ts';
import { breaksContract, findEffects } from '../includes/find-effects.ts';
import { findRedirections, type ProspectiveChange, toChange, toPublication } from '../includes/prospective-change.ts';
import { readFollowed } from '../inherited-settings.ts';
import type { TypeMismatch, VersionNotFound } from '../missing-version.ts';
import { parseLabels } from '../prompt-input.ts';

/** A version that exists, or one that would be published. Without labels, it would become the latest version. */
export type ImpactRequest = ({ readonly version: number } | { readonly input: VersionInput }) & {
  /** The labels that would move to it. */
  readonly labels?: readonly string[] | undefined;
};

/** The effect on a label of another prompt, or on its latest version. */
export interface ImpactEntry {
  readonly name: PromptName;
  readonly label: LabelOrLatest;
  /** The expression that it leads to, and that would select another version. */
  readonly include: IncludeTarget;
  readonly state: 'follows' | 'locked';
  readonly breaking: readonly BreakingChange[];
}

export interface Impact {
  readonly kind: 'found';
  /** Those that would break first, then by name; at most IMPACT_ENTRIES_MAX. */
  readonly entries: readonly ImpactEntry[];
  /** How many entries follow, listed or not. */
  readonly affected: number;
  readonly truncated: boolean;
}

export type FindImpactOutcome =
  | Impact
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  | VersionNotFound
  | TypeMismatch
  | { readonly kind: 'not-found' };

export const IMPACT_ENTRIES_MAX = 200;

/** Finds what a publication or a label move would do to prompts that include this one. Writes nothing. Heavy work. */
export class FindImpact {
  constructor(
    private readonly reader: PromptReader,
    private readonly draftVersion: DraftVersion,
  ) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    request: ImpactRequest,
    execution: Execution = UNLIMITED,
  ): Promise<FindImpactOutcome> {
    const { labels, problems } = parseLabels(request.labels ?? []);
    if (problems.length > 0) {
      const others = 'input' in request ? await findDraftProblems(request.input, execution) : [];
      return { kind: 'invalid', problems: [...problems, ...others] };
    }
    const change =
      'input' in request
        ? await this.draft(owner, reference, request.input, labels, execution)
        : await this.choose(owner, reference, request.version, labels);
    return 'kind' in change ? change : this.collect(change, execution);
  }

  /** The impact of a write that is about to be made, if it affects others. Costs two reads if no prompt includes this one. */
  async beforeWrite(
    owner: AccountId,
    reference: PromptReference,
    request: ImpactRequest,
    execution: Execution,
  ): Promise<Impact | undefined> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return undefined;
    const { includes, next } = await this.reader.listIncluders(owner, prompt.name);
    if (includes.length === 0 && next === undefined) return undefined;
    const find = () => this.execute(owner, reference, request, insideHeavy(execution));
    const outcome = await execution.heavy(find);
    return outcome.kind === 'found' && outcome.affected > 0 ? outcome : undefined;
  }

  private async choose(
    owner: AccountId,
    reference: PromptReference,
    number: number,
    labels: readonly Label[],
  ): Promise<ProspectiveChange | Exclude<FindImpactOutcome, Impact>> {
    const reading = await this.reader.read(owner, reference, { by: 'version', version: number });
    if (!reading) return { kind: 'not-found' };
    const { prompt, version } = reading;
    if (!version) return { kind: 'version-not-found', prompt, version: number };
    if (labels.length === 0) return toPublication(prompt, isLatest(prompt, version) ? undefined : version, []);
    return toChange(
      prompt,
      labels.map((label) => [label, number]),
    );
  }

  private async draft(
    owner: AccountId,
    reference: PromptReference,
    input: VersionInput,
    labels: readonly Label[],
    execution: Execution,
  ): Promise<ProspectiveChange | Exclude<FindImpactOutcome, Impact>> {
    const followed = await readFollowed(this.reader, owner, reference, input);
    if (!followed) return { kind: 'not-found' };
    const { prompt, inherited } = followed;
    if (input.content.type !== prompt.type) return { kind: 'type-mismatch', prompt };
    const drafted = await this.draftVersion.execute(owner, prompt.name, input, execution, inherited);
    if (drafted.kind === 'invalid') return drafted;
    return toPublication(prompt, isLatest(prompt, drafted.draft) ? undefined : drafted.draft, labels);
  }

  private async collect(change: ProspectiveChange, execution: Execution): Promise<Impact> {
    const redirections = findRedirections(change);
    const mayBreak =
      redirections.size > 0 && (await breaksContract(this.reader, change, redirections.values(), execution));
    const [broken, others]: [ImpactEntry[], ImpactEntry[]] = [[], []];
    const counts = { all: 0, affected: 0 };
    for await (const effect of findEffects(this.reader, change, { mayBreak, onlyLabelled: false }, execution)) {
      const { prompt, label, include, isLocked, breaking } = effect;
      const state = isLocked ? 'locked' : 'follows';
      counts.all += 1;
      counts.affected += isLocked ? 0 : 1;
      const entries = breaking.length > 0 ? broken : others;
      if (entries.length < IMPACT_ENTRIES_MAX) entries.push({ name: prompt.name, label, include, state, breaking });
    }
    const entries = [...broken, ...others].slice(0, IMPACT_ENTRIES_MAX);
    return { kind: 'found', entries, affected: counts.affected, truncated: counts.all > entries.length };
  }
}

/** Whether publishing a draft would change nothing. */
const isLatest = (prompt: Prompt, { hash }: Pick<VersionDraft, 'hash'>): boolean => hash === prompt.latestHash;
