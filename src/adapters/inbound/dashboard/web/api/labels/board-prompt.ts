import type { z } from 'zod';
import type * as shapes from '../../../../api/prompts/operations/response-schemas.ts';

/** Fields of a prompt that the label board shows. */
export type BoardPrompt = Pick<
  z.infer<typeof shapes.prompt>,
  'id' | 'name' | 'folder' | 'labels' | 'latestVersion' | 'revision'
>;

/** The version that a label points to, if the prompt has it. Labels may be named like properties of every object. */
export const versionOf = ({ labels }: Pick<BoardPrompt, 'labels'>, label: string): number | undefined =>
  Object.hasOwn(labels, label) ? labels[label] : undefined;

/** Counts the versions by which a label is behind the latest one; 0 if the prompt does not have it. */
export const countBehind = (prompt: BoardPrompt, label: string): number =>
  prompt.latestVersion - (versionOf(prompt, label) ?? prompt.latestVersion);

export const isBehind = (prompt: BoardPrompt, label: string): boolean => countBehind(prompt, label) > 0;

/** How many prompts have each label. */
export function countLabels(prompts: readonly BoardPrompt[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { labels } of prompts) {
    for (const label of Object.keys(labels)) counts.set(label, (counts.get(label) ?? 0) + 1);
  }
  return counts;
}

/** All labels in alphabetical order. */
export const listLabels = (prompts: readonly BoardPrompt[]): readonly string[] =>
  [...countLabels(prompts).keys()].sort();

/** The locked prompts of each label, by their ids; true for those whose includes select newer versions by now. */
export type LabelLocks = ReadonlyMap<string, ReadonlyMap<string, boolean>>;

/** Whether a label serves older includes than it would if it moved to where it is. */
export const hasOldIncludes = ({ id }: Pick<BoardPrompt, 'id'>, label: string, locks: LabelLocks): boolean =>
  locks.get(label)?.get(id) ?? false;
