import type { Branded } from '../../branded.ts';
import type { Problem } from '../../problem.ts';

/** A word by which prompts are found. It has no meaning to us. */
export type Tag = Branded<string, 'Tag'>;

export type TagsOutcome =
  | { readonly kind: 'tags'; readonly tags: readonly Tag[] }
  | { readonly kind: 'invalid'; readonly problems: readonly Problem[] };

export const TAGS_MAX = 20;
const SHAPE = /^[a-z0-9][a-z0-9._-]{0,35}$/;

export function parseTag(text: string): Tag | undefined {
  return SHAPE.test(text) ? (text as Tag) : undefined;
}

/** All tags of one prompt, in the order given. A tag given twice is a mistake worth telling, not a second tag. */
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
