import type { AccountId } from '../../../domain/accounts/account.ts';
import { PROBLEMS_MAX, type Problem } from '../../../domain/problem.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { IncludeTarget } from '../../../domain/prompts/naming/include-target.ts';
import { newPromptId, type PromptName } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import { timedIdEntropyBytes } from '../../../domain/timed-id.ts';
import type { ContentHashing } from '../../ports/content-hashing.ts';
import type { Clock, Entropy } from '../../ports/environment.ts';
import type { KeptVersion, PromptRepository } from '../../ports/prompt-repository.ts';
import { leadsBackTo, loadInclude } from '../load-includes.ts';
import { DECISIONS_MAX } from '../precondition.ts';
import type { ExportPrompts } from './export-prompts.ts';
import { includedFirst } from './import-order.ts';
import { type ImportedPrompt, includeProblem, type PromptDocument, parseDocument } from './imported-prompt.ts';

export type ImportMode = 'skip' | 'merge';

export interface ImportResult {
  readonly name: PromptName;
  readonly result: 'created' | 'skipped' | 'merged' | 'unchanged' | 'conflict';
}

export type ImportPromptsOutcome =
  | { readonly kind: 'imported'; readonly results: readonly ImportResult[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Brings prompts from elsewhere, with their times, hashes and history. Nothing is written unless all of them are sound. */
export class ImportPrompts {
  constructor(
    private readonly prompts: PromptRepository,
    private readonly exportPrompts: ExportPrompts,
    private readonly hashing: ContentHashing,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(
    owner: AccountId,
    documents: readonly PromptDocument[],
    { mode, dryRun }: { readonly mode: ImportMode; readonly dryRun: boolean },
  ): Promise<ImportPromptsOutcome> {
    const now = this.clock.now();
    const parsed = documents.map((document) => parseDocument(document, this.hashing, now));
    const imported = parsed.filter((outcome) => 'metadata' in outcome);
    const problems = parsed.flatMap((outcome, index) =>
      'metadata' in outcome ? [] : outcome.map(({ path, problem }) => ({ path: `prompts.${index}.${path}`, problem })),
    );
    const ordered = problems.length > 0 ? problems : await this.inOrder(owner, imported);
    if (!isOrdered(ordered)) return { kind: 'invalid', problems: ordered.slice(0, PROBLEMS_MAX) };

    const results: ImportResult[] = [];
    const coming: Coming | undefined = dryRun ? new Map() : undefined;
    for (const prompt of ordered) {
      const { name } = prompt.metadata;
      const result = await this.bring(owner, prompt, mode, coming);
      if (result === 'created' || result === 'merged') coming?.set(name, prompt);
      results.push({ name, result });
    }
    return { kind: 'imported', results };
  }

  /** Included prompts first. Problems instead, when names repeat, or includes lead nowhere or in a circle. */
  private async inOrder(owner: AccountId, imported: readonly ImportedPrompt[]) {
    const named = new Map(imported.map((prompt) => [prompt.metadata.name, prompt]));
    if (named.size < imported.length) return [{ path: 'prompts', problem: 'name a prompt twice' }];
    const problems = await this.includeProblems(owner, named);
    if (problems.length > 0) return problems;
    const { ordered, circular } = includedFirst(named);
    return circular.length > 0 ? [{ path: 'prompts', problem: `${circular.join(', ')} include themselves` }] : ordered;
  }

  private async includeProblems(owner: AccountId, imported: ReadonlyMap<PromptName, ImportedPrompt>) {
    const problems: Problem[] = [];
    const targets = new Map([...imported.values()].flatMap(({ includes }) => [...includes]));
    for (const [text, target] of targets) {
      const prompt = imported.get(target.name);
      const found = prompt ? includeProblem(prompt, target) : await loadInclude(this.prompts, owner, target);
      if (typeof found === 'string') problems.push({ path: 'prompts', problem: `include ${text}, which ${found}` });
    }
    return problems;
  }

  private async bring(
    owner: AccountId,
    imported: ImportedPrompt,
    mode: ImportMode,
    coming: Coming | undefined,
  ): Promise<ImportResult['result']> {
    const { name } = imported.metadata;
    for (let decision = 0; decision < DECISIONS_MAX; decision += 1) {
      // Read first, so that what changes later makes the decision out of date.
      const accountRevision = await this.prompts.revisionOf(owner);
      const existing = await this.prompts.find(owner, { by: 'name', name });
      if (existing && mode === 'skip') return 'skipped';
      const result = existing
        ? await this.merge(existing, imported, accountRevision, coming)
        : await this.restore(owner, imported, accountRevision, coming);
      if (result) return result;
    }
    return 'conflict';
  }

  /** Undefined when what was read has changed meanwhile. */
  private async restore(
    owner: AccountId,
    { metadata, createdAt, updatedAt, versions, moves, includes }: ImportedPrompt,
    accountRevision: number,
    coming: Coming | undefined,
  ): Promise<ImportResult['result'] | undefined> {
    // What was skipped here may be another prompt of that name, without the version that this one includes.
    if (await this.leadNowhere(owner, includes.values(), coming)) return 'conflict';
    if (coming) return 'created';
    const outcome = await this.prompts.restore({
      owner,
      id: newPromptId(this.clock.now(), this.entropy.bytes(timedIdEntropyBytes)),
      metadata,
      createdAt,
      updatedAt,
      versions,
      moves,
      preconditions: { accountRevision: includes.size > 0 ? accountRevision : undefined },
    });
    return outcome.kind === 'created' ? 'created' : undefined;
  }

  /** Appends what is missing, if what is here is the beginning of what comes. */
  private async merge(
    existing: Prompt,
    imported: ImportedPrompt,
    accountRevision: number,
    coming: Coming | undefined,
  ): Promise<ImportResult['result'] | undefined> {
    const { owner, id, name, revision } = existing;
    if (existing.type !== imported.type) return 'conflict';
    const known = await this.exportPrompts.history(existing);
    const versions = missingVersions(known.versions, imported.versions);
    const moves = missingMoves(known.moves, imported.moves);
    if (!versions || !moves) return 'conflict';
    if (versions.length === 0 && moves.length === 0) {
      return coming || (await this.prompts.confirm(existing)) === 'confirmed' ? 'unchanged' : undefined;
    }

    const includes = versions.flatMap((version) => version.includes);
    if (await leadsBackTo(name, withComing(this.prompts, coming), owner, includes)) return 'conflict';
    if (await this.leadNowhere(owner, includes, coming)) return 'conflict';
    if (coming) return 'merged';
    const preconditions = { revision, accountRevision };
    const outcome = await this.prompts.append({ owner, id, versions, moves, at: this.clock.now(), preconditions });
    return outcome === 'appended' ? 'merged' : undefined;
  }

  private async leadNowhere(owner: AccountId, includes: Iterable<IncludeTarget>, coming: Coming | undefined) {
    for (const target of includes) {
      const prompt = coming?.get(target.name);
      const found = prompt ? includeProblem(prompt, target) : await loadInclude(this.prompts, owner, target);
      if (typeof found === 'string') return true;
    }
    return false;
  }
}

/** Of a dry run, which writes nothing: what would be there by now. */
type Coming = Map<PromptName, ImportedPrompt>;

const withComing = (prompts: PromptRepository, coming: Coming | undefined): Pick<PromptRepository, 'includesOf'> => ({
  async includesOf(owner, names) {
    const includes = names.flatMap((includer) =>
      [...(coming?.get(includer)?.includes.values() ?? [])].map((target) => ({ includer, target })),
    );
    return [...(await prompts.includesOf(owner, names)), ...includes];
  },
});

const isOrdered = (outcome: readonly (ImportedPrompt | Problem)[]): outcome is readonly ImportedPrompt[] =>
  outcome.every((element) => 'metadata' in element);

/** Undefined when what is known is not the beginning of what comes. */
function missingVersions(known: readonly PromptVersion[], versions: readonly KeptVersion[]) {
  const isBeginning = known.every(({ hash }, index) => hash === versions[index]?.hash);
  return isBeginning ? versions.slice(known.length) : undefined;
}

function missingMoves(known: readonly LabelMove[], moves: readonly LabelMove[]): readonly LabelMove[] | undefined {
  const here = Map.groupBy(known, ({ label }) => label);
  const there = Map.groupBy(moves, ({ label }) => label);
  for (const [label, steps] of here) {
    const coming = there.get(label) ?? [];
    if (!steps.every((move, index) => isSame(move, coming[index]))) return undefined;
  }
  return [...there].flatMap(([label, steps]) => steps.slice(here.get(label)?.length ?? 0));
}

const isSame = (one: LabelMove, other: LabelMove | undefined): boolean =>
  one.version === other?.version &&
  one.previous === other.previous &&
  one.movedAt.getTime() === other.movedAt.getTime();
