import type { AccountId } from '../../../domain/accounts/account.ts';
import { PROBLEMS_MAX, type Problem } from '../../../domain/problem.ts';
import { orderByIncludes } from '../../../domain/prompts/include-order.ts';
import type { IncludeTarget } from '../../../domain/prompts/naming/include-target.ts';
import { newPromptId, type PromptName } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { QuotaExceeded, Quotas } from '../../../domain/prompts/quotas.ts';
import { timedIdEntropyBytes } from '../../../domain/timed-id.ts';
import type { Clock, Entropy } from '../../ports/environment.ts';
import type { PromptArchive } from '../../ports/prompts/prompt-archive.ts';
import type { PromptCatalog } from '../../ports/prompts/prompt-catalog.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { PromptWriter, Stale } from '../../ports/prompts/prompt-writer.ts';
import { UNLIMITED_WORK, type Work } from '../../work.ts';
import { describeInclude, findStoredProblem, includesItself } from '../load-includes.ts';
import { untilDecided } from '../until-decided.ts';
import { findIncludeProblem, type ImportSource, includedNames } from './imported-prompt.ts';
import { findMissingMoves, findMissingVersions } from './missing-history.ts';
import { PlannedImport } from './planned-import.ts';

export const IMPORT_MODES = ['skip', 'merge'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportOptions {
  readonly mode: ImportMode;
  readonly dryRun: boolean;
}

export const IMPORT_RESULTS = ['created', 'skipped', 'merged', 'unchanged', 'conflict'] as const;

export interface ImportResult {
  readonly name: PromptName;
  readonly result: (typeof IMPORT_RESULTS)[number];
}

export type ImportPromptsOutcome =
  | { readonly kind: 'imported'; readonly results: readonly ImportResult[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  /** The prompts with a result were handled before, and stay imported. Nothing was done about the others. */
  | (QuotaExceeded & { readonly results: readonly ImportResult[]; readonly others: readonly PromptName[] });

/** Of one prompt. */
export type ImportOneOutcome =
  | ImportedOutcome
  | QuotaExceeded
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** As many as an account can have by default. A dry run holds in memory what it would have written. */
const PLANNED_MAX = 100_000;

/** Imports prompts with their times, hashes and history. Writes nothing unless all of them can be imported. */
export class ImportPrompts {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly archive: PromptArchive,
    private readonly catalog: PromptCatalog,
    private readonly quotas: Quotas,
    private readonly clock: Clock,
    private readonly entropy: Entropy,
  ) {}

  async execute(
    owner: AccountId,
    sources: readonly ImportSource[],
    { mode, dryRun }: ImportOptions,
    work: Work = UNLIMITED_WORK,
  ): Promise<ImportPromptsOutcome> {
    const ordered = await this.order(owner, sources, work);
    if (!isOrdered(ordered)) return { kind: 'invalid', problems: ordered.slice(0, PROBLEMS_MAX) };

    const results: ImportResult[] = [];
    const planned = dryRun ? this.plan(owner) : undefined;
    for (const source of ordered) {
      work.signal.throwIfAborted();
      const { name } = source.head;
      const outcome = await this.importOne(owner, source, mode, planned, work);
      if (outcome.kind === 'quota-exceeded') {
        return { ...outcome, results, others: ordered.slice(results.length).map(({ head }) => head.name) };
      }
      results.push({ name, result: outcome.kind });
    }
    return { kind: 'imported', results };
  }

  /**
   * Imports prompts one after the other, as they arrive: each is written by itself, and what it includes must have come
   * before it. Returns the function that imports the next one.
   */
  start(
    owner: AccountId,
    { mode, dryRun }: ImportOptions,
    work: Work = UNLIMITED_WORK,
  ): (source: ImportSource) => Promise<ImportOneOutcome> {
    const planned = dryRun ? this.plan(owner) : undefined;
    return async (source) => {
      if (planned?.find(source.head.name)) return { kind: mode === 'skip' ? 'skipped' : 'conflict' };
      if (planned && planned.size >= PLANNED_MAX) return { kind: 'invalid', problems: [TOO_MANY_PLANNED] };
      const ordered = await this.order(owner, [source], work, planned);
      if (!isOrdered(ordered)) return { kind: 'invalid', problems: ordered };
      return this.importOne(owner, source, mode, planned, work);
    };
  }

  private plan(owner: AccountId): PlannedImport {
    const { catalog, archive, quotas } = this;
    return new PlannedImport(owner, { catalog, archive, quotas });
  }

  /** Included prompts first; or problems, when names repeat, includes do not exist, or prompts include themselves. */
  private async order(owner: AccountId, sources: readonly ImportSource[], work: Work, planned?: PlannedImport) {
    const named = new Map(sources.map((source) => [source.head.name, source]));
    if (named.size < sources.length) return [{ path: 'prompts', problem: 'have the same name twice' }];
    const problems = await this.findIncludeProblems(owner, named, planned, work);
    if (problems.length > 0) return problems;
    const { ordered, circular } = orderByIncludes(named, ({ head }) => includedNames(head));
    if (circular.length === 0) return ordered;
    const names = circular.map(({ head }) => head.name);
    return [{ path: 'prompts', problem: `${names.join(', ')} include themselves` }];
  }

  private async findIncludeProblems(
    owner: AccountId,
    sources: ReadonlyMap<PromptName, ImportSource>,
    planned: PlannedImport | undefined,
    { signal }: Work,
  ) {
    const problems: Problem[] = [];
    const targets = new Map([...sources.values()].flatMap(({ head }) => [...head.includes]));
    for (const [text, target] of targets) {
      signal.throwIfAborted();
      const head = sources.get(target.name)?.head ?? planned?.find(target.name);
      const found = head ? findIncludeProblem(head, target) : await findStoredProblem(this.reader, owner, target);
      if (found)
        problems.push({ path: 'prompts', problem: `cannot include ${text}: ${describeInclude(target, found)}` });
    }
    return problems;
  }

  private async importOne(
    owner: AccountId,
    source: ImportSource,
    mode: ImportMode,
    planned: PlannedImport | undefined,
    work: Work,
  ): Promise<ImportedOutcome | QuotaExceeded> {
    const { name } = source.head;
    return untilDecided<ImportedOutcome | QuotaExceeded>(async () => {
      // Read first, so that any later change makes the decision stale.
      const accountRevision = await this.reader.readRevision(owner);
      const existing = await this.reader.find(owner, { by: 'name', name });
      if (existing && mode === 'skip') return { kind: 'skipped' };
      return existing
        ? this.merge(existing, source, accountRevision, planned, work)
        : this.restore(owner, source, accountRevision, planned, work);
    }, work);
  }

  private async restore(
    owner: AccountId,
    source: ImportSource,
    accountRevision: number,
    planned: PlannedImport | undefined,
    work: Work,
  ): Promise<ImportedOutcome | QuotaExceeded | Stale> {
    const { includes } = source.head;
    // A skipped prompt may be a different one with the same name, without the version that this one includes.
    if (await this.hasMissing(owner, includes.values(), planned, work)) return { kind: 'conflict' };
    const { metadata, createdAt, updatedAt, versions, moves } = await source.read();
    if (planned) return (await planned.add(source.head, 0, versions)) ?? { kind: 'created' };
    const outcome = await this.archive.restore({
      owner,
      id: newPromptId(this.clock.now(), this.entropy.bytes(timedIdEntropyBytes)),
      metadata,
      createdAt,
      updatedAt,
      versions,
      moves,
      preconditions: { accountRevision: includes.size > 0 ? accountRevision : undefined },
    });
    if (outcome.kind === 'quota-exceeded') return outcome;
    return { kind: outcome.kind === 'created' ? 'created' : 'stale' };
  }

  /** Appends what is missing, provided that the existing history is a prefix of the imported one. */
  private async merge(
    existing: Prompt,
    source: ImportSource,
    accountRevision: number,
    planned: PlannedImport | undefined,
    work: Work,
  ): Promise<ImportedOutcome | QuotaExceeded | Stale> {
    const { owner, id, name, revision } = existing;
    if (existing.type !== source.head.type) return { kind: 'conflict' };
    const imported = await source.read();
    const versions = await findMissingVersions(this.reader, existing, imported.versions);
    const moves = await findMissingMoves(this.archive, existing, imported);
    if (!versions || !moves) return { kind: 'conflict' };
    if (versions.length === 0 && moves.length === 0) {
      const outcome = planned ? undefined : await this.writer.confirm(existing);
      return outcome?.kind === 'stale' ? outcome : { kind: 'unchanged' };
    }

    const includes = versions.flatMap((version) => version.includes);
    const reader = withPlanned(this.reader, planned);
    if (await includesItself(name, reader, owner, includes, work)) return { kind: 'conflict' };
    if (await this.hasMissing(owner, includes, planned, work)) return { kind: 'conflict' };
    if (planned) return (await planned.add(source.head, existing.latestVersion, versions)) ?? { kind: 'merged' };
    const preconditions = { revision, accountRevision };
    const outcome = await this.archive.append({ owner, id, versions, moves, at: this.clock.now(), preconditions });
    return outcome.kind === 'appended' ? { kind: 'merged' } : outcome;
  }

  /** Whether the target of any include is missing. */
  private async hasMissing(
    owner: AccountId,
    includes: Iterable<IncludeTarget>,
    planned: PlannedImport | undefined,
    { signal }: Work,
  ) {
    for (const target of includes) {
      signal.throwIfAborted();
      const head = planned?.find(target.name);
      const found = head ? findIncludeProblem(head, target) : await findStoredProblem(this.reader, owner, target);
      if (found) return true;
    }
    return false;
  }
}

interface ImportedOutcome {
  readonly kind: ImportResult['result'];
}

const TOO_MANY_PLANNED: Problem = { path: '', problem: `is beyond the first ${PLANNED_MAX} new prompts of a dry run` };

const withPlanned = (reader: PromptReader, planned: PlannedImport | undefined): Pick<PromptReader, 'listIncludes'> => ({
  async listIncludes(owner, names, after) {
    const page = await reader.listIncludes(owner, names, after);
    if (page.next !== undefined) return page;
    const includes = names.flatMap((includer) =>
      (planned?.includesOf(includer) ?? []).map((target) => ({ includer, target })),
    );
    return { includes: [...page.includes, ...includes], next: undefined };
  },
});

const isOrdered = (outcome: readonly (ImportSource | Problem)[]): outcome is readonly ImportSource[] =>
  outcome.every((element) => 'head' in element);
