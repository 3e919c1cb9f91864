import { foldToAscii, trimDashes } from './foreign-name.ts';
import { LABEL_CHARACTERS_MAX, LATEST, type Label, type LabelOrLatest, parseLabel } from './label.ts';

/** Before what would be mistaken for a version: `2026-q2` becomes `v2026-q2`. */
const PREFIX = 'v';

/**
 * Makes a valid label of one from another tool, such as `Production` or `2nd try`: in lower case and without accents, with
 * a dash for everything else that no label contains, and a `v` before a digit. A valid label is itself. Undefined if nothing
 * is left of the text, or if it would be `latest`. Different texts can have the same label.
 */
export function foreignLabel(text: string): Label | undefined {
  const folded = foldToAscii(text)
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[._-]+/, '');
  const begun = /^\d/.test(folded) ? `${PREFIX}${folded}` : folded;
  return parseLabel(text) ?? parseLabel(trimDashes(begun.slice(0, LABEL_CHARACTERS_MAX)));
}

export const foreignLabelOrLatest = (text: string): LabelOrLatest | undefined =>
  text === LATEST ? LATEST : foreignLabel(text);
