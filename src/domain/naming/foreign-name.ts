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
    text
      .normalize('NFKD')
      .replace(/\p{M}+/gu, '')
      .toLowerCase()
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
  segments.map(trimSegment).filter((segment) => segment !== '');

/** Avoids a regular expression for the end: on many dashes it would take quadratic time. */
function trimSegment(segment: string): string {
  let end = segment.length;
  while (segment.charAt(end - 1) === '-') end -= 1;
  return segment.slice(0, end).replace(/^[._-]+/, '');
}
