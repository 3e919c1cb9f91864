import { parseFString } from './f-string-template.ts';
import { parseHandlebars } from './handlebars-template.ts';
import { type IncludeTags, includeTarget, splitAtIncludes } from './include-tags.ts';
import { parseJinja } from './jinja-template.ts';
import { parseMustache } from './mustache-template.ts';
import { parseOwn } from './own-template.ts';
import { type Escaping, printNodes } from './print-template.ts';
import { findRenamedTags, namesIn, VariableNames } from './rename-variables.ts';
import { findDoubtfulNames, findMixedUse } from './section-uses.ts';
import {
  type ParsedTemplate,
  type Refusal,
  refuse,
  type SourceInclude,
  type SourceNode,
  type TemplateWarning,
} from './source-nodes.ts';
import { TokenList } from './source-tokens.ts';

/**
 * The template languages of other tools. `jinja` covers Jinja2, Nunjucks and Liquid, `prompthold` is our own, and `plain`
 * has no tags.
 */
export type TemplateLanguage = 'mustache' | 'handlebars' | 'jinja' | 'f-string' | 'prompthold' | 'plain';

/** A template of another tool, or one message of it. */
export interface SourceTemplate {
  readonly text: string;
  readonly language: TemplateLanguage;
  /** The line of the file that the text begins at. By default 1. */
  readonly line?: number | undefined;
}

export interface ConversionOptions {
  /** Tags for includes that the language itself does not know. By default none. */
  readonly includeTags?: IncludeTags | undefined;
  /** Names that the source declares, used or not: no rewritten name becomes one of them. */
  readonly declared?: readonly string[] | undefined;
}

interface Converted {
  readonly kind: 'converted';
  /** Invalid names of variables that were rewritten: the source's name and ours. */
  readonly renamed: ReadonlyMap<string, string>;
  /** The targets of all includes as written in the content, without duplicates. */
  readonly includes: readonly string[];
  /** Tags that were renamed or may mean something else here. Each is a loss. */
  readonly warnings: readonly TemplateWarning[];
}

export type TemplatesConversion =
  | (Converted & { readonly contents: readonly string[] })
  /** `index` is that of the template. */
  | (Refusal & { readonly index: number });

/** Converts all templates of one prompt together, because they share their variables. */
export function convertTemplates(
  templates: readonly SourceTemplate[],
  options: ConversionOptions = {},
): TemplatesConversion {
  const { includeTags, declared = [] } = options;
  const prompt: SourceNode[][] = [];
  const warnings: TemplateWarning[] = [];
  for (const [index, template] of templates.entries()) {
    const parsed = parseTemplateOf(template);
    if (parsed.kind === 'not-convertible') return { ...parsed, index };
    const hasTags = includeTags !== undefined && template.language !== 'plain';
    const nodes = hasTags ? insertIncludes(parsed.nodes, template, includeTags) : [...parsed.nodes];
    const unknown = includesIn(nodes).find(({ reference }) => includeTarget(reference) === undefined);
    if (unknown) return { ...refuse(unknown.origin), index };
    prompt.push(nodes);
    for (const warning of parsed.warnings) warnings.push({ ...warning, index });
  }
  const mixed = findMixedUse(prompt);
  if (mixed) return mixed;

  const names = new VariableNames([...declared, ...prompt.flatMap((nodes) => [...namesIn(nodes)])]);
  const target = ({ reference }: SourceInclude) => includeTarget(reference) ?? '';
  const contents = prompt.map((nodes, index) =>
    printNodes(nodes, { names, target, escaping: escapingOf(templates[index]?.language) }),
  );
  return {
    kind: 'converted',
    contents,
    renamed: names.renamed,
    includes: [...new Set(prompt.flatMap((nodes) => includesIn(nodes).map(target)))],
    warnings: [...warnings, ...findDoubtfulNames(prompt, new Set(declared)), ...findRenamedTags(prompt, names)],
  };
}

/** Text stays as it is where the language of the source has the same tags. */
const escapingOf = (language: TemplateLanguage | undefined): Escaping =>
  language === 'mustache' || language === 'prompthold' ? 'tags' : 'all';

function parseTemplateOf({ text, language, line = 1 }: SourceTemplate): ParsedTemplate {
  switch (language) {
    case 'mustache':
      return parseMustache(text, line);
    case 'handlebars':
      return parseHandlebars(text, line);
    case 'jinja':
      return parseJinja(text, line);
    case 'f-string':
      return parseFString(text, line);
    case 'prompthold':
      return parseOwn(text, line);
    case 'plain':
      return { kind: 'parsed', nodes: [{ kind: 'text', text }], warnings: [] };
    default:
      return language satisfies never;
  }
}

/** Replaces the tags for includes that the language itself does not know. */
function insertIncludes(
  nodes: readonly SourceNode[],
  { text, line = 1 }: SourceTemplate,
  tags: IncludeTags,
): SourceNode[] {
  const lines = new TokenList(text, line);
  let searched = 0;
  const insert = (list: readonly SourceNode[]): SourceNode[] =>
    list.flatMap((node): SourceNode[] => {
      if (node.kind === 'section') return [{ ...node, body: insert(node.body) }];
      if (node.kind !== 'text') return [node];
      return splitAtIncludes(node.text, tags).map((piece) => {
        if (piece.kind === 'text') return piece;
        const { source } = piece;
        const start = Math.max(searched, text.indexOf(source, searched));
        searched = start + source.length;
        return { ...piece, origin: lines.describe(start, searched) };
      });
    });
  return insert(nodes);
}

function includesIn(nodes: readonly SourceNode[]): readonly SourceInclude[] {
  return nodes.flatMap((node) => {
    if (node.kind === 'section') return includesIn(node.body);
    return node.kind === 'include' ? [node] : [];
  });
}
