import type { AccountId } from '../../../domain/accounts/account.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Label } from '../../../domain/prompts/naming/label.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptArchive } from '../../ports/prompt-archive.ts';
import type { PromptCatalog, PromptQuery } from '../../ports/prompt-catalog.ts';
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

const everything: PromptQuery = { tags: [], archived: 'any', sort: 'name', order: 'ascending', limit: PAGE_PROMPTS };

/** All prompts of an account with their history, by name, in bounded memory. */
export class ExportPrompts {
  constructor(
    private readonly catalog: PromptCatalog,
    private readonly archive: PromptArchive,
  ) {}

  async *execute(owner: AccountId): AsyncGenerator<ExportedPrompt, void> {
    let after: PromptQuery['after'];
    for (;;) {
      const page = await this.catalog.list(owner, { ...everything, after });
      for (const prompt of page) {
        const exported = await this.exportPrompt(prompt);
        if (exported) yield exported;
      }
      after = page.at(-1);
      if (!after) return;
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
