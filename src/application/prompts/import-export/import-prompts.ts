import type { AccountId } from '../../../domain/accounts/account.ts';
import { PROBLEMS_MAX, type Problem } from '../../../domain/problem.ts';
import { orderByIncludes } from '../../../domain/prompts/include-order.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { IncludeTarget } from '../../../domain/prompts/naming/include-target.ts';
import { newPromptId, type PromptName } from '../../../domain/prompts/naming/prompt-name.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import { timedIdEntropyBytes } from '../../../domain/timed-id.ts';
import type { Clock, Entropy } from '../../ports/environment.ts';
import type { ContentHashing } from '../../ports/hashing.ts';
import type { PromptArchive, StoredVersion } from '../../ports/prompt-archive.ts';
import type { PromptReader } from '../../ports/prompt-reader.ts';
import type { PromptWriter, Stale } from '../../ports/prompt-writer.ts';
import { includesItself, loadInclude } from '../load-includes.ts';
import { untilDecided } from '../until-decided.ts';
import {
  findIncludeProblem,
  type ImportedPrompt,
  includedNames,
  type PromptDocument,
  parseDocument,
} from './imported-prompt.ts';
import { readHistory } from './prompt-history.ts';

export const IMPORT_MODES = ['skip', 'merge'] as const;
export type ImportMode = (typeof IMPORT_MODES)[number];

export const IMPORT_RESULTS = ['created', 'skipped', 'merged', 'unchanged', 'conflict'] as const;

export interface ImportResult {
  readonly name: PromptName;
  readonly result: (typeof IMPORT_RESULTS)[number];
}

export type ImportPromptsOutcome =
  | { readonly kind: 'imported'; readonly results: readonly ImportResult[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

/** Imports prompts with their times, hashes and history. Writes nothing unless all of them are valid. */
export class ImportPrompts {
  constructor(
    private readonly reader: PromptReader,
    private readonly writer: PromptWriter,
    private readonly archive: PromptArchive,
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
    const ordered = problems.length > 0 ? problems : await this.order(owner, imported);
    if (!isOrdered(ordered)) return { kind: 'invalid', problems: ordered.slice(0, PROBLEMS_MAX) };

    const results: ImportResult[] = [];
    const planned: Planned | undefined = dryRun ? new Map() : undefined;
    for (const prompt of ordered) {
      const { name } = prompt.metadata;
      const { kind } = await this.importOne(owner, prompt, mode, planned);
      if (kind === 'created' || kind === 'merged') planned?.set(name, prompt);
      results.push({ name, result: kind });
    }
    return { kind: 'imported', results };
  }

  /** Included prompts first; or problems, when names repeat, includes do not exist, or prompts include themselves. */
  private async order(owner: AccountId, imported: readonly ImportedPrompt[]) {
    const named = new Map(imported.map((prompt) => [prompt.metadata.name, prompt]));
    if (named.size < imported.length) return [{ path: 'prompts', problem: 'name a prompt twice' }];
    const problems = await this.findIncludeProblems(owner, named);
    if (problems.length > 0) return problems;
    const { ordered, circular } = orderByIncludes(named, includedNames);
    if (circular.length === 0) return ordered;
    const names = circular.map(({ metadata }) => metadata.name);
    return [{ path: 'prompts', problem: `${names.join(', ')} include themselves` }];
  }

  private async findIncludeProblems(owner: AccountId, imported: ReadonlyMap<PromptName, ImportedPrompt>) {
    const problems: Problem[] = [];
    const targets = new Map([...imported.values()].flatMap(({ includes }) => [...includes]));
    for (const [text, target] of targets) {
      const prompt = imported.get(target.name);
      const found = prompt ? findIncludeProblem(prompt, target) : await loadInclude(this.reader, owner, target);
      if (typeof found === 'string') problems.push({ path: 'prompts', problem: `include ${text}, which ${found}` });
    }
    return problems;
  }

  private async importOne(
    owner: AccountId,
    imported: ImportedPrompt,
    mode: ImportMode,
    planned: Planned | undefined,
  ): Promise<ImportedOutcome> {
    const { name } = imported.metadata;
    return untilDecided<ImportedOutcome>(async () => {
      // Read first, so that any later change makes the decision stale.
      const accountRevision = await this.reader.readRevision(owner);
      const existing = await this.reader.find(owner, { by: 'name', name });
      if (existing && mode === 'skip') return { kind: 'skipped' };
      return existing
        ? this.merge(existing, imported, accountRevision, planned)
        : this.restore(owner, imported, accountRevision, planned);
    });
  }

  private async restore(
    owner: AccountId,
    { metadata, createdAt, updatedAt, versions, moves, includes }: ImportedPrompt,
    accountRevision: number,
    planned: Planned | undefined,
  ): Promise<ImportedOutcome | Stale> {
    // A skipped prompt may be a different one with the same name, without the version that this one includes.
    if (await this.hasMissing(owner, includes.values(), planned)) return { kind: 'conflict' };
    if (planned) return { kind: 'created' };
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
    return { kind: outcome.kind === 'created' ? 'created' : 'stale' };
  }

  /** Appends what is missing, provided that the existing history is a prefix of the imported one. */
  private async merge(
    existing: Prompt,
    imported: ImportedPrompt,
    accountRevision: number,
    planned: Planned | undefined,
  ): Promise<ImportedOutcome | Stale> {
    const { owner, id, name, revision } = existing;
    if (existing.type !== imported.type) return { kind: 'conflict' };
    const known = await readHistory(this.archive, existing);
    const versions = findMissingVersions(known.versions, imported.versions);
    const moves = findMissingMoves(known.moves, imported.moves);
    if (!versions || !moves) return { kind: 'conflict' };
    if (versions.length === 0 && moves.length === 0) {
      const outcome = planned ? undefined : await this.writer.confirm(existing);
      return outcome?.kind === 'stale' ? outcome : { kind: 'unchanged' };
    }

    const includes = versions.flatMap((version) => version.includes);
    if (await includesItself(name, withPlanned(this.reader, planned), owner, includes)) return { kind: 'conflict' };
    if (await this.hasMissing(owner, includes, planned)) return { kind: 'conflict' };
    if (planned) return { kind: 'merged' };
    const preconditions = { revision, accountRevision };
    const outcome = await this.archive.append({ owner, id, versions, moves, at: this.clock.now(), preconditions });
    return outcome.kind === 'appended' ? { kind: 'merged' } : outcome;
  }

  /** Whether the target of any include is missing. */
  private async hasMissing(owner: AccountId, includes: Iterable<IncludeTarget>, planned: Planned | undefined) {
    for (const target of includes) {
      const prompt = planned?.get(target.name);
      const found = prompt ? findIncludeProblem(prompt, target) : await loadInclude(this.reader, owner, target);
      if (typeof found === 'string') return true;
    }
    return false;
  }
}

interface ImportedOutcome {
  readonly kind: ImportResult['result'];
}

/** The prompts that a dry run would have written so far. */
type Planned = Map<PromptName, ImportedPrompt>;

const withPlanned = (reader: PromptReader, planned: Planned | undefined): Pick<PromptReader, 'listIncludes'> => ({
  async listIncludes(owner, names) {
    const includes = names.flatMap((includer) =>
      [...(planned?.get(includer)?.includes.values() ?? [])].map((target) => ({ includer, target })),
    );
    return [...(await reader.listIncludes(owner, names)), ...includes];
  },
});

const isOrdered = (outcome: readonly (ImportedPrompt | Problem)[]): outcome is readonly ImportedPrompt[] =>
  outcome.every((element) => 'metadata' in element);

/** Undefined when the known versions are not a prefix of the imported ones. */
function findMissingVersions(known: readonly PromptVersion[], versions: readonly StoredVersion[]) {
  const isPrefix = known.every(({ hash }, index) => hash === versions[index]?.hash);
  return isPrefix ? versions.slice(known.length) : undefined;
}

/** Undefined when the known moves of a label are not a prefix of the imported ones. */
function findMissingMoves(known: readonly LabelMove[], moves: readonly LabelMove[]): readonly LabelMove[] | undefined {
  const knownByLabel = Map.groupBy(known, ({ label }) => label);
  const movesByLabel = Map.groupBy(moves, ({ label }) => label);
  for (const [label, steps] of knownByLabel) {
    const imported = movesByLabel.get(label) ?? [];
    if (!steps.every((move, index) => isSame(move, imported[index]))) return undefined;
  }
  return [...movesByLabel].flatMap(([label, steps]) => steps.slice(knownByLabel.get(label)?.length ?? 0));
}

const isSame = (one: LabelMove, other: LabelMove | undefined): boolean =>
  one.version === other?.version &&
  one.previous === other.previous &&
  one.movedAt.getTime() === other.movedAt.getTime();
