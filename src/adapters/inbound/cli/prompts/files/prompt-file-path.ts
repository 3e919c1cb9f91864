import { type PromptName, parsePromptName } from '../../../../../domain/naming/prompt-name.ts';

export const EXTENSION = '.prompt.md';

/**
 * Path of the prompt's file inside of a folder: `a/b.prompt.md` for `a/b`.
 *
 * Names may contain dots, so that the folder of `a.prompt.md/b` would collide with the file of `a`: a folder that
 * ends like a file has a `~` behind its name, which no name has.
 */
export function pathOf(name: PromptName): string {
  const segments = name.split('/');
  const folders = segments.slice(0, -1).map((segment) => (segment.endsWith(EXTENSION) ? `${segment}~` : segment));
  return [...folders, `${segments.at(-1)}${EXTENSION}`].join('/');
}

/** The name of the prompt whose file this is; undefined when no prompt can have it. */
export function nameOf(path: string): PromptName | undefined {
  const segments = path.split('/');
  const file = segments.pop() ?? '';
  if (!file.endsWith(EXTENSION)) return undefined;
  const folders = segments.map((segment) => (segment.endsWith(`${EXTENSION}~`) ? segment.slice(0, -1) : segment));
  const name = parsePromptName([...folders, file.slice(0, -EXTENSION.length)].join('/'));
  return name && pathOf(name) === path ? name : undefined;
}
