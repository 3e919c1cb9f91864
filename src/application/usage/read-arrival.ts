import type { AccountId } from '../../domain/accounts/account.ts';
import type { Label } from '../../domain/naming/label.ts';
import type { PromptReference } from '../../domain/naming/prompt-name.ts';
import { type Arrivals, arrivalsOf } from '../../domain/usage/arrival.ts';
import type { Clock } from '../ports/environment.ts';
import type { PromptReader } from '../ports/prompts/prompt-reader.ts';
import type { LabelNotFound } from '../prompts/missing-version.ts';
import type { ListCallers } from './list-callers.ts';

export type ReadArrivalOutcome =
  | {
      readonly kind: 'read';
      readonly version: number;
      readonly movedAt: Date;
      readonly arrivals: Arrivals;
    }
  | LabelNotFound
  | { readonly kind: 'not-found' };

/** Reads which callers have been served the version that a label points to. */
export class ReadArrival {
  constructor(
    private readonly reader: PromptReader,
    private readonly callers: ListCallers,
    private readonly clock: Clock,
  ) {}

  async execute(owner: AccountId, reference: PromptReference, label: Label): Promise<ReadArrivalOutcome> {
    const prompt = await this.reader.find(owner, reference);
    if (!prompt) return { kind: 'not-found' };
    // The last move is both where the label points and since when, even if it moves at this moment.
    const [move] = await this.reader.listMoves(owner, prompt.id, label, { limit: 1 });
    if (move?.version == null) return { kind: 'label-not-found', prompt, label };
    const { version, movedAt } = move;
    const callers = await this.callers.recent(owner);
    const arrivals = arrivalsOf(callers, { promptId: prompt.id, label, version }, this.clock.now());
    return { kind: 'read', version, movedAt, arrivals };
  }
}
