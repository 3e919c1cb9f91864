import { describe, expect, it } from 'vitest';
import {
  findMistakes,
  templateHighlights,
} from '../../../../src/adapters/inbound/dashboard/web/editor/syntax/template-highlights.ts';
import { arbitraryText } from '../../../support/builders/arbitrary-template.ts';
import fc from '../../../support/seeded-fast-check.ts';

const pieces = (text: string) => templateHighlights(text).map(({ from, to, kind }) => [kind, text.slice(from, to)]);

describe('the editor', () => {
  it('highlights every kind of tag', () => {
    expect(pieces('a {{name}} {{ a.b }} {{#s}}{{.}}{{/s}}{{^s}}{{/s}} {{> shared/tone@2}}')).toEqual([
      ['variable', '{{name}}'],
      ['variable', '{{ a.b }}'],
      ['section', '{{#s}}'],
      ['variable', '{{.}}'],
      ['section', '{{/s}}'],
      ['section', '{{^s}}'],
      ['section', '{{/s}}'],
      ['include', '{{> shared/tone@2}}'],
    ]);
  });

  it('does not highlight text that only looks like a tag', () => {
    expect(pieces('{"a": {"b": 1}} {{a b}} {{}} {{#a.b}} { {a} } }}')).toEqual([]);
  });

  it('highlights the backslashes of an escape, and the braces that they escape', () => {
    expect(pieces('a \\{{name}} b')).toEqual([['escape', '\\{{']]);
    expect(pieces('a \\\\{{name}} b')).toEqual([
      ['escape', '\\\\'],
      ['variable', '{{name}}'],
    ]);
    expect(pieces('a \\\\\\{{name}}')).toEqual([['escape', '\\\\\\{{']]);
  });

  it('finds sections without a counterpart, on any line', () => {
    const text = 'one\n{{#open}} {{x}}\n{{/other}} {{#s}}{{/s}}';
    expect(findMistakes(text).map(({ from, to }) => text.slice(from, to))).toEqual(['{{#open}}', '{{/other}}']);
    expect(findMistakes('{{#s}}\n{{/s}}')).toEqual([]);
  });

  it('highlights the same in each line alone', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        expect(text.split('\n').flatMap(pieces)).toEqual(pieces(text));
      }),
    );
  });

  it('highlights the include of an unknown prompt as a mistake of its own', () => {
    const text = '{{> tone}} {{> missing}} {{> missing@2}}';
    expect(templateHighlights(text, ['missing', 'tone@1']).map(({ kind }) => kind)).toEqual([
      'include',
      'unknown-include',
      'include',
    ]);
  });

  it('gets highlights in order, without overlap and within the text', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        let end = 0;
        for (const { from, to } of templateHighlights(text)) {
          expect(from).toBeGreaterThanOrEqual(end);
          expect(to).toBeGreaterThan(from);
          end = to;
        }
        expect(end).toBeLessThanOrEqual(text.length);
      }),
    );
  });
});
