import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Actor } from '../../../domain/accounts/actor.ts';
import { type IncludeTarget, printIncludeTarget } from '../../../domain/naming/include-target.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import type { Problem } from '../../../domain/problem.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import {
  findTooManyVersions,
  type QuotaExceeded,
  type Quotas,
  type StorageUse,
} from '../../../domain/prompts/quotas.ts';
import { toProblem } from '../../../domain/templates/include-problems.ts';
import type { Execution } from '../../ports/execution.ts';
import type { PromptArchive, StoredVersion } from '../../ports/prompts/prompt-archive.ts';
import type { PromptCatalog } from '../../ports/prompts/prompt-catalog.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelsProtected } from '../../ports/prompts/prompt-writer.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import { findProtected } from '../find-protected.ts';
import { findStoredProblem } from '../includes/load-includes.ts';
import { findIncludeProblem, type ImportedHead } from './imported-prompt.ts';

/** The ports that show what an import would add to what an account stores. */
export interface UsePorts {
  readonly promptCatalog: Pick<PromptCatalog, 'readUse'>;
  readonly promptArchive: Pick<PromptArchive, 'findNewContents'>;
  readonly protectedLabels: Pick<ProtectedLabels, 'read'>;
}

/** Equals the default limit of prompts in an account. A dry run holds in memory what it would have written. */
const PLANNED_MAX = 100_000;

export const TOO_MANY_PLANNED: Problem = {
  path: '',
  problem: 'too-many',
  text: `is beyond the first ${PLANNED_MAX} new prompts of a dry run`,
};

/** The writes of a dry run so far, and how much of its quotas the account would then use. */
export class PlannedImport {
  readonly #heads = new Map<PromptName, ImportedHead>();
  readonly #contents = new Set<string>();
  #use: StorageUse | undefined;

  constructor(
    private readonly owner: AccountId,
    private readonly by: Actor,
    private readonly ports: UsePorts,
    private readonly quotas: Quotas,
  ) {}

  get isFull(): boolean {
    return this.#heads.size >= PLANNED_MAX;
  }

  find(name: PromptName): ImportedHead | undefined {
    return this.#heads.get(name);
  }

  includesOf(name: PromptName): readonly IncludeTarget[] {
    return [...(this.#heads.get(name)?.includes.values() ?? [])];
  }

  /**
   * Plans versions of a prompt that has `existing` ones; 0 for a new prompt. Plans nothing if a move is of a protected
   * label, or if the versions exceed a quota.
   */
  async add(
    head: ImportedHead,
    existing: number,
    versions: readonly StoredVersion[],
    moves: readonly Pick<LabelMove, 'label'>[],
  ): Promise<LabelsProtected | QuotaExceeded | undefined> {
    const { promptCatalog: catalog, promptArchive: archive, protectedLabels: protection } = this.ports;
    const moved = moves.map(({ label }) => label);
    const refused = await findProtected(protection, this.owner, moved, this.by);
    if (refused) return refused;
    const use = this.#use ?? (await catalog.readUse(this.owner));
    const contents = await archive.findNewContents(this.owner, versions);
    const added = contents.filter(({ digest }) => !this.#contents.has(digest));
    const planned = {
      prompts: use.prompts + (existing === 0 ? 1 : 0),
      contentBytes: added.reduce((sum, { bytes }) => sum + bytes, use.contentBytes),
    };
    const exceeded =
      findExceeded('prompts', use, planned, this.quotas) ??
      findTooManyVersions(existing, existing + versions.length, this.quotas) ??
      findExceeded('contentBytes', use, planned, this.quotas);
    if (exceeded) return exceeded;

    this.#use = planned;
    this.#heads.set(head.name, head);
    for (const { digest } of added) this.#contents.add(digest);
    return undefined;
  }
}

/** An import that adds nothing is never refused, even when the quota was lowered. */
function findExceeded(
  quota: keyof StorageUse,
  { [quota]: used }: StorageUse,
  planned: StorageUse,
  { [quota]: limit }: Quotas,
): QuotaExceeded | undefined {
  if (planned[quota] === used || planned[quota] <= limit) return undefined;
  return { kind: 'quota-exceeded', quota, used, limit };
}

/** Shows the includes of planned prompts as if they were stored. */
export const withPlanned = (
  reader: Pick<PromptReader, 'listIncludes'>,
  planned: PlannedImport | undefined,
): Pick<PromptReader, 'listIncludes'> => ({
  async listIncludes(owner, names, after) {
    const page = await reader.listIncludes(owner, names, after);
    if (page.next !== undefined) return page;
    const includes = names.flatMap((includer) =>
      (planned?.includesOf(includer) ?? []).map((target) => ({ includer, target })),
    );
    return { includes: [...page.includes, ...includes], next: undefined };
  },
});

/** The problems of includes. `headOf` finds the prompts that are imported with them, or that a dry run has planned. */
export async function* findProblems(
  reader: Pick<PromptReader, 'readIncludedHeads'>,
  owner: AccountId,
  includes: Iterable<IncludeTarget>,
  headOf: (name: PromptName) => ImportedHead | undefined,
  { signal }: Execution,
): AsyncGenerator<Problem, void> {
  for (const target of includes) {
    signal.throwIfAborted();
    const head = headOf(target.name);
    const found = head ? findIncludeProblem(head, target) : await findStoredProblem(reader, owner, target);
    if (!found) continue;
    const { problem, text } = toProblem(target, found);
    yield { path: 'prompts', problem, text: `cannot include ${printIncludeTarget(target)}: ${text}` };
  }
}

/** Whether the target of any include is missing. */
export async function hasMissing(
  reader: Pick<PromptReader, 'readIncludedHeads'>,
  owner: AccountId,
  includes: Iterable<IncludeTarget>,
  planned: PlannedImport | undefined,
  execution: Execution,
): Promise<boolean> {
  const { done } = await findProblems(reader, owner, includes, (name) => planned?.find(name), execution).next();
  return !done;
}
