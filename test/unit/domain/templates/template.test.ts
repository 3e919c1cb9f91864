import { describe, expect, it } from 'vitest';
import { parseTemplate, printTemplate, SECTION_DEPTH_MAX } from '../../../../src/domain/templates/template.ts';
import { arbitraryTemplateText, arbitraryText } from '../../../support/builders/arbitrary-template.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const problemsOf = (text: string) => {
  const outcome = parseTemplate(text);
  return outcome.kind === 'unbalanced' ? outcome.problems : [];
};

const nested = (depth: number): string => '{{#a}}'.repeat(depth) + '{{/a}}'.repeat(depth);

describe('a template', () => {
  it('prints as the text it was parsed from', longTimeout, () => {
    fc.assert(
      fc.property(fc.oneof(arbitraryTemplateText, arbitraryText), (text) => {
        const outcome = parseTemplate(text);
        fc.pre(outcome.kind === 'template');
        expect(printTemplate(outcome.template)).toBe(text);
      }),
      tenThousandRuns,
    );
  });

  it('is parsed whenever its sections are balanced', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryTemplateText, (text) => {
        expect(problemsOf(text)).toEqual([]);
      }),
      tenThousandRuns,
    );
  });

  it('parses or has a problem at a section tag, whatever the text', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        for (const { line, column, name } of problemsOf(text)) {
          const tag = text.split('\n')[line - 1]?.slice(column - 1);
          expect(tag).toMatch(new RegExp(`^\\{\\{ *[#^/] *${name} *\\}\\}`));
        }
      }),
      tenThousandRuns,
    );
  });

  it('preserves nested sections', () => {
    expect(parseTemplate('{{#a}}x{{^b}}y{{/b}}{{/a}}z')).toMatchObject({
      template: {
        nodes: [
          { kind: 'section', name: 'a', inverted: false, body: [{ text: 'x' }, { name: 'b', inverted: true }] },
          { kind: 'text', text: 'z' },
        ],
      },
    });
  });

  it('may nest a section in another of the same name', () => {
    expect(problemsOf('{{#a}}{{#a}}x{{/a}}{{/a}}')).toEqual([]);
  });

  it('nests sections at most 32 levels deep', () => {
    expect(problemsOf(nested(SECTION_DEPTH_MAX))).toEqual([]);
    expect(problemsOf(nested(SECTION_DEPTH_MAX + 1))).toEqual([
      { problem: 'too-deep', name: 'a', line: 1, column: 32 * 6 + 1 },
    ]);
  });
});

describe('an unbalanced section', () => {
  it('is reported where it was opened', () => {
    expect(problemsOf('one\ntwo {{#a}}\nthree')).toEqual([{ problem: 'unclosed', name: 'a', line: 2, column: 5 }]);
  });

  it('is reported where it was closed without being open', () => {
    expect(problemsOf('\u{1f600}{{/a}}')).toEqual([{ problem: 'unopened', name: 'a', line: 1, column: 3 }]);
  });

  it('does not invalidate the section around it', () => {
    expect(problemsOf('{{#a}}{{#b}}{{/a}}')).toEqual([{ problem: 'unclosed', name: 'b', line: 1, column: 7 }]);
  });

  it('is reported together with all others, in text order', () => {
    expect(problemsOf('{{#a}}\n{{/b}}\n{{#c}}').map(({ problem, name }) => `${problem} ${name}`)).toEqual([
      'unclosed a',
      'unopened b',
      'unclosed c',
    ]);
  });

  it('is reported at most twenty times', () => {
    expect(problemsOf('{{/a}}'.repeat(1_000))).toHaveLength(20);
    expect(problemsOf('{{#a}}'.repeat(30))).toHaveLength(20);
  });
});
