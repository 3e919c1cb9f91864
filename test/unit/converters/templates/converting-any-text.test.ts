import { describe, expect, it } from 'vitest';
import {
  convertTemplates,
  type TemplateLanguage,
} from '../../../../src/adapters/converters/templates/convert-template.ts';
import { parseTemplate } from '../../../../src/domain/templates/template.ts';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { arbitraryTemplateText, arbitraryText } from '../../../support/builders/arbitrary-template.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const LANGUAGES: readonly TemplateLanguage[] = ['mustache', 'handlebars', 'jinja', 'f-string'];

const FRAGMENTS = [
  ...[
    '{{#if a}}',
    '{{else}}',
    '{{/if}}',
    '{{#each b}}',
    '{{/each}}',
    '{{this.c}}',
    '{{../a}}',
    '{{~a~}}',
    '{{json a}}',
  ],
  ...[
    '{% if a %}',
    '{% else %}',
    '{% endif %}',
    '{% for i in b %}',
    '{% endfor %}',
    '{{ i.c }}',
    '{%- raw -%}',
    '{% endraw %}',
  ],
  ...[
    '{a}',
    '{b[0]}',
    '{{first-name}}',
    '{{{a}}}',
    '{{! a }}',
    '{# a #}',
    '{{=',
    '=}}',
    '{{{{',
    '}}}}',
    '\\',
    "'",
    '"',
    '\n',
    ' ',
  ],
];

const anyText = fc.oneof(
  arbitraryText,
  arbitraryTemplateText,
  fc.array(fc.constantFrom(...FRAGMENTS), { maxLength: 12 }).map((parts) => parts.join('')),
);

describe.each(LANGUAGES)('a text in %s', (language) => {
  it('is refused at one of its lines, or becomes a template', longTimeout, () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const conversion = convertTemplates([{ text, language }]);

        if (conversion.kind === 'converted')
          expect(parseTemplate(conversion.contents[0] ?? '')).toMatchObject({ kind: 'template' });
        else expect(text.split('\n').length).toBeGreaterThanOrEqual(conversion.line);
      }),
      { numRuns: 1000 },
    );
  });
});

describe('a million opening signs', () => {
  it.each([
    ['mustache', '{{!'],
    ['jinja', '{#'],
  ] as const)('in %s take linear time: %s', (language, sign) => {
    const text = sign.repeat(1_000_000);

    expect(convertTemplates([{ text, language }])).toMatchObject({ kind: 'converted' });
  });
});

describe('a text with many invalid names', () => {
  it('has as many variables as before', () => {
    const names = Array.from({ length: 5000 }, (_, index) => String.fromCodePoint(0x4e00 + index));

    const text = names.map((name) => `{{${name}}}`).join('');

    const conversion = convertTemplates([{ text, language: 'mustache' }]);

    const [content = ''] = conversion.kind === 'converted' ? conversion.contents : [];
    const parsed = parseTemplate(content);
    expect(parsed.kind === 'template' && variableUses([parsed.template], () => undefined)).toHaveLength(5000);
  });
});
