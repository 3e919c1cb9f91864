import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { LabelMove } from '../../../domain/prompts/label-move.ts';
import type { MovePage, PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { LabelNotFound } from '../missing-version.ts';

export type ListLabelMovesOutcome =
  | { readonly kind: 'listed'; readonly moves: readonly LabelMove[]; readonly next: Date | undefined }
  | LabelNotFound
  | { readonly kind: 'not-found' };

/** Newest first. The history of a label outlives the label. */
export class ListLabelMoves {
  constructor(private readonly reader: PromptReader) {}

  async execute(
    owner: AccountId,
    reference: PromptReference,
    label: Label,
    page: MovePage,
  ): Promise<ListLabelMovesOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    // One more than requested shows whether there is a next page.
    const found = await this.reader.listMoves(owner, prompt.id, label, { ...page, limit: page.limit + 1 });
    if (found.length === 0 && page.before === undefined) return { kind: 'label-not-found', prompt, label };
    const moves = found.slice(0, page.limit);
    return { kind: 'listed', moves, next: found.length > page.limit ? moves.at(-1)?.movedAt : undefined };
  }
}
