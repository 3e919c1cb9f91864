import type { AccountId } from '../../../domain/accounts/account.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { Prompt } from '../../../domain/prompts/prompt.ts';
import type { PromptVersion } from '../../../domain/prompts/prompt-version.ts';
import type { PromptQuery, PromptRepository } from '../../ports/prompt-repository.ts';

/** A prompt with everything that ever happened to it. */
export interface PromptHistory {
  readonly prompt: Prompt;
  /** Oldest first. */
  readonly versions: readonly PromptVersion[];
  /** Each label's oldest first. */
  readonly moves: readonly LabelMove[];
}

const PAGE = 50;

const everything: PromptQuery = { tags: [], archived: 'any', sort: 'name', order: 'ascending', limit: PAGE };

/** All prompts of an account with their history, by name, one after the other. */
export class ExportPrompts {
  constructor(private readonly prompts: PromptRepository) {}

  async *execute(owner: AccountId): AsyncIterable<PromptHistory> {
    let after: PromptQuery['after'];
    for (;;) {
      const page = await this.prompts.list(owner, { ...everything, after });
      for (const prompt of page) {
        const history = await this.history(prompt);
        // One that was deleted while others were written has no versions any more.
        if (history.versions.length > 0) yield history;
      }
      after = page.at(-1);
      if (!after) return;
    }
  }

  async history(prompt: Prompt): Promise<PromptHistory> {
    const { owner, id } = prompt;
    // Before the versions: a move that is known here leads to a version that is found there.
    const moves = await this.prompts.allMoves(owner, id);
    const versions: PromptVersion[] = [];
    for (;;) {
      const page = await this.prompts.fullVersions(owner, id, { after: versions.length, limit: PAGE });
      versions.push(...page);
      if (page.length < PAGE) break;
    }
    return { prompt, versions, moves };
  }
}
