import type { Branded } from '../branded.ts';
import { type Problem, toInvalid } from '../problem.ts';
import { foldToAscii, trimDashes } from './foreign-name.ts';

/** A keyword that prompts are filtered by. */
export type Tag = Branded<string, 'Tag'>;

export type TagsOutcome =
  | { readonly kind: 'tags'; readonly tags: readonly Tag[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export const TAGS_MAX = 20;
export const TAG_CHARACTERS_MAX = 36;
export const TAG_PATTERN = new RegExp(`^[a-z0-9][a-z0-9._-]{0,${TAG_CHARACTERS_MAX - 1}}$`);

export function parseTag(text: string): Tag | undefined {
  return TAG_PATTERN.test(text) ? (text as Tag) : undefined;
}

/** Makes a valid tag of one from another tool, by the same rules as for names. Undefined if nothing is left of the text. */
export const foreignTag = (text: string): Tag | undefined => parseTag(text) ?? parseTag(toTagText(text));

/** Converts the tags of another tool; drops duplicates and empty ones. */
export function foreignTags(texts: readonly string[]): readonly Tag[] {
  return [...new Set(texts.map(foreignTag).filter((tag) => tag !== undefined))];
}

function toTagText(text: string): string {
  const tag = foldToAscii(text).replace(/[^a-z0-9._-]+/g, '-');
  return trimDashes(trimDashes(tag.replace(/^[._-]+/, '')).slice(0, TAG_CHARACTERS_MAX));
}

/** Parses all tags of one prompt, in the order given. A duplicate is reported as a problem. */
export function parseTags(texts: readonly string[]): TagsOutcome {
  if (texts.length > TAGS_MAX) return toInvalid('tags', 'too-many');

  const problems: Problem[] = [];
  const tags = new Set<Tag>();
  texts.forEach((text, index) => {
    const tag = parseTag(text);
    if (!tag) problems.push({ path: `tags.${index}`, problem: 'malformed' });
    else if (tags.has(tag)) problems.push({ path: `tags.${index}`, problem: 'duplicate' });
    else tags.add(tag);
  });
  return problems.length > 0 ? { kind: 'invalid', problems } : { kind: 'tags', tags: [...tags] };
}
