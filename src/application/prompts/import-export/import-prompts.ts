import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { newPromptId, type PromptName } from '../../../domain/naming/prompt-name.ts';
import { PROBLEMS_MAX, type Problem, toInvalid } from '../../../domain/problem.ts';
import { orderByIncludes } from '../../../domain/prompts/include-order.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { QuotaExceeded, Quotas } from '../../../domain/prompts/quotas.ts';
import { timedIdEntropyBytes } from '../../../domain/timed-id.ts';
import type { Clock, Entropy } from '../../ports/environment.ts';
import { type Execution, insideHeavy, UNLIMITED } from '../../ports/execution.ts';
import type { PromptArchive } from '../../ports/prompts/prompt-archive.ts';
import type { PromptCatalog } from '../../ports/prompts/prompt-catalog.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { PromptWriter, Stale } from '../../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import type { FindRelease } from '../find-release.ts';
import { guardIncluders } from '../guard-includers.ts';
import { includesItself } from '../includes/includes-itself.ts';
import { toChange } from '../includes/prospective-change.ts';
import { SeenPrompts } from '../includes/seen-prompts.ts';
import { unchangedSince } from '../precondition.ts';
import type { RetryWhileStale } from '../retry-while-stale.ts';
import { type ImportedOutcome, type ImportResult, toImportResult } from './import-result.ts';
import { type ImportSource, includedNames } from './imported-prompt.ts';
import { type ImportedMoves, lockImportedMoves } from './lock-imported-moves.ts';
import { findMissingMoves, findMissingVersions } from './missing-history.ts';
import { findProblems, hasMissing, PlannedImport, TOO_MANY_PLANNED, withPlanned } from './planned-import.ts';

export const IMPORT_MODES = ['skip', 'merge'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export interface ImportOptions {
  readonly mode: ImportMode;
  readonly dryRun: boolean;
  /** Imports even what breaks prompts that include it. */
  readonly force?: boolean | undefined;
  readonly by: Actor;
}

/** One import, of any number of prompts. */
interface ImportRun extends ImportOptions {
  readonly owner: AccountId;
  /** Undefined unless it is a dry run. */
  readonly planned: PlannedImport | undefined;
  readonly execution: Execution;
}

export type ImportPromptsOutcome =
  | { readonly kind: 'imported'; readonly results: readonly ImportResult[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] }
  /** The prompts with a result were handled before, and stay imported. Nothing was done about the others. */
  | (QuotaExceeded & { readonly results: readonly ImportResult[]; readonly others: readonly PromptName[] });

/** The outcome for one prompt. */
export type ImportOneOutcome =
  | ImportedOutcome
  | QuotaExceeded
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

interface ImportPorts {
  readonly promptReader: PromptReader;
  readonly promptWriter: PromptWriter;
  readonly promptArchive: PromptArchive;
  readonly promptCatalog: PromptCatalog;
  readonly protectedLabels: ProtectedLabels;
  readonly clock: Clock;
  readonly entropy: Entropy;
}

/** Imports prompts with their times, hashes and history. Writes nothing unless all of them can be imported. */
export class ImportPrompts {
  constructor(
    private readonly ports: ImportPorts,
    private readonly findRelease: FindRelease,
    private readonly quotas: Quotas,
    private readonly retryWhileStale: Pick<RetryWhileStale, 'execute'>,
  ) {}

  async execute(
    owner: AccountId,
    sources: readonly ImportSource[],
    options: ImportOptions,
    execution: Execution = UNLIMITED,
  ): Promise<ImportPromptsOutcome> {
    const ordered = await this.order(owner, sources, execution);
    if (!isOrdered(ordered)) return { kind: 'invalid', problems: ordered.slice(0, PROBLEMS_MAX) };

    const results: ImportResult[] = [];
    const run = this.begin(owner, options, execution);
    for (const source of ordered) {
      execution.signal.throwIfAborted();
      const outcome = await this.importOne(run, source);
      if (outcome.kind === 'quota-exceeded') {
        return { ...outcome, results, others: ordered.slice(results.length).map(({ head }) => head.name) };
      }
      results.push(toImportResult(source.head, outcome));
    }
    return { kind: 'imported', results };
  }

  /**
   * Imports prompts one after the other, as they arrive: each is written by itself, and what it includes must have come
   * before it. Returns the function that imports the next one.
   */
  start(
    owner: AccountId,
    options: ImportOptions,
    execution: Execution = UNLIMITED,
  ): (source: ImportSource) => Promise<ImportOneOutcome> {
    const run = this.begin(owner, options, execution);
    const { mode, planned } = run;
    return async (source) => {
      if (planned?.find(source.head.name)) return { kind: mode === 'skip' ? 'skipped' : 'conflict' };
      if (planned?.isFull) return { kind: 'invalid', problems: [TOO_MANY_PLANNED] };
      const ordered = await this.order(owner, [source], execution, planned);
      if (!isOrdered(ordered)) return { kind: 'invalid', problems: ordered };
      return this.importOne(run, source);
    };
  }

  private begin(owner: AccountId, options: ImportOptions, execution: Execution): ImportRun {
    const planned = options.dryRun ? new PlannedImport(owner, options.by, this.ports, this.quotas) : undefined;
    return { ...options, owner, planned, execution };
  }

  /** Puts included prompts first. Returns problems if names repeat, or if includes do not exist or are circular. */
  private async order(
    owner: AccountId,
    sources: readonly ImportSource[],
    execution: Execution,
    planned?: PlannedImport,
  ) {
    const named = new Map(sources.map((source) => [source.head.name, source]));
    if (named.size < sources.length) return toInvalid('prompts', 'duplicate', 'have the same name twice').problems;
    const targets = new Map(sources.flatMap(({ head }) => [...head.includes]));
    const headOf = (name: PromptName) => named.get(name)?.head ?? planned?.find(name);
    const problems = await Array.fromAsync(
      findProblems(this.ports.promptReader, owner, targets.values(), headOf, execution),
    );
    if (problems.length > 0) return problems;
    const { ordered, circular } = orderByIncludes(named, ({ head }) => includedNames(head));
    if (circular.length === 0) return ordered;
    const names = circular.map(({ head }) => head.name);
    return toInvalid('prompts', 'circular', `${names.join(', ')} include themselves`).problems;
  }

  private async importOne(run: ImportRun, source: ImportSource): Promise<ImportedOutcome | QuotaExceeded> {
    const { owner, mode, execution } = run;
    const { name } = source.head;
    const contention = { owner, of: { by: 'name', name } } as const;
    return this.retryWhileStale.execute<ImportedOutcome | QuotaExceeded>(
      contention,
      async () => {
        const existing = await this.ports.promptReader.find(owner, { by: 'name', name });
        if (existing && mode === 'skip') return { kind: 'skipped' };
        return existing ? this.merge(run, existing, source) : this.restore(run, source);
      },
      execution,
    );
  }

  private async restore(
    { owner, by, planned, execution }: ImportRun,
    source: ImportSource,
  ): Promise<ImportedOutcome | QuotaExceeded | Stale> {
    const { includes } = source.head;
    // A skipped prompt may be a different one with the same name, without the version that this one includes.
    const seen = new SeenPrompts(this.ports.promptReader);
    if (await hasMissing(seen, owner, includes.values(), planned, execution)) return { kind: 'conflict' };
    const { metadata, createdAt, updatedAt, versions, moves } = await source.read();
    if (planned) return (await planned.add(source.head, 0, versions, moves)) ?? { kind: 'created' };
    const at = this.ports.clock.now();
    const locked = await this.lockMoves(seen, { owner, moves, versions, by, at }, execution);
    const outcome = await this.ports.promptArchive.restore({
      owner,
      id: newPromptId(at, this.ports.entropy.bytes(timedIdEntropyBytes)),
      metadata,
      createdAt,
      updatedAt,
      versions,
      moves: locked,
      by,
      at,
      preconditions: seen.preconditions,
    });
    if (outcome.kind === 'quota-exceeded' || outcome.kind === 'protected') return outcome;
    return { kind: outcome.kind === 'created' ? 'created' : 'stale' };
  }

  private lockMoves(reader: SeenPrompts, imported: ImportedMoves, execution: Execution): Promise<readonly LabelMove[]> {
    const { protectedLabels: protection } = this.ports;
    return lockImportedMoves({ reader, protection, findRelease: this.findRelease }, imported, execution);
  }

  /** Appends what is missing, provided that the existing history is a prefix of the imported one. */
  private async merge(
    { by, force, planned, execution }: ImportRun,
    existing: Prompt,
    source: ImportSource,
  ): Promise<ImportedOutcome | QuotaExceeded | Stale> {
    const { owner, id, name } = existing;
    if (existing.type !== source.head.type) return { kind: 'conflict' };
    const imported = await source.read();
    const versions = await findMissingVersions(this.ports.promptReader, existing, imported.versions);
    const moves = await findMissingMoves(this.ports.promptArchive, existing, imported);
    if (!versions || !moves) return { kind: 'conflict' };
    if (versions.length === 0 && moves.length === 0) {
      const outcome = planned ? undefined : await this.ports.promptWriter.confirm(existing, by);
      return outcome?.kind === 'stale' ? outcome : { kind: 'unchanged' };
    }

    const includes = versions.flatMap((version) => version.includes);
    const seen = new SeenPrompts(this.ports.promptReader);
    if (await includesItself(name, withPlanned(seen, planned), owner, includes, execution)) return { kind: 'conflict' };
    if (await hasMissing(seen, owner, includes, planned, execution)) return { kind: 'conflict' };
    const change = toChange(
      existing,
      moves.map(({ label, version }) => [label, version]),
      versions,
    );
    const { promptReader: reader, protectedLabels: protection } = this.ports;
    const guarded = { change, labels: moves.map(({ label }) => label), by, force };
    // An import as a whole is heavy work.
    const guard = await guardIncluders({ reader, seen, protection }, guarded, insideHeavy(execution));
    if (guard.kind === 'breaks-includers') return { kind: 'breaking', broken: guard.broken };
    if (guard.kind === 'protected') return guard;
    if (planned) return (await planned.add(source.head, existing.latestVersion, versions, moves)) ?? { kind: 'merged' };
    const at = this.ports.clock.now();
    const added = { owner, moves, versions: imported.versions, by, at };
    const locked = await this.lockMoves(seen, added, execution);
    const preconditions = { ...guard.preconditions, ...seen.preconditions, ...unchangedSince(existing) };
    const outcome = await this.ports.promptArchive.append({
      owner,
      id,
      versions,
      moves: locked,
      by,
      at,
      preconditions,
    });
    return outcome.kind === 'appended' ? { kind: 'merged' } : outcome;
  }
}

const isOrdered = (outcome: readonly (ImportSource | Problem)[]): outcome is readonly ImportSource[] =>
  outcome.every((element) => 'head' in element);
