import type { Channel } from '../channel.ts';
import type { Label } from '../naming/label.ts';

/** How many labels an account can protect. */
export const PROTECTED_LABELS_MAX = 20;

/** Only people signed in to the dashboard may move protected labels: a key can leak, and a program can be wrong. */
export const canMoveProtected = (by: Channel): boolean => by === 'dashboard';

/** Replaces the list of an account that has been read. All lists are in alphabetical order and without duplicates. */
export interface ProtectionChange {
  /** The list that it replaces. */
  readonly before: readonly Label[];
  readonly labels: readonly Label[];
  readonly added: readonly Label[];
  readonly removed: readonly Label[];
}

/** Takes both lists in any order. */
export function changeProtection(held: readonly Label[], wanted: readonly Label[]): ProtectionChange {
  const [before, labels] = [toList(held), toList(wanted)];
  return {
    before,
    labels,
    added: labels.filter((label) => !before.includes(label)),
    removed: before.filter((label) => !labels.includes(label)),
  };
}

/** Whether both lists hold the same labels. */
export const isSameProtection = ({ added, removed }: ProtectionChange): boolean =>
  added.length === 0 && removed.length === 0;

const toList = (labels: readonly Label[]): readonly Label[] => [...new Set(labels)].sort();
