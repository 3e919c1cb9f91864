import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptArchive } from '../../ports/prompts/prompt-archive.ts';
import type { PromptCatalog } from '../../ports/prompts/prompt-catalog.ts';
import type { PromptChanges } from '../../ports/prompts/prompt-changes.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import { readIncludes } from '../includes/read-includes.ts';
import { type SnapshotPrompt, takeSnapshot } from './account-snapshot.ts';
import { readMoves, readVersions } from './prompt-history.ts';

/** A prompt with all its versions and all moves of its labels, which are read while they are consumed. */
export interface ExportedPrompt {
  readonly prompt: Omit<SnapshotPrompt, 'description'> & Pick<Prompt, 'description'>;
  /** Oldest first. Must be consumed before the moves. */
  readonly versions: AsyncIterable<PromptVersion>;
  /** Label by label, oldest first. None points to a version that was not exported. */
  readonly moves: AsyncIterable<LabelMove>;
}

/** `included-first`: included prompts before those that include them, so that they can be imported one by one. */
export type ExportOrder = 'by-name' | 'included-first';

const PAGE_PROMPTS = 50;
/** Deeper than includes can be rendered. What is left then is exported by name. */
const LEVELS_MAX = 16;

/**
 * All prompts of an account with their history, as they are when the export starts. Prompts deleted while it runs are
 * left out. Histories are read while they are consumed, in bounded memory.
 */
export class ExportPrompts {
  constructor(
    private readonly catalog: PromptCatalog,
    private readonly archive: PromptArchive,
    private readonly reader: Pick<PromptReader, 'find' | 'listIncludes' | 'readRevision'>,
    private readonly changes: Pick<PromptChanges, 'after'>,
  ) {}

  async *execute(owner: AccountId, order: ExportOrder = 'by-name'): AsyncGenerator<ExportedPrompt, void> {
    const { catalog, changes, reader } = this;
    const snapshot = await takeSnapshot({ catalog, changes, reader }, owner);
    yield* order === 'by-name' ? this.exportAll(snapshot) : this.exportIncludedFirst(owner, snapshot);
  }

  /** Goes through the snapshot once for each level of includes. */
  private async *exportIncludedFirst(
    owner: AccountId,
    snapshot: readonly SnapshotPrompt[],
  ): AsyncGenerator<ExportedPrompt, void> {
    const exported = new Set<PromptName>();
    let rest = snapshot;
    for (let level = 0; rest.length > 0; level += 1) {
      const waiting: SnapshotPrompt[] = [];
      for (let start = 0; start < rest.length; start += PAGE_PROMPTS) {
        const page = rest.slice(start, start + PAGE_PROMPTS);
        const ready = level < LEVELS_MAX ? await this.withoutPendingIncludes(owner, page, exported) : page;
        yield* this.exportAll(ready);
        for (const { name } of ready) exported.add(name);
        if (ready.length < page.length) waiting.push(...page.filter((prompt) => !ready.includes(prompt)));
      }
      rest = waiting;
    }
  }

  private async withoutPendingIncludes(
    owner: AccountId,
    prompts: readonly SnapshotPrompt[],
    exported: ReadonlySet<PromptName>,
  ): Promise<readonly SnapshotPrompt[]> {
    if (prompts.length === 0) return prompts;
    const names = prompts.map(({ name }) => name);
    const pending = new Set<PromptName>();
    for await (const { includer, target } of readIncludes(this.reader, owner, names)) {
      if (!exported.has(target.name)) pending.add(includer);
    }
    return prompts.filter(({ name }) => !pending.has(name));
  }

  private async *exportAll(prompts: readonly SnapshotPrompt[]): AsyncGenerator<ExportedPrompt, void> {
    for (const prompt of prompts) {
      const exported = await this.exportPrompt(prompt);
      if (exported) yield exported;
    }
  }

  /** Undefined if the prompt has been deleted since the snapshot. */
  private async exportPrompt(prompt: SnapshotPrompt): Promise<ExportedPrompt | undefined> {
    const versions = readVersions(this.archive, prompt);
    const first = await versions.next();
    if (first.done) return undefined;
    let count = 0;
    async function* counted() {
      for (let next: IteratorResult<PromptVersion, void> = first; !next.done; next = await versions.next()) {
        count += 1;
        yield next.value;
      }
    }
    const description = prompt.description ?? (await this.find(prompt))?.description ?? '';
    const moves = untilVersion(this.movesOf(prompt), () => count);
    return { prompt: { ...prompt, description }, versions: counted(), moves };
  }

  /** Leaves out the moves that were made after the snapshot. */
  private async *movesOf(prompt: SnapshotPrompt): AsyncIterable<LabelMove> {
    let previous: LabelMove | undefined;
    let isUnchanged: boolean | undefined;
    for await (const move of readMoves(this.archive, prompt)) {
      if (move.movedAt > prompt.updatedAt && !isInBurst(move, previous)) {
        isUnchanged ??= (await this.find(prompt))?.revision === prompt.revision;
        if (!isUnchanged) continue;
      }
      previous = move;
      yield move;
    }
  }

  private find({ owner, id }: SnapshotPrompt): Promise<Prompt | undefined> {
    return this.reader.find(owner, { by: 'id', id });
  }
}

/** Moves of a label within one millisecond are stored a millisecond apart, the last ones later than their prompt's update. */
const isInBurst = (move: LabelMove, previous: LabelMove | undefined): boolean =>
  previous?.label === move.label && move.movedAt.getTime() - previous.movedAt.getTime() === 1;

/** Ends each label's history before its first move to a version that was published after the export of the versions. */
async function* untilVersion(moves: AsyncIterable<LabelMove>, lastVersion: () => number): AsyncIterable<LabelMove> {
  let ended: Label | undefined;
  for await (const move of moves) {
    if (move.label === ended) continue;
    if ((move.version ?? 0) > lastVersion()) ended = move.label;
    else yield move;
  }
}
