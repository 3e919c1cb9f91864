import { parseVariableName } from '../../../domain/templates/variable-name.ts';
import type { SourceNode, SourceSection, TemplateWarning } from './source-nodes.ts';

/** Gives every variable of a prompt a valid name of its own. */
export class VariableNames {
  readonly #ours = new Map<string, string>();
  readonly #renamed = new Map<string, string>();

  /** Takes all names of the prompt: a rewritten name must not become that of another variable. */
  constructor(names: Iterable<string>) {
    const all = new Set(names);
    const taken = new Set([...all].filter((name) => parseVariableName(name) !== undefined));
    const numbers = new Map<string, number>();
    for (const name of all) {
      const ours = taken.has(name) ? name : makeUnique(toValidName(name), taken, numbers);
      taken.add(ours);
      this.#ours.set(name, ours);
      if (ours !== name) this.#renamed.set(name, ours);
    }
  }

  /** The source's name and ours, where they differ. */
  get renamed(): ReadonlyMap<string, string> {
    return this.#renamed;
  }

  rename(name: string): string {
    return this.#ours.get(name) ?? name;
  }

  /** The path in our names. Members are renamed too, because a tag cannot contain another name. */
  renamePath(name: string, members: readonly string[]): readonly string[] {
    const ours = members.map((member) => (MEMBER.test(member) ? member : toValidName(member)));
    const root = name === '' ? '' : this.rename(name);
    const isRenamed = ours.some((member, index) => member !== members[index]);
    if (isRenamed) this.#renamed.set([name, ...members].join('.'), [root, ...ours].join('.'));
    return [root, ...ours];
  }
}

/** The names of variables that nodes use, in order of first appearance. Not those inside of sections that are skipped. */
export function* namesIn(
  nodes: readonly SourceNode[],
  isSkipped: (section: SourceSection) => boolean = () => false,
): Generator<string> {
  for (const node of nodes) {
    if (node.kind === 'variable' || node.kind === 'section') yield node.name;
    if (node.kind === 'section' && !isSkipped(node)) yield* namesIn(node.body, isSkipped);
  }
}

/** One warning for each name that is rewritten, at the first tag that has it. */
export function findRenamedTags(
  prompt: readonly (readonly SourceNode[])[],
  names: VariableNames,
): readonly TemplateWarning[] {
  const warnings = new Map<string, TemplateWarning>();
  const visit = (nodes: readonly SourceNode[], index: number): void => {
    for (const node of nodes) {
      if (node.kind === 'text' || node.kind === 'include') continue;
      const name = node.kind === 'item' ? '' : node.name;
      const members = node.kind === 'section' ? [] : node.members;
      const source = [name, ...members].join('.');
      const ours = names.renamePath(name, members).join('.');
      if (ours !== source && !warnings.has(source)) {
        warnings.set(source, { ...node.origin, index, problem: `is renamed: ${source} becomes ${ours}` });
      }
      if (node.kind === 'section') visit(node.body, index);
    }
  };
  prompt.forEach(visit);
  return [...warnings.values()];
}

const NAME_CHARACTERS_MAX = 64;
const MEMBER = /^[A-Za-z0-9_]{1,64}$/;

/** `first-name` is `first_name`, `Größe` is `Grosse`, `2nd` is `_2nd`, and a name without any Latin letter is `variable`. */
function toValidName(name: string): string {
  const words = name
    .replaceAll('ß', 'ss')
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .split(/[^A-Za-z0-9_]+/)
    .filter((word) => word !== '');
  const joined = words.join('_').slice(0, NAME_CHARACTERS_MAX - 1);
  if (joined === '') return 'variable';
  return /^[0-9]/.test(joined) ? `_${joined}` : joined;
}

/** `numbers` holds the last number that each name got, so that no number is tried twice. */
function makeUnique(name: string, taken: ReadonlySet<string>, numbers: Map<string, number>): string {
  let unique = name;
  while (taken.has(unique)) {
    const number = (numbers.get(name) ?? 1) + 1;
    numbers.set(name, number);
    const suffix = `_${number}`;
    unique = name.slice(0, NAME_CHARACTERS_MAX - suffix.length) + suffix;
  }
  return unique;
}
