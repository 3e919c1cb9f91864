import { describe, expect, it } from 'vitest';
import { findNearTags } from '../../../../src/domain/templates/near-tags.ts';
import { tokenize } from '../../../../src/domain/templates/template-tokens.ts';
import { arbitraryText } from '../../../support/builders/arbitrary-template.ts';
import fc from '../../../support/seeded-fast-check.ts';

const find = (text: string) => [...findNearTags(text)].map(({ source, problem }) => [source, problem]);

describe('findNearTags', () => {
  it('finds tags of other template languages, with the reason why they are plain text', () => {
    expect(
      find(`{{user-name}} {{ user name }} {{userName | upper}} {{#if x}} {{> Bad/Name}} {{#order.lines}} {{! todo }}
        {{name} {{größe}} {{1}} {{@index}} {{user["name"]}} {{& raw}} {{/if x}}`),
    ).toEqual([
      ['{{user-name}}', 'name'],
      ['{{ user name }}', 'space'],
      ['{{userName | upper}}', 'filter'],
      ['{{#if x}}', 'helper'],
      ['{{> Bad/Name}}', 'include'],
      ['{{#order.lines}}', 'section-path'],
      ['{{! todo }}', 'comment'],
      ['{{name}', 'unclosed'],
      ['{{größe}}', 'name'],
      ['{{1}}', 'name'],
      ['{{@index}}', 'name'],
      ['{{user["name"]}}', 'name'],
      ['{{& raw}}', 'name'],
      ['{{/if x}}', 'helper'],
    ]);
  });

  it('ignores tags and braces that are not meant as tags', () => {
    expect(
      find(`{{name}} {"a": {{b}}} {{#s}}{{.}}{{/s}} {{> shared/tone@2}} {name} {{}} {{"a": 1}} {{1, 2}, {3, 4}}
        style={{ color: 'red' }} {{ {{a
        b}} {{${'x'.repeat(300)}-}}`),
    ).toEqual([]);
  });

  it('ignores escaped braces, but not braces after an escaped backslash', () => {
    expect(find('\\{{user-name}} \\\\\\{{user-name}} \\{{{user-name}}')).toEqual([]);
    expect(find('\\\\{{user-name}} \\{{{{user-name}}')).toEqual([
      ['{{user-name}}', 'name'],
      ['{{user-name}}', 'name'],
    ]);
  });

  it('finds nothing that is part of a tag, and nothing once it is escaped', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const tags = [...tokenize(text)].filter(({ kind }) => kind !== 'text');
        for (const { offset, source } of findNearTags(text)) {
          expect(text.slice(offset, offset + source.length)).toBe(source);
          for (const tag of tags) {
            const isApart = tag.offset >= offset + source.length || tag.offset + tag.source.length <= offset;
            expect(isApart).toBe(true);
          }
          const escaped = `${text.slice(0, offset)}\\${text.slice(offset)}`;
          expect([...findNearTags(escaped)].map((found) => found.offset)).not.toContain(offset + 1);
        }
      }),
    );
  });

  it('finds the same in each line alone', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        expect(text.split('\n').flatMap((line) => find(line))).toEqual(find(text));
      }),
    );
  });
});
