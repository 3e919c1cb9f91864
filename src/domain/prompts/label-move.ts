import type { Channel } from '../channel.ts';
import type { Label } from '../naming/label.ts';
import type { Fingerprint, LockPeriod } from './release.ts';

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
  /** A rollback takes back the newest move that was not taken back yet; moves of releases before 0.2 never are one. */
  readonly rollback?: true | undefined;
  /** The fingerprint that the label served from this move on; undefined if it was removed, and before 0.2. */
  readonly fingerprint?: Fingerprint | undefined;
  /** The locks that the label had between this move and the next, oldest first; undefined if it never had one. */
  readonly locks?: readonly LockPeriod[] | undefined;
}
