import type { Channel } from '../channel.ts';
import type { Label } from '../naming/label.ts';

/** One entry in the history of a label, which is append-only. */
export interface LabelMove {
  readonly label: Label;
  /** Null when the label was removed. */
  readonly version: number | null;
  /** Null when the prompt did not have the label. */
  readonly previous: number | null;
  /** Strictly increases within the history of a label, even when the clock is set back. */
  readonly movedAt: Date;
  readonly by: Channel;
  readonly message: string;
}
