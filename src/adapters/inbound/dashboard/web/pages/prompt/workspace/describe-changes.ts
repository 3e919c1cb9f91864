import { diffLines } from '../../../../../../../domain/text/text-diff.ts';
import { type Draft, isSameDraft, toContentInput } from './draft.ts';
import { versionText } from './version-text.ts';

/** Describes what a draft changes in a few words: "3 lines changed". */
export function describeChanges(before: Draft, after: Draft): string {
  const count = countChangedLines(draftText(before), draftText(after));
  if (count > 0) return count === 1 ? '1 line changed' : `${count} lines changed`;
  return isSameDraft({ ...before, config: after.config }, after) ? 'config changed' : 'variables changed';
}

/** The content of a draft as one text. */
export function draftText({ content }: Draft): string {
  const { type: _, ...fields } = toContentInput(content);
  return versionText(fields);
}

/** A line that replaces another one counts once. */
function countChangedLines(before: string, after: string): number {
  let [count, replaceable] = [0, 0];
  for (const { kind, lineCount } of diffLines(before, after)) {
    const isRemoval = kind === 'removed';
    if (isRemoval) count += lineCount;
    if (kind === 'added') count += Math.max(0, lineCount - replaceable);
    replaceable = isRemoval ? lineCount : 0;
  }
  return count;
}

interface Named {
  readonly name: string;
}

/** More would not fit into a line. */
const NAMES_MAX = 5;

/** The variables that a draft adds and removes: "+agent −items". Empty when it uses the same ones. */
export function describeNames(before: readonly Named[], after: readonly Named[]): string {
  const has = (variables: readonly Named[], { name }: Named) => variables.some((variable) => variable.name === name);
  const added = after.filter((variable) => !has(before, variable)).map(({ name }) => `+${name}`);
  const removed = before.filter((variable) => !has(after, variable)).map(({ name }) => `−${name}`);
  const names = [...added, ...removed];
  if (names.length <= NAMES_MAX) return names.join(' ');
  return `${names.slice(0, NAMES_MAX).join(' ')} and ${names.length - NAMES_MAX} more`;
}
