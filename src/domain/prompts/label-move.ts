import type { Channel } from '../channel.ts';
import type { Label } from './naming/label.ts';

/** One step in a label's history, which is appended to and never edited. */
export interface LabelMove {
  readonly label: Label;
  /** Null when the label was removed. */
  readonly version: number | null;
  /** Null when it was not there before. */
  readonly previous: number | null;
  /** Strictly increases within a label's history, whatever the clock does. */
  readonly movedAt: Date;
  readonly by: Channel;
  readonly message: string;
}
