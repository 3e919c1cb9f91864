import { describe, expect, it } from 'vitest';
import {
  escapeText,
  tokenize as stream,
  type TemplateToken,
} from '../../../../src/domain/templates/template-tokens.ts';
import { arbitraryText } from '../../../support/builders/arbitrary-template.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const tokenize = (text: string): readonly TemplateToken[] => [...stream(text)];
const texts = (tokens: readonly TemplateToken[]) => tokens.map((token) => (token.kind === 'text' ? token.text : token));

/** The grammar as a regular expression: too slow for production, but simple enough to be obviously right. */
const NAME = '[A-Za-z_][A-Za-z0-9_]{0,63}';
const MEMBERS = '(?:\\.[A-Za-z0-9_]{1,64})';
const TARGET = '(?!p_[0-9]{13}_[a-z0-9]{6}[@ }])[a-z0-9][a-z0-9._-]*(?:/[a-z0-9][a-z0-9._-]*){0,4}';
const SELECTOR = '(?:@(?:[a-z][a-z0-9._-]{0,35}|[1-9][0-9]{0,8}))';
const INSIDE = `(?:${NAME}${MEMBERS}*|\\.|${MEMBERS}+|[#^/] *${NAME}|> *${TARGET}${SELECTOR}?)`;
const ESCAPED = '(?<!\\\\)(?:\\\\\\\\)*\\\\\\{\\{';
const ESCAPED_OR_TAG = new RegExp(`${ESCAPED}|(\\{\\{ *${INSIDE} *\\}\\})`, 'g');
const TAG_OR_ESCAPE = new RegExp(`\\{\\{ *${INSIDE} *\\}\\}|\\\\\\{\\{`);

/** Counts the characters read from a text, to measure work without a clock. */
class CountedText {
  reads = 0;

  constructor(private readonly text: string) {}

  get length(): number {
    return this.text.length;
  }

  indexOf(wanted: string, from = 0): number {
    const index = this.text.indexOf(wanted, from);
    this.reads += (index === -1 ? this.text.length : index) - from + wanted.length;
    return index;
  }

  startsWith(wanted: string, at: number): boolean {
    this.reads += wanted.length;
    return this.text.startsWith(wanted, at);
  }

  slice(start: number, end = this.text.length): string {
    this.reads += end - start;
    return this.text.slice(start, end);
  }

  charAt(index: number): string {
    this.reads += 1;
    return this.text.charAt(index);
  }

  charCodeAt(index: number): number {
    this.reads += 1;
    return this.text.charCodeAt(index);
  }
}

function readsOf(text: string): number {
  const counted = new CountedText(text);
  tokenize(counted as unknown as string);
  return counted.reads;
}

describe('the tokens of a text', () => {
  it('restore the text when joined', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        expect(
          tokenize(text)
            .map(({ source }) => source)
            .join(''),
        ).toBe(text);
      }),
      tenThousandRuns,
    );
  });

  it('have the offset of their source', () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        for (const { source, offset } of tokenize(text))
          expect(text.slice(offset, offset + source.length)).toBe(source);
      }),
    );
  });

  it('are tags exactly where the grammar matches', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        const tags = [...text.matchAll(ESCAPED_OR_TAG)].flatMap(([, tag]) => tag ?? []);

        const found = tokenize(text).filter(({ kind }) => kind !== 'text');

        expect(found.map(({ source }) => source)).toEqual(tags);
      }),
      tenThousandRuns,
    );
  });

  it('preserve every brace and backslash in a text without tags and escapes', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        fc.pre(!TAG_OR_ESCAPE.test(text));
        expect(texts(tokenize(text)).join('')).toBe(text);
      }),
      tenThousandRuns,
    );
  });

  it.each([
    ...[
      '{{',
      '}}',
      '{{}}',
      '{{ }}',
      '{{{}}}',
      '{{a',
      '{{a}',
      '{a}}',
      '{{1a}}',
      '{{a-b}}',
      '{{a b}}',
      '{{a,b}}',
      '{{é}}',
    ],
    ...[
      '{{a.}}',
      '{{a..b}}',
      '{{..}}',
      '{{. a}}',
      '{{a .b}}',
      '{{a.b-c}}',
      '{{\ta}}',
      '{{a\n}}',
      '{{"a":1}}',
      '{{&a}}',
    ],
    ...['{{#}}', '{{#a.b}}', '{{#.}}', '{{#.a}}', '{{/}}', '{{^1}}', '{{# a b}}', '{{>}}', '{{> A}}', '{{> a @b}}'],
    ...['{{> a@}}', '{{> a@0}}', '{{> a@B}}', '{{> a/}}', '{{> p_1731640000000_a1b2c3}}', '{{!a}}', '{{ {a} }}'],
    ...[`{{${'a'.repeat(65)}}}`, `{{a.${'b'.repeat(65)}}}`, `{{> ${'a'.repeat(129)}}}`],
    ...['{"a":{"b":{}}}', 'x{{'],
  ])('are only plain text for %s', (text) => {
    expect(texts(tokenize(text))).toEqual([text]);
  });
});

describe('a tag', () => {
  it.each([
    ['{{name}}', { kind: 'variable', name: 'name', members: [] }],
    ['{{  name }}', { kind: 'variable', name: 'name', members: [] }],
    ['{{a.b.c}}', { kind: 'variable', name: 'a', members: ['b', 'c'] }],
    ['{{a.0.2nd}}', { kind: 'variable', name: 'a', members: ['0', '2nd'] }],
    ['{{_a1}}', { kind: 'variable', name: '_a1', members: [] }],
    [`{{${'a'.repeat(64)}}}`, { kind: 'variable', name: 'a'.repeat(64), members: [] }],
    ['{{.}}', { kind: 'item', members: [] }],
    ['{{ . }}', { kind: 'item', members: [] }],
    ['{{.a.b}}', { kind: 'item', members: ['a', 'b'] }],
    ['{{#name}}', { kind: 'open', name: 'name', inverted: false }],
    ['{{ # name }}', { kind: 'open', name: 'name', inverted: false }],
    ['{{^name}}', { kind: 'open', name: 'name', inverted: true }],
    ['{{/ name}}', { kind: 'close', name: 'name' }],
    ['{{> other}}', { kind: 'include', target: { name: 'other', selector: undefined } }],
    ['{{>a/b@live}}', { kind: 'include', target: { name: 'a/b', selector: { by: 'label', label: 'live' } } }],
    ['{{> a.b@latest }}', { kind: 'include', target: { name: 'a.b', selector: { by: 'label', label: 'latest' } } }],
    ['{{> a@7}}', { kind: 'include', target: { name: 'a', selector: { by: 'version', version: 7 } } }],
  ])('is parsed from %s', (text, tag) => {
    expect(tokenize(text)).toEqual([{ ...tag, source: text, offset: 0 }]);
  });

  it('uses the innermost of several braces, so that JSON around it stays intact', () => {
    expect(texts(tokenize('{"user":{{user}}}'))).toEqual(['{"user":', expect.objectContaining({ name: 'user' }), '}']);
    expect(texts(tokenize('{{{{a}}}}'))).toEqual(['{{', expect.objectContaining({ name: 'a' }), '}}']);
  });
});

describe('backslashes', () => {
  /** The rendered text, with a marker for every variable. */
  const renderMarked = (text: string): string =>
    tokenize(text)
      .map((token) => (token.kind === 'text' ? token.text : `<${token.kind}>`))
      .join('');

  it.each([
    ['\\{{a}}', '{{a}}'],
    ['\\\\{{a}}', '\\<variable>'],
    ['\\\\\\{{a}}', '\\{{a}}'],
    ['\\\\\\\\{{a}}', '\\\\<variable>'],
    ['x\\{{a}}y{{a}}', 'x{{a}}y<variable>'],
    ['\\{{a}}\\{{a}}', '{{a}}{{a}}'],
    ['{{a}}\\{{a}}', '<variable>{{a}}'],
    ['\\{{#a}}', '{{#a}}'],
    ['\\{{{a}}}', '{{{a}}}'],
    ['\\\\{{{a}}}', '\\{<variable>}'],
    ['open with \\{{ and', 'open with {{ and'],
    ['\\{{"a":1}}', '{{"a":1}}'],
    ['\\\\{{"a":1}}', '\\{{"a":1}}'],
  ])('directly before two braces are halved, and an odd one escapes the braces: %s', (text, expected) => {
    expect(renderMarked(text)).toBe(expected);
  });

  it.each(['\\{', '\\n', '\\}}', '\\ {{', '\\\\{x'])('are plain text anywhere else: %s', (text) => {
    expect(renderMarked(text)).toBe(text);
  });
});

describe('escaped text', () => {
  const textIn = (tokens: readonly TemplateToken[]): string =>
    tokens.map((token) => (token.kind === 'text' ? token.text : `<${token.kind}>`)).join('');

  it('is read as the same text again', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryText, (text) => {
        expect(textIn(tokenize(escapeText(text, false)))).toBe(text);
      }),
      tenThousandRuns,
    );
  });

  it('is read as the same text directly before a tag', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryText, fc.constantFrom('{{a}}', '{{/ a }}', '{{> a}}'), (text, tag) => {
        const tokens = tokenize(escapeText(text, true) + tag);

        expect(textIn(tokens.slice(0, -1))).toBe(text);
        expect(tokens.at(-1)?.source).toBe(tag);
      }),
      tenThousandRuns,
    );
  });

  it.each(['{"a":{"b":1}}', '{{ and so on }}', '\\{x}', '\\n', '{{a b}}', '{{{{'])(
    'is unchanged if it reads as text: %s',
    (text) => {
      expect(escapeText(text, false)).toBe(text);
    },
  );
});

describe('the work of tokenizing', () => {
  it.each([
    ['{{', (n: number) => '{{'.repeat(n)],
    ['{{ {{ ', (n: number) => '{{ '.repeat(n)],
    ['{{a{{a', (n: number) => '{{a'.repeat(n)],
    ['{{a} {{a}', (n: number) => '{{a} '.repeat(n)],
    ['a tag of spaces', (n: number) => `{{${' '.repeat(n)}`],
    ['a tag of members', (n: number) => `{{a${'.a'.repeat(n)}}}`],
    ['an unclosed tag of members', (n: number) => `{{a${'.a'.repeat(n)}`],
    ['sections', (n: number) => '{{#a}}'.repeat(n)],
    ['backslashes', (n: number) => '\\'.repeat(n)],
    ['backslashes before a tag', (n: number) => `${'\\'.repeat(n)}{{a}}`],
    ['backslashes before braces without a tag', (n: number) => '\\\\{{'.repeat(n)],
    ['escaped tags', (n: number) => '\\{{a}}'.repeat(n)],
    ['closing braces', (n: number) => '}}'.repeat(n)],
    ['a long include', (n: number) => `{{> ${'a'.repeat(n)}}}`],
  ])('grows no faster than the text: %s', (_what, make) => {
    const once = readsOf(make(1_000));
    const fourfold = readsOf(make(4_000));

    expect(fourfold).toBeLessThan(once * 4.1 + 100);
    expect(fourfold).toBeLessThan(make(4_000).length * 6 + 100);
  });
});
