import type { Branded } from '../../branded.ts';

/** A name that can be moved from version to version. Never `latest`, which nobody can move. */
export type Label = Branded<string, 'Label'>;

/** Always the newest version. Computed, so it may be read like a label but never written. */
export const LATEST = 'latest';

export type LabelOrLatest = Label | typeof LATEST;

export type LabelProblem = 'malformed' | 'reserved';

/** A label begins with a letter, so it is never mistaken for a version number. */
const SHAPE = /^[a-z][a-z0-9._-]{0,35}$/;

/** A label to be written: `latest` is refused like any malformed one. */
export function parseLabel(text: string): Label | undefined {
  return labelProblem(text) === undefined ? (text as Label) : undefined;
}

/** A label to be read. */
export function parseLabelOrLatest(text: string): LabelOrLatest | undefined {
  return text === LATEST ? LATEST : parseLabel(text);
}

/** Why this text cannot be written as a label; undefined when it can. */
export function labelProblem(text: string): LabelProblem | undefined {
  if (text === LATEST) return 'reserved';
  return SHAPE.test(text) ? undefined : 'malformed';
}
