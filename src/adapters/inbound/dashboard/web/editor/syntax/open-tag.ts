import { tokenize } from '../../../../../../domain/templates/template-tokens.ts';

/** A tag that is being typed. */
export interface OpenTag {
  readonly sign: '' | '#' | '^' | '/' | '>';
  /** The name so far. */
  readonly typed: string;
}

/** Longer than any tag. */
const CHARACTERS_MAX = 1000;

/** The tag that is open at the end of a line, if there is one: `{{na`, `{{#it` or `{{> supp`. */
export function readOpenTag(line: string): OpenTag | undefined {
  const end = line.slice(-CHARACTERS_MAX);
  const opening = end.lastIndexOf('{{');
  if (opening === -1 || isPlainText(end.slice(0, opening))) return undefined;
  const [, sign, typed] = /^ *([#^/>]?) *([\w.@/-]*)$/.exec(end.slice(opening + 2)) ?? [];
  return typed === undefined ? undefined : { sign: sign as OpenTag['sign'], typed };
}

/** Whether braces after this text are escaped. */
const isPlainText = (before: string): boolean => [...tokenize(`${before}{{a}}`)].at(-1)?.kind === 'text';

/** The names of the sections that are open at the end of a text, the innermost one first. */
export function openSections(text: string): readonly string[] {
  const open: string[] = [];
  for (const token of tokenize(text)) {
    if (token.kind === 'open') open.unshift(token.name);
    if (token.kind === 'close' && open.includes(token.name)) open.splice(0, open.indexOf(token.name) + 1);
  }
  return open;
}

/** The variables that a text uses, with the members that it reads: `user`, `user.name`. */
export function namesIn(text: string): ReadonlySet<string> {
  const names = new Set<string>();
  for (const token of tokenize(text)) {
    if (token.kind !== 'variable' && token.kind !== 'open') continue;
    names.add(token.name);
    if (token.kind === 'variable') names.add([token.name, ...token.members].join('.'));
  }
  return names;
}
