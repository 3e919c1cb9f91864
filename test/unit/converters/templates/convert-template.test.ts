import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import {
  convertTemplates,
  type TemplatesConversion,
} from '../../../../src/adapters/converters/templates/convert-template.ts';

const ROWS = join(import.meta.dirname, '../../../fixtures/conversions/templates');

/** A guarantee of a template language: a text, and either all that becomes of it or the tag that is refused. */
interface Row {
  readonly it: string;
  readonly text: string;
  readonly declared?: readonly string[];
  readonly includes?: 'langfuse' | 'promptlayer';
  readonly content?: string;
  readonly targets?: readonly string[];
  readonly warnings?: readonly string[];
  readonly refused?: string;
}

const describeConversion = (conversion: TemplatesConversion) => {
  if (conversion.kind === 'not-convertible') return { refused: `${conversion.line} ${conversion.tag}` };
  const { contents, includes: targets, warnings } = conversion;
  return {
    content: contents[0],
    targets,
    warnings: warnings.map(({ line, tag, problem }) => `${line} ${tag} ${problem}`),
  };
};

describe.each([
  ['a converted Mustache template', 'mustache'],
  ['a converted Handlebars template', 'handlebars'],
  ['a converted Jinja template', 'jinja'],
  ['a converted f-string', 'f-string'],
  ['a template of our own', 'prompthold'],
] as const)('%s', (_, language) => {
  const rows = parse(readFileSync(join(ROWS, `${language}.yaml`), 'utf8')) as readonly Row[];

  it.each(rows.map((row) => [row.it, row.text, row] as const))('%s: %j', (_, text, row) => {
    const { declared, includes: includeTags, content, targets = [], warnings = [], refused } = row;
    const conversion = convertTemplates([{ text, language }], { declared, includeTags });

    expect(describeConversion(conversion)).toEqual(refused ? { refused } : { content, targets, warnings });
  });
});

describe('convertTemplates', () => {
  it('refuses 33 nested sections', () => {
    const text = '{{#a}}'.repeat(33) + '{{/a}}'.repeat(33);

    expect(convertTemplates([{ text, language: 'mustache' }]).kind).toBe('not-convertible');
  });

  it('refuses a variable that is both condition and loop, over all messages of a prompt', () => {
    const conversion = convertTemplates([
      { text: '{% if xs %}a{% endif %}', language: 'jinja' },
      { text: 'b\n{% for i in xs %}{{ i }}{% endfor %}', language: 'jinja', line: 10 },
    ]);

    expect(conversion).toEqual({ kind: 'not-convertible', tag: '{% for i in xs %}', line: 11, index: 1 });
  });

  it('rewrites names to those that no other variable has', () => {
    const conversion = convertTemplates(
      [
        { text: '{{first-name}}{{first name}}', language: 'mustache' },
        { text: '{{first_name}}{{\u540d\u524d}}{{\u59d3}}', language: 'mustache' },
      ],
      { declared: ['first_name_2'] },
    );

    expect(conversion).toMatchObject({
      contents: ['{{first_name_3}}{{first_name_4}}', '{{first_name}}{{variable}}{{variable_2}}'],
      renamed: new Map([
        ['first-name', 'first_name_3'],
        ['first name', 'first_name_4'],
        ['\u540d\u524d', 'variable'],
        ['\u59d3', 'variable_2'],
      ]),
    });
  });
});
