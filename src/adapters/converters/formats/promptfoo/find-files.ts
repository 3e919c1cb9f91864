import type { OpenedFile } from '../../opened-file.ts';
import type { ConversionContext } from '../../source-format.ts';
import { resolvePath } from '../resolve-path.ts';

const WILDCARD = /[*?{]/;

/** Finds the path that a reference leads to: that of one file, or of the folder above the first wildcard. */
export function pathOfReference(reference: string): string {
  const segments = removePrefix(reference).split('/');
  const wildcard = segments.findIndex((segment) => WILDCARD.test(segment));
  return (wildcard === -1 ? segments : segments.slice(0, wildcard)).join('/');
}

const removePrefix = (reference: string): string => reference.replace(/^file:\/\//, '').replaceAll('\\', '/');

/** The files that a configuration names, by a path relative to it or by a pattern such as `prompts/*.txt`; in order. */
export function findFiles(
  config: OpenedFile,
  reference: string,
  { find, paths }: ConversionContext,
): readonly OpenedFile[] {
  const path = resolvePath(removePrefix(reference), config);
  const found = WILDCARD.test(path) ? paths.filter((candidate) => toPattern(path).test(candidate)).sort() : [path];
  return found.flatMap((one) => find(one) ?? []);
}

/** `**` stands for any folders, `*` and `?` for characters of one name, `{a,b}` for one of several. */
function toPattern(glob: string): RegExp {
  const source = glob.replace(/\*\*\/|\*+|\?|\{([^{}]*)\}|[.+^$()|[\]{}\\]/g, (token: string, choices?: string) => {
    if (choices !== undefined) return `(?:${choices.split(',').map(escapePattern).join('|')})`;
    if (token === '**/') return '(?:[^/]+/)*';
    if (token.startsWith('*')) return '[^/]*';
    return token === '?' ? '[^/]' : escapePattern(token);
  });
  return new RegExp(`^${source}$`);
}

const escapePattern = (text: string): string => text.replace(/[.*+?^$()|[\]{}\\]/g, '\\$&');
