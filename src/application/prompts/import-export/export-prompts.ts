import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptName } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptArchive } from '../../ports/prompts/prompt-archive.ts';
import type { PromptCatalog, PromptQuery } from '../../ports/prompts/prompt-catalog.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import { readIncludes } from '../read-includes.ts';
import { readMoves, readVersions } from './prompt-history.ts';

/** A prompt with all its versions and all moves of its labels, which are read while they are consumed. */
export interface ExportedPrompt {
  readonly prompt: Prompt;
  /** Oldest first. Must be consumed before the moves. */
  readonly versions: AsyncIterable<PromptVersion>;
  /** Label by label, oldest first. None points to a version that was not exported. */
  readonly moves: AsyncIterable<LabelMove>;
}

const PAGE_PROMPTS = 50;
/** Deeper than includes can be rendered. What is left then is exported by name. */
const LEVELS_MAX = 16;

const everything: PromptQuery = { tags: [], archived: 'any', sort: 'name', order: 'ascending', limit: PAGE_PROMPTS };

/** All prompts of an account with their history, in bounded memory. */
export class ExportPrompts {
  constructor(
    private readonly catalog: PromptCatalog,
    private readonly archive: PromptArchive,
    private readonly reader: Pick<PromptReader, 'listIncludes'>,
  ) {}

  /** By name. */
  async *execute(owner: AccountId): AsyncGenerator<ExportedPrompt, void> {
    for await (const page of this.pages(owner)) yield* this.exportPage(page);
  }

  /**
   * Included prompts before those that include them, so that they can be imported one by one. Goes through the account
   * once for each level of includes, and holds only the names of what it has exported.
   */
  async *executeIncludedFirst(owner: AccountId): AsyncGenerator<ExportedPrompt, void> {
    const exported = new Set<PromptName>();
    let isComplete = false;
    for (let level = 0; !isComplete; level += 1) {
      isComplete = true;
      for await (const page of this.pages(owner)) {
        const rest = page.filter(({ name }) => !exported.has(name));
        const ready = level < LEVELS_MAX ? await this.withoutPendingIncludes(owner, rest, exported) : rest;
        if (ready.length < rest.length) isComplete = false;
        yield* this.exportPage(ready);
        for (const { name } of ready) exported.add(name);
      }
    }
  }

  private async withoutPendingIncludes(
    owner: AccountId,
    prompts: readonly Prompt[],
    exported: ReadonlySet<PromptName>,
  ): Promise<readonly Prompt[]> {
    if (prompts.length === 0) return prompts;
    const names = prompts.map(({ name }) => name);
    const pending = new Set<PromptName>();
    for await (const { includer, target } of readIncludes(this.reader, owner, names)) {
      if (!exported.has(target.name)) pending.add(includer);
    }
    return prompts.filter(({ name }) => !pending.has(name));
  }

  private async *pages(owner: AccountId): AsyncGenerator<readonly Prompt[], void> {
    let after: PromptQuery['after'];
    do {
      const page: readonly Prompt[] = await this.catalog.list(owner, { ...everything, after });
      yield page;
      after = page.at(-1);
    } while (after);
  }

  private async *exportPage(prompts: readonly Prompt[]): AsyncGenerator<ExportedPrompt, void> {
    for (const prompt of prompts) {
      const exported = await this.exportPrompt(prompt);
      if (exported) yield exported;
    }
  }

  /** Undefined when the prompt has been deleted since it was listed. */
  private async exportPrompt(prompt: Prompt): Promise<ExportedPrompt | undefined> {
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
    return { prompt, versions: counted(), moves: untilVersion(readMoves(this.archive, prompt), () => count) };
  }
}

/** Ends each label's history before its first move to a version that was published after the export of the versions. */
async function* untilVersion(moves: AsyncIterable<LabelMove>, lastVersion: () => number): AsyncIterable<LabelMove> {
  let ended: Label | undefined;
  for await (const move of moves) {
    if (move.label === ended) continue;
    if ((move.version ?? 0) > lastVersion()) ended = move.label;
    else yield move;
  }
}
