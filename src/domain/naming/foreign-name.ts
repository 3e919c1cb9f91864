import { invariant } from '../invariant.ts';
import {
  NAME_CHARACTERS_MAX,
  NAME_SEGMENTS_MAX,
  type PromptId,
  type PromptName,
  parsePromptId,
  parsePromptName,
} from './prompt-name.ts';

/**
 * Makes a valid name of one from another tool, such as `Support/Réply to customer`.
 *
 * A valid name or id is itself. Undefined if nothing is left of the text. Different texts can have the same name.
 */
export function foreignName(text: string): PromptName | PromptId | undefined {
  const exact = parsePromptName(text) ?? parsePromptId(text);
  if (exact !== undefined) return exact;
  const segments = trimSegments(
    foldToAscii(text)
      .replace(/[^a-z0-9._/-]+/g, '-')
      .split('/'),
  );
  const folders = segments.slice(0, NAME_SEGMENTS_MAX - 1);
  const last = segments.slice(NAME_SEGMENTS_MAX - 1).join('-');
  const cut = [...folders, last].join('/').slice(0, NAME_CHARACTERS_MAX);
  const name = trimSegments(cut.split('/')).join('/');
  if (name === '') return undefined;
  const parsed = parsePromptName(name) ?? parsePromptId(name);
  invariant(parsed !== undefined, 'a converted name is valid');
  return parsed;
}

const trimSegments = (segments: readonly string[]): readonly string[] =>
  segments.map((segment) => trimDashes(segment).replace(/^[._-]+/, '')).filter((segment) => segment !== '');

/** Lower-cases, and removes accents. */
export const foldToAscii = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();

/** Trims dashes at the end. Avoids a regular expression: on many dashes it would take quadratic time. */
export function trimDashes(text: string): string {
  let end = text.length;
  while (text.charAt(end - 1) === '-') end -= 1;
  return text.slice(0, end);
}
