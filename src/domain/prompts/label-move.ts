import type { Label } from './naming/label.ts';

/** Through which door a label was moved. */
export const moveDoors = ['api', 'dashboard', 'cli'] as const;
export type MoveDoor = (typeof moveDoors)[number];

/** One step in a label's history, which is appended to and never edited. */
export interface LabelMove {
  readonly label: Label;
  /** Null when the label was removed. */
  readonly version: number | null;
  /** Null when it was not there before. */
  readonly previous: number | null;
  /** Strictly increases within a label's history, whatever the clock does. */
  readonly movedAt: Date;
  readonly by: MoveDoor;
  readonly message: string;
}
