import Handlebars from 'handlebars';
import { Liquid } from 'liquidjs';
import mustache from 'mustache';
import nunjucks from 'nunjucks';
import { describe, expect, it } from 'vitest';
import {
  convertTemplates,
  type TemplateLanguage,
} from '../../../../src/adapters/converters/templates/convert-template.ts';
import { renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import type { JsonValue } from '../../../../src/domain/text/json.ts';
import { aTemplate, somePlaceholders, someValues } from '../../../support/builders/a-template.ts';
import {
  arbitrarySourceTemplate,
  arbitrarySourceValues,
  type SourcePiece,
  type SourceValues,
} from '../../../support/builders/arbitrary-source-template.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

/** How a language writes what the generated templates consist of. */
interface Syntax {
  readonly language: TemplateLanguage;
  readonly compile: (template: string) => (values: SourceValues) => string;
  readonly text: (text: string) => string;
  readonly variable: (path: string) => string;
  readonly item: (member: string | undefined) => string;
  /** A variable inside of a loop, where names may mean members of the item. */
  readonly outerVariable: (path: string) => string;
  readonly openCondition: (name: string, isNegated: boolean, isInLoop: boolean) => string;
  readonly otherwise: (name: string, isNegated: boolean, isInLoop: boolean) => string;
  readonly closeCondition: (name: string, isNegated: boolean) => string;
  readonly openLoop: (name: string) => string;
  readonly closeLoop: (name: string) => string;
}

function print(pieces: readonly SourcePiece[], syntax: Syntax, isInLoop = false): string {
  return pieces.map((piece) => printPiece(piece, syntax, isInLoop)).join('');
}

function printPiece(piece: SourcePiece, syntax: Syntax, isInLoop: boolean): string {
  if (piece.kind === 'text') return syntax.text(piece.text);
  if (piece.kind === 'item') return syntax.item(piece.member);
  if (piece.kind === 'variable') {
    const path = piece.member === undefined ? piece.name : `${piece.name}.${piece.member}`;
    return isInLoop ? syntax.outerVariable(path) : syntax.variable(path);
  }
  const onLine = (tag: string) => (piece.isOnOwnLines ? `\n  ${tag}\n` : tag);
  if (piece.kind === 'loop') {
    return onLine(syntax.openLoop(piece.name)) + print(piece.body, syntax, true) + onLine(syntax.closeLoop(piece.name));
  }
  const { name, isNegated, body, alternative } = piece;
  const tags = [
    onLine(syntax.openCondition(name, isNegated, isInLoop)) + print(body, syntax, isInLoop),
    alternative ? onLine(syntax.otherwise(name, isNegated, isInLoop)) + print(alternative, syntax, isInLoop) : '',
    onLine(syntax.closeCondition(name, isNegated)),
  ];
  return tags.join('');
}

function renderOurs(content: string, values: SourceValues): unknown {
  const outcome = renderPrompt(
    { type: 'text', template: aTemplate(content) },
    {
      values: someValues(values as Readonly<Record<string, JsonValue>>),
      placeholders: somePlaceholders({}),
      include: () => undefined,
      strict: false,
    },
  );
  return outcome.kind === 'rendered' && outcome.rendered.type === 'text' ? outcome.rendered.text : outcome;
}

const mustacheSyntax: Syntax = {
  language: 'mustache',
  compile: (template) => (values) => mustache.render(template, values, {}, { escape: String }),
  text: (text) => text,
  variable: (path) => `{{${path}}}`,
  // Mustache knows no members of an item by a leading dot; items of generated lists have no name in common with variables.
  item: () => '',
  outerVariable: (path) => `{{{ ${path} }}}`,
  openCondition: (name, isNegated) => `{{${isNegated ? '^' : '#'}${name}}}`,
  otherwise: (name, isNegated) => `{{/${name}}}{{${isNegated ? '#' : '^'}${name}}}`,
  closeCondition: (name) => `{{/${name}}}`,
  openLoop: (name) => `{{#${name}}}`,
  closeLoop: (name) => `{{/${name}}}`,
};

const handlebars = Handlebars.create();

const handlebarsSyntax: Syntax = {
  language: 'handlebars',
  compile: (template) => handlebars.compile<SourceValues>(template, { noEscape: true }),
  // Directly before a tag, two backslashes are one; anywhere else they are text.
  text: (text) => text.replace(/\\+$/, ''),
  variable: (path) => `{{${path}}}`,
  item: (member) => (member === undefined ? '{{this}}' : `{{this.${member}}}`),
  outerVariable: (path) => `{{../${path}}}`,
  openCondition: (name, isNegated, isInLoop) => `{{#${isNegated ? 'unless' : 'if'} ${isInLoop ? '../' : ''}${name}}}`,
  otherwise: () => '{{else}}',
  closeCondition: (_name, isNegated) => `{{/${isNegated ? 'unless' : 'if'}}}`,
  openLoop: (name) => `{{#each ${name}}}`,
  closeLoop: () => '{{/each}}',
};

/** As `trim_blocks` and `lstrip_blocks` of Jinja, which drop the lines that consist of a statement. */
const trimming = new nunjucks.Environment(null, { autoescape: false, trimBlocks: true, lstripBlocks: true });
const untrimmed = new nunjucks.Environment(null, { autoescape: false });

const compileNunjucks = (template: string, environment: nunjucks.Environment) => {
  const compiled = new nunjucks.Template(template, environment);
  return (values: SourceValues): string => compiled.render(values);
};

const jinja = {
  language: 'jinja' as const,
  text: (text: string) => text,
  variable: (path: string) => `{{ ${path} }}`,
  item: (member: string | undefined) => (member === undefined ? '{{ it }}' : `{{ it.${member} }}`),
  outerVariable: (path: string) => `{{ ${path} }}`,
  otherwise: () => '{% else %}',
  openLoop: (name: string) => `{% for it in ${name} %}`,
  closeLoop: () => '{% endfor %}',
};

const nunjucksSyntax: Syntax = {
  ...jinja,
  compile: (template) => compileNunjucks(template, untrimmed),
  openCondition: (name, isNegated) => `{% if ${isNegated ? 'not ' : ''}${name} %}`,
  closeCondition: () => '{% endif %}',
};

const liquid = new Liquid();

const liquidSyntax: Syntax = {
  ...jinja,
  compile: (template) => {
    const parsed = liquid.parse(template);
    return (values) => String(liquid.renderSync(parsed, values));
  },
  openCondition: (name, isNegated) => `{% ${isNegated ? 'unless' : 'if'} ${name} %}`,
  closeCondition: (_name, isNegated) => `{% ${isNegated ? 'endunless' : 'endif'} %}`,
};

/** Python's `str.format`, as far as the generated templates use it. */
const fString: Pick<Syntax, 'language' | 'compile' | 'text' | 'variable'> = {
  language: 'f-string',
  compile: (template) => (values) =>
    template.replace(/\{\{|\}\}|\{([a-z]+)(?:\[([a-z]+)\])?\}/g, (found, name?: string, member?: string) => {
      if (name === undefined) return found.charAt(0);
      const value = values[name];
      return String(member === undefined ? value : (value as SourceValues)[member]);
    }),
  text: (text) => text.replaceAll('#', '{{').replaceAll('%', '}}'),
  variable: (path) => `{${path.replace(/\.(.*)$/, '[$1]')}}`,
};

/** A hundred templates with ten sets of values each: compiling takes longer than rendering. */
const hundredRuns = { numRuns: 100 };
const tenValues = fc.array(arbitrarySourceValues, { minLength: 10, maxLength: 10 });

const convert = (source: string, language: TemplateLanguage): string => {
  const conversion = convertTemplates([{ text: source, language }]);
  if (conversion.kind !== 'converted') throw new Error(`line ${conversion.line}: ${conversion.tag} in ${source}`);
  return conversion.contents[0] ?? '';
};

function expectEqualRendering(templates: fc.Arbitrary<readonly SourcePiece[]>, syntax: Syntax): void {
  fc.assert(
    fc.property(templates, tenValues, (pieces, valueSets) => {
      const source = print(pieces, syntax);

      const content = convert(source, syntax.language);
      const render = syntax.compile(source);
      for (const values of valueSets) expect(renderOurs(content, values)).toBe(render(values));
    }),
    hundredRuns,
  );
}

describe('a converted template', () => {
  it.each([
    ['mustache', mustacheSyntax],
    ['handlebars', handlebarsSyntax],
  ])('renders as %s rendered its source', longTimeout, (_engine, syntax) => {
    expectEqualRendering(arbitrarySourceTemplate, syntax);
  });

  it.each([
    ['nunjucks', nunjucksSyntax, false],
    [
      'nunjucks with trimmed blocks',
      { ...nunjucksSyntax, compile: (template: string) => compileNunjucks(template, trimming) },
      true,
    ],
    ['liquidjs', liquidSyntax, false],
  ])('renders as %s rendered its source', longTimeout, (_engine, syntax, areTagsOnOwnLines) => {
    const templates = arbitrarySourceTemplate.map((pieces) => pieces.map((piece) => layOut(piece, areTagsOnOwnLines)));

    expectEqualRendering(templates, syntax);
  });

  it('renders as str.format rendered its source', longTimeout, () => {
    const leaves = arbitrarySourceTemplate.map((pieces) =>
      pieces.filter((piece) => piece.kind === 'text' || piece.kind === 'variable'),
    );

    expectEqualRendering(leaves, { ...liquidSyntax, ...fString });
  });
});

/**
 * With all statements on lines of their own, or none. These engines either keep every line or trim each statement,
 * wherever it is; a conversion drops only the lines that consist of one.
 */
function layOut(piece: SourcePiece, isOnOwnLines: boolean): SourcePiece {
  const layOutAll = (pieces: readonly SourcePiece[]) => pieces.map((one) => layOut(one, isOnOwnLines));
  if (piece.kind === 'text') return { kind: 'text', text: `.${piece.text.replaceAll('\n', ' ')}.` };
  if (piece.kind === 'loop') return { ...piece, isOnOwnLines, body: layOutAll(piece.body) };
  if (piece.kind !== 'condition') return piece;
  const alternative = piece.alternative && layOutAll(piece.alternative);
  return { ...piece, isOnOwnLines, body: layOutAll(piece.body), alternative };
}
