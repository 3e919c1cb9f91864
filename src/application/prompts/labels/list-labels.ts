import type { AccountId } from '../../../domain/accounts/account.ts';
import type { Label } from '../../../domain/naming/label.ts';
import type { PromptReference } from '../../../domain/naming/prompt-name.ts';
import type { PromptReader } from '../../ports/prompts/prompt-reader.ts';
import type { ProtectedLabels } from '../../ports/prompts/protected-labels.ts';
import type { LabelNotFound } from '../missing-version.ts';

export interface CurrentLabel {
  readonly label: Label;
  readonly version: number;
  readonly movedAt: Date;
  readonly isProtected: boolean;
}

export type ListLabelsOutcome =
  /** In alphabetical order. */
  | { readonly kind: 'listed'; readonly labels: readonly CurrentLabel[] }
  | LabelNotFound
  | { readonly kind: 'not-found' };

/** Lists the labels of a prompt, or the one that is wanted. The newest move of a label shows where it points. */
export class ListLabels {
  constructor(
    private readonly reader: Pick<PromptReader, 'find' | 'listMoves'>,
    private readonly protection: Pick<ProtectedLabels, 'read'>,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, wanted?: Label): Promise<ListLabelsOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    const names = wanted ? [wanted] : [...prompt.labels.keys()].sort();
    const readMove = (label: Label) => this.reader.listMoves(owner, prompt.id, label, { limit: 1 });
    const [protectedLabels, moves] = await Promise.all([this.protection.read(owner), Promise.all(names.map(readMove))]);
    const labels = moves.flat().flatMap(({ label, version, movedAt }) => {
      // Null if the label was removed.
      return version === null ? [] : [{ label, version, movedAt, isProtected: protectedLabels.includes(label) }];
    });
    if (wanted && labels.length === 0) return { kind: 'label-not-found', prompt, label: wanted };
    return { kind: 'listed', labels };
  }
}
