import type {
  ChangePage,
  ChangesAfter,
  LatestChanges,
  PromptChanges,
} from '../../../src/application/ports/prompts/prompt-changes.ts';
import type { AccountId } from '../../../src/domain/accounts/account.ts';
import {
  type Change,
  type ChangeContent,
  type ChangePosition,
  comparePositions,
  type LabelMoved,
} from '../../../src/domain/changes/change.ts';
import type { PromptId } from '../../../src/domain/naming/prompt-name.ts';
import type { ContentHash } from '../../../src/domain/prompts/prompt-version.ts';
import { noon, PRODUCTION, toName } from './a-prompt.ts';

export const PROMPT_ID = 'p_1794744000000_a1b2c3' as PromptId;
export const HASH = `sha256:${'ab'.repeat(32)}` as ContentHash;

/** Valid and the same every time; tests set only the fields that matter to them. */
export const aLabelMove = (fields: Partial<LabelMoved> = {}): ChangeContent => ({
  type: 'label.moved',
  data: {
    promptId: PROMPT_ID,
    name: toName('support/reply'),
    label: PRODUCTION,
    version: 4,
    previous: 3,
    hash: HASH,
    by: 'dashboard',
    message: 'shorter',
    ...fields,
  },
});

export const aChange = (revision: number, n = 1, content: ChangeContent = aLabelMove()): Change => ({
  revision,
  n,
  at: noon(revision),
  ...content,
});

/** A feed that tests fill and cut themselves. It counts what was read from it. */
export class ChangeList implements PromptChanges {
  changes: Change[];
  revision: number;
  readCount = 0;
  /** Called after every read, to change the feed between two of them. */
  afterRead: () => void = () => {};

  constructor(changes: readonly Change[] = [], revision = changes.at(-1)?.revision ?? 0) {
    this.changes = [...changes];
    this.revision = revision;
  }

  /** Adds changes, each by a write of its own. */
  readonly write = (content: ChangeContent = aLabelMove(), count = 1): void => {
    for (let written = 0; written < count; written += 1) {
      this.revision += 1;
      this.changes.push(aChange(this.revision, 1, content));
    }
  };

  async after(_owner: AccountId, position: ChangePosition, limit: number): Promise<ChangesAfter> {
    const { changes, revision } = this;
    const found = changes.filter((change) => comparePositions(change, position) > 0).slice(0, limit);
    const at = changes.find((change) => comparePositions(change, position) === 0);
    const oldest = changes[0];
    this.noteRead(found);
    return { changes: found, revision, at, oldest };
  }

  async latest(_owner: AccountId, { before, limit }: ChangePage): Promise<LatestChanges> {
    const { changes, revision } = this;
    const found = changes.filter((change) => !before || comparePositions(change, before) < 0).reverse();
    const page = found.slice(0, limit);
    this.noteRead(page);
    return { changes: page, revision };
  }

  async deleteBefore(cutoff: Date): Promise<void> {
    this.changes = this.changes.filter((change) => change.at >= cutoff || change === this.changes.at(-1));
  }

  private noteRead(changes: readonly Change[]): void {
    this.readCount += changes.length;
    this.afterRead();
  }
}
