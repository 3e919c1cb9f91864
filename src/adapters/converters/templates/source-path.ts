/** A variable or one of its members, as a source names them. */
export interface SourcePath {
  readonly name: string;
  readonly members: readonly string[];
}

/** The target of a path in a template, in terms of our language. */
export type ResolvedPath =
  | { readonly kind: 'variable'; readonly name: string; readonly members: readonly string[] }
  | { readonly kind: 'item'; readonly members: readonly string[] };

/**
 * A name that a person may have given to a variable, valid here or not: `first-name`, `user name`, `Größe`. Excludes what
 * makes an expression or JSON.
 */
const NAME = /^[\p{L}\p{N}_$@][\p{L}\p{N}\p{M}_$@' /-]{0,99}$/u;

export const isSourceName = (text: string): boolean => NAME.test(text);

/** `a.b.0`; the name is empty for a member of an item: `.b`, or `.` for the item itself. Undefined if it is not a path. */
export function parseSourcePath(text: string): SourcePath | undefined {
  if (text === '.') return { name: '', members: [] };
  const [name = '', ...members] = text.split('.').map((part) => part.trim());
  if (!members.every(isSourceName)) return undefined;
  if (name === '') return members.length > 0 ? { name, members } : undefined;
  return isSourceName(name) ? { name, members } : undefined;
}
