import { parseFString } from './f-string-template.ts';
import { parseHandlebars } from './handlebars-template.ts';
import { type IncludeRules, includeTarget, splitAtIncludes } from './include-tags.ts';
import { parseJinja } from './jinja-template.ts';
import { parseMustache } from './mustache-template.ts';
import { parseOwn } from './own-template.ts';
import { type Escaping, escapeText, printNodes } from './print-template.ts';
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
  readonly includes?: IncludeRules | undefined;
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

export type TemplateConversion = (Converted & { readonly content: string }) | Refusal;

export type TemplatesConversion =
  | (Converted & { readonly contents: readonly string[] })
  /** `index` is that of the template. */
  | (Refusal & { readonly index: number });

/** Converts one template into ours. */
export function convertTemplate(
  text: string,
  language: TemplateLanguage,
  options: ConversionOptions = {},
): TemplateConversion {
  const conversion = convertTemplates([{ text, language }], options);
  if (conversion.kind === 'not-convertible') return refuse(conversion);
  const { contents, ...rest } = conversion;
  return { ...rest, content: contents[0] ?? '' };
}

/** Converts all templates of one prompt together, because they share their variables. */
export function convertTemplates(
  templates: readonly SourceTemplate[],
  options: ConversionOptions = {},
): TemplatesConversion {
  const { includes: rules = {}, declared = [] } = options;
  const prompt: SourceNode[][] = [];
  const warnings: TemplateWarning[] = [];
  for (const [index, template] of templates.entries()) {
    const parsed = parseTemplateOf(template);
    if (parsed.kind === 'not-convertible') return { ...parsed, index };
    const tags = template.language === 'plain' ? undefined : rules.tags;
    const nodes = insertIncludes(parsed.nodes, template, tags);
    const unknown = includesIn(nodes).find(({ reference }) => includeTarget(reference, rules) === undefined);
    if (unknown) return { ...refuse(unknown.origin), index };
    prompt.push(nodes);
    for (const warning of parsed.warnings) warnings.push({ ...warning, index });
  }
  const mixed = findMixedUse(prompt);
  if (mixed) return mixed;

  const names = new VariableNames([...declared, ...prompt.flatMap((nodes) => [...namesIn(nodes)])]);
  const target = ({ reference }: SourceInclude) => includeTarget(reference, rules) ?? '';
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

/** A template that renders as exactly this text: for what cannot be converted. */
export const escapeTemplate = (text: string): string => escapeText(text);

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
  tags: IncludeRules['tags'],
): SourceNode[] {
  if (!tags) return [...nodes];
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
