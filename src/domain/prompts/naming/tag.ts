import type { Branded } from '../../branded.ts';
import type { Problem } from '../../problem.ts';

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

/** Parses all tags of one prompt, in the order given. A duplicate is reported as a problem. */
export function parseTags(texts: readonly string[]): TagsOutcome {
  if (texts.length > TAGS_MAX) return { kind: 'invalid', problems: [{ path: 'tags', problem: 'too-many' }] };

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
