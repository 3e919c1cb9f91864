import { foreignName } from './foreign-name.ts';
import { parseTag, TAG_CHARACTERS_MAX, type Tag } from './tag.ts';

/** The tag here of what another tool calls by any text. A valid tag is itself. Undefined if nothing is left of the text. */
export function foreignTag(text: string): Tag | undefined {
  const exact = parseTag(text);
  if (exact) return exact;
  const name = foreignName(text.replaceAll('/', '-')) ?? '';
  return parseTag(name.slice(0, TAG_CHARACTERS_MAX).replace(/-+$/, ''));
}
