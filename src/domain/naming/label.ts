import type { Branded } from '../branded.ts';

/** A name that can be moved from version to version. Never `latest`, which cannot be moved. */
export type Label = Branded<string, 'Label'>;

/** The newest version. Computed, so it can be read like a label but never written. */
export const LATEST = 'latest';

export type LabelOrLatest = Label | typeof LATEST;

export type LabelProblem = 'malformed' | 'reserved';

/** How many labels can be set together with a new version. */
export const LABELS_MAX = 20;

export const LABEL_CHARACTERS_MAX = 36;
/** Begins with a letter, so that a label never looks like a version number. */
export const LABEL_PATTERN = new RegExp(`^[a-z][a-z0-9._-]{0,${LABEL_CHARACTERS_MAX - 1}}$`);

/** Parses a label to be written: `latest` is as invalid as a malformed one. */
export function parseLabel(text: string): Label | undefined {
  return labelProblem(text) === undefined ? (text as Label) : undefined;
}

/** Parses a label to be read. */
export function parseLabelOrLatest(text: string): LabelOrLatest | undefined {
  return text === LATEST ? LATEST : parseLabel(text);
}

/** Why this text cannot be written as a label; undefined when it can. */
export function labelProblem(text: string): LabelProblem | undefined {
  if (text === LATEST) return 'reserved';
  return LABEL_PATTERN.test(text) ? undefined : 'malformed';
}
