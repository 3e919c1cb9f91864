import { LATEST } from '../../../../../../../domain/naming/label.ts';
import { type BoardPrompt, hasOldIncludes, type LabelLocks, versionOf } from '../../../api/labels/board-prompt.ts';
import type { MoveCheck, MoveOutcome, PlannedMove } from '../../../api/labels/planned-move.ts';

/** Target of the label in each prompt: the latest version, or that of a label, which may be its own to update its includes. */
export type PromotionSource = typeof LATEST | string;

export interface SkippedPrompt {
  readonly id: string;
  readonly name: string;
  readonly reason: string;
}

export interface PromotionPlan {
  readonly moves: readonly PlannedMove[];
  readonly skipped: readonly SkippedPrompt[];
}

/** Plans what the promotion would do to each prompt, from what the board shows. */
export function planPromotion(
  prompts: readonly BoardPrompt[],
  label: string,
  source: PromotionSource,
  locks: LabelLocks,
): PromotionPlan {
  const moves: PlannedMove[] = [];
  const skipped: SkippedPrompt[] = [];
  for (const prompt of prompts) {
    const { id, name } = prompt;
    const from = versionOf(prompt, label);
    const to = source === LATEST ? prompt.latestVersion : versionOf(prompt, source);
    if (to === undefined) skipped.push({ id, name, reason: `has no label ${source}` });
    else if (to === from && !hasOldIncludes(prompt, label, locks))
      skipped.push({ id, name, reason: `already at v${to}${source === label ? ' with its includes' : ''}` });
    else moves.push({ id, name, label, from, to });
  }
  return { moves, skipped };
}

/** Choices of the user that differ from the default: safe moves are made, breaking ones are not. */
export type Choices = ReadonlyMap<string, boolean>;

export function isIncluded(id: string, check: MoveCheck | undefined, choices: Choices): boolean {
  if (!check || check.kind === 'unchecked') return false;
  return choices.get(id) ?? check.kind === 'safe';
}

/** Counts the moves of a plan, such as `12 will move · 2 breaking · 1 skipped`. */
export function describePlan(
  { moves, skipped }: PromotionPlan,
  checks: ReadonlyMap<string, MoveCheck>,
  choices: Choices,
): string {
  const included = moves.filter(({ id }) => isIncluded(id, checks.get(id), choices)).length;
  const breaking = moves.filter(({ id }) => checks.get(id)?.kind === 'breaking').length;
  const unchecked = moves.filter(({ id }) => checks.get(id)?.kind === 'unchecked').length;
  return joinCounts([
    [included, 'will move', true],
    [breaking, 'breaking'],
    [unchecked, 'could not be checked'],
    [skipped.length, 'skipped'],
  ]);
}

/** Counts the outcomes, such as `9 moved · 1 not moved`. */
export function describeOutcomes(outcomes: ReadonlyMap<string, MoveOutcome>): string {
  const moved = [...outcomes.values()].filter(({ kind }) => kind === 'moved').length;
  return joinCounts([
    [moved, 'moved', true],
    [outcomes.size - moved, 'not moved'],
  ]);
}

const joinCounts = (counts: readonly (readonly [count: number, text: string, isAlwaysShown?: boolean])[]): string =>
  counts
    .filter(([count, , isAlwaysShown]) => count > 0 || isAlwaysShown)
    .map(([count, text]) => `${count.toLocaleString()} ${text}`)
    .join(' · ');
