import { describe, expect, it } from 'vitest';
import { Rendering, type RenderRequest, renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import { OUTPUT_BYTES_MAX } from '../../../../src/domain/templates/rendered-output.ts';
import type { VariableName } from '../../../../src/domain/templates/variable-name.ts';
import type { JsonValue } from '../../../../src/domain/text/json.ts';
import { utf8Bytes } from '../../../../src/domain/text/utf8.ts';
import { aTemplate, someIncludes, somePlaceholders, someValues } from '../../../support/builders/a-template.ts';
import { arbitraryName, arbitraryTemplateText, arbitraryText } from '../../../support/builders/arbitrary-template.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

type Values = Readonly<Record<string, JsonValue>>;

const aRequest = (values: Values, fields: Partial<RenderRequest> = {}): RenderRequest => ({
  values: someValues(values),
  placeholders: somePlaceholders({}),
  include: () => undefined,
  strict: true,
  ...fields,
});

const outcomeOf = (text: string, values: Values = {}, fields: Partial<RenderRequest> = {}) =>
  renderPrompt({ type: 'text', template: aTemplate(text) }, aRequest(values, fields));

const textOf = (text: string, values: Values = {}, fields: Partial<RenderRequest> = {}): unknown => {
  const outcome = outcomeOf(text, values, fields);
  return outcome.kind === 'rendered' && outcome.rendered.type === 'text' ? outcome.rendered.text : outcome;
};

const missing = (...paths: string[]) => ({
  kind: 'invalid',
  problems: paths.map((path) => ({ path, problem: 'missing' })),
});

const tooLarge = (limit: string) => ({ kind: 'too-large', limit });

describe('a rendered value', () => {
  it.each([
    ['unchanged', 'a <b> & "c"', 'a <b> & "c"'],
    ['as empty text', null, ''],
    ['as JSON', 0, '0'],
    ['as JSON', false, 'false'],
    ['as compact JSON', [1, 'a', null], '[1,"a",null]'],
    ['as compact JSON', { b: { a: 1 } }, '{"b":{"a":1}}'],
  ])('is inserted %s: %j', (_how, value, text) => {
    expect(textOf('[{{v}}]', { v: value })).toBe(`[${text}]`);
  });

  it('is never parsed again, whatever tags it contains', longTimeout, () => {
    const value = fc.oneof(arbitraryText, arbitraryTemplateText);

    fc.assert(
      fc.property(value, value, fc.array(value, { minLength: 1 }), (a, b, list) => {
        const text = textOf(
          '{{a}}\\{{a}}{{b.x}}{{#list}}<{{.}}{{> item}}>{{/list}}{{> i}}',
          { a, b: { x: b }, list },
          { include: someIncludes({ i: '{{a}}', item: '[{{.}}]' }) },
        );

        expect(text).toBe(`${a}{{a}}${b}${list.map((item) => `<${item}[${item}]>`).join('')}${a}`);
      }),
      tenThousandRuns,
    );
  });

  it('does not change text without tags and escapes', longTimeout, () => {
    const braces = fc.array(fc.constantFrom('{', '}', '{{', '}}', '\\', '"a":', '1', ' ', '#', '{{a b}}', '{{#a.b}}'));

    fc.assert(
      fc.property(
        braces.map((parts) => parts.join('')),
        (text) => {
          fc.pre(!text.includes('\\{{'));
          expect(textOf(text, { a: 'EVALUATED' })).toBe(text);
        },
      ),
      tenThousandRuns,
    );
  });
});

describe('a path', () => {
  const values = { user: { name: 'Ada', tags: ['x', 'y'], none: null }, list: [1], text: 'abc' };

  it('follows members and list indexes', () => {
    expect(textOf('{{user.name}} {{user.tags.1}} {{user.none}}.', values)).toBe('Ada y .');
  });

  it('is reported up to its first missing part', () => {
    expect(
      outcomeOf('{{user.nick}}{{user.name.x.y}}{{list.1}}{{list.00}}{{list.length}}{{text.0}}{{gone.a}}', values),
    ).toEqual(missing('user.nick', 'user.name.x', 'list.1', 'list.00', 'list.length', 'text.0', 'gone'));
  });

  it('is reported as missing only if rendering reaches it', () => {
    expect(textOf('{{#no}}{{gone}}{{/no}}{{^list}}{{gone}}{{/list}}ok', values)).toBe('ok');
    expect(outcomeOf('{{#list}}{{gone}}{{/list}}', values)).toEqual(missing('gone'));
  });

  it('renders as empty text if it is missing and not strict', () => {
    expect(textOf('[{{gone}}{{user.x.y}}{{.}}]', values, { strict: false })).toBe('[]');
  });

  it('never reaches inherited properties, for any value', longTimeout, () => {
    const inherited = [
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'valueOf',
      'hasOwnProperty',
      'length',
      'at',
    ];
    const paths = fc
      .array(fc.constantFrom(...inherited), { minLength: 1, maxLength: 4 })
      .map((parts) => parts.join('.'));
    const value = fc.jsonValue() as fc.Arbitrary<JsonValue>;

    fc.assert(
      fc.property(paths, value, (path, v) => {
        fc.pre(!inherited.some((name) => JSON.stringify(v).includes(`"${name}"`)));

        expect(outcomeOf(`{{v.${path}}}`, { v })).toMatchObject({ kind: 'invalid' });
        expect(outcomeOf(`{{#l}}{{.${path}}}{{/l}}`, { l: [v] })).toMatchObject({ kind: 'invalid' });
        expect(outcomeOf(`{{${path}}}`)).toMatchObject({ kind: 'invalid' });
        expect(textOf(`{{#constructor}}shown{{/constructor}}`)).toBe('');
      }),
      tenThousandRuns,
    );
  });

  it('reaches a member named __proto__ that the caller sent', () => {
    expect(textOf('{{v.__proto__.a}}', { v: JSON.parse('{"__proto__":{"a":"own"}}') })).toBe('own');
  });
});

describe('a section', () => {
  it.each<Values>([{}, { v: false }, { v: null }, { v: '' }, { v: [] }])(
    'is hidden, its inverse shown, for %j',
    (values) => {
      expect(textOf('{{#v}}yes{{/v}}{{^v}}no{{/v}}', values)).toBe('no');
    },
  );

  it.each<Values>([{ v: true }, { v: 0 }, { v: 'false' }, { v: {} }, { v: [null] }])(
    'is shown once, its inverse hidden, for %j',
    (values) => {
      expect(textOf('{{#v}}yes{{/v}}{{^v}}no{{/v}}', values)).toBe('yes');
    },
  );

  it('repeats for every element of a list with that element as the item', () => {
    const values = {
      list: [
        { n: 1, in: { x: 'a' } },
        { n: 2, in: { x: 'b' } },
      ],
      sep: ';',
    };

    expect(textOf('{{#list}}{{.n}}{{.in.x}}{{.in}}{{sep}}{{/list}}', values)).toBe('1a{"x":"a"};2b{"x":"b"};');
  });

  it('over a nested list has its own item, and restores the outer one', () => {
    expect(textOf('{{#a}}{{.}}({{#b}}{{.}}{{/b}}){{.}} {{/a}}', { a: [1, 2], b: ['x', 'y'] })).toBe('1(xy)1 2(xy)2 ');
  });

  it('over anything but a list does not change the item', () => {
    expect(textOf('{{#a}}{{#b}}{{.}}{{/b}}{{^c}}{{.}}{{/c}}{{/a}}', { a: [1], b: { x: 1 } })).toBe('11');
    expect(outcomeOf('{{#b}}{{.x}}{{/b}}', { b: { x: 1 } })).toEqual(missing('.'));
  });

  it('resolves names from the root, not from the item', () => {
    expect(textOf('{{#list}}{{name}}{{/list}}', { list: [{ name: 'inner' }], name: 'root' })).toBe('root');
  });

  it('reports the index of the element in which a value is missing', () => {
    expect(outcomeOf('{{#l}}{{.a}}{{.b.c}}{{/l}}', { l: [{ a: 1, b: { c: 1 } }, { b: {} }] })).toEqual(
      missing('l.1.a', 'l.1.b.c'),
    );
  });
});

describe('an include', () => {
  it('is rendered with the same values and the same item', () => {
    const include = someIncludes({ 'row@2': '<{{.n}}{{sep}}>', head: '{{title}}:{{> row-name}}', 'row-name': 'r' });

    expect(
      textOf(
        '{{> head}}{{#rows}}{{> row@2}}{{/rows}}',
        { rows: [{ n: 1 }, { n: 2 }], sep: ',', title: 'T' },
        { include },
      ),
    ).toBe('T:r<1,><2,>');
  });

  it('that is missing stops the rendering and is reported', () => {
    expect(outcomeOf('{{> gone@live}}{{x}}')).toEqual({
      kind: 'include-not-found',
      target: { name: 'gone', selector: { by: 'label', label: 'live' } },
    });
  });

  it('is looked up only if rendering reaches it', () => {
    expect(textOf('{{#no}}{{> gone}}{{/no}}')).toBe('');
  });

  it('is limited to five levels', () => {
    const include = someIncludes({ a: '{{> b}}', b: '{{> c}}', c: '{{> d}}', d: '{{> e}}', e: 'end', x: '{{> a}}' });

    expect(textOf('{{> a}}', {}, { include })).toBe('end');
    expect(outcomeOf('{{> x}}', {}, { include })).toEqual(tooLarge('include-depth'));
  });

  it('of itself stops at the same limit', () => {
    expect(outcomeOf('{{> a}}', {}, { include: someIncludes({ a: '{{> a}}{{> a}}' }) })).toEqual(
      tooLarge('include-depth'),
    );
  });
});

describe('the limits of rendering', () => {
  const list = (length: number): JsonValue => Array.from({ length }, () => 0);

  it('allow 1 MiB of output, counted in UTF-8', () => {
    const mebibyte = '\u20ac'.repeat(349_525);

    expect(textOf('{{v}}x', { v: mebibyte })).toBe(`${mebibyte}x`);
    expect(outcomeOf('{{v}}xx', { v: mebibyte })).toEqual(tooLarge('output'));
  });

  it('allow 100,000 repetitions of sections', () => {
    expect(textOf('{{#l}}{{/l}}', { l: list(100_000) })).toBe('');
    expect(outcomeOf('{{#l}}{{/l}}', { l: list(100_001) })).toEqual(tooLarge('steps'));
    expect(outcomeOf('{{#l}}{{#m}}{{/m}}{{/l}}', { l: list(1_000), m: list(100) })).toEqual(tooLarge('steps'));
  });

  it('count includes and sections that are not rendered', () => {
    const include = someIncludes({ nothing: '' });

    expect(outcomeOf('{{#l}}{{^l}}{{/l}}{{/l}}', { l: list(60_000) })).toEqual(tooLarge('steps'));
    expect(outcomeOf('{{#l}}{{> nothing}}{{/l}}', { l: list(60_000) }, { include })).toEqual(tooLarge('steps'));
  });

  it('allow a million insertions, even of empty values', () => {
    const text = `{{#l}}${'{{e}}'.repeat(1_000)}{{/l}}`;

    expect(textOf(text, { l: list(1_000), e: '' })).toBe('');
    expect(outcomeOf(text, { l: list(1_001), e: '' })).toEqual(tooLarge('steps'));
  });

  it('report at most a hundred missing paths', () => {
    const outcome = outcomeOf('{{#l}}{{.a}}{{/l}}', { l: list(1_000) });

    expect(outcome.kind === 'invalid' && outcome.problems).toHaveLength(100);
  });

  it('count every message that fills a placeholder', () => {
    const slot = { placeholder: 'history' as VariableName };
    const history = Array.from({ length: 50_001 }, () => ({ role: 'user' as const, content: '' }));
    const request = aRequest({}, { placeholders: somePlaceholders({ history }) });

    expect(renderPrompt({ type: 'chat', messages: [slot] }, request)).toMatchObject({ kind: 'rendered' });
    expect(renderPrompt({ type: 'chat', messages: [slot, slot] }, request)).toEqual(tooLarge('steps'));
  });

  it('apply to all messages of a chat together', () => {
    const message = { role: 'user' as const, template: aTemplate('{{v}}') };

    const outcome = renderPrompt({ type: 'chat', messages: [message, message] }, aRequest({ v: 'x'.repeat(600_000) }));

    expect(outcome).toEqual(tooLarge('output'));
  });
});

describe('a rendering', () => {
  it('pauses after the given number of nodes', () => {
    const template = { type: 'text', template: aTemplate('{{#list}}{{.}},{{/list}}') } as const;
    const rendering = new Rendering(template, aRequest({ list: Array(1000).fill(1) }));

    let pauses = 0;
    let outcome = rendering.advance(100);
    for (; !outcome; outcome = rendering.advance(100)) pauses += 1;

    expect(outcome).toEqual({ kind: 'rendered', rendered: { type: 'text', text: '1,'.repeat(1000) } });
    // Each item takes three: the value, the comma and the repetition.
    expect(pauses).toBe(30);
  });

  it('counts the members of a path that it follows as work', () => {
    const path = '.0'.repeat(20);
    const nested = JSON.parse(`${'['.repeat(20)}""${']'.repeat(20)}`);

    expect(outcomeOf(`{{#list}}{{a${path}}}{{/list}}`, { list: Array(47_619).fill(1), a: nested })).toMatchObject({
      kind: 'rendered',
    });
    expect(outcomeOf(`{{#list}}{{a${path}}}{{/list}}`, { list: Array(47_620).fill(1), a: nested })).toEqual(
      tooLarge('steps'),
    );
  });
});

describe('any template with any values', () => {
  const values = fc.dictionary(arbitraryName, fc.jsonValue({ maxDepth: 2 }) as fc.Arbitrary<JsonValue>);
  const include = someIncludes({ a: '{{a}}{{.b}}', 'a@12': '{{> a}}', 'a/b@production': '{{#a}}{{> a@12}}{{/a}}' });

  it('renders to the same result with pauses as without', () => {
    fc.assert(
      fc.property(arbitraryTemplateText, values, fc.integer({ min: 1, max: 5 }), (text, given, nodesMax) => {
        const [template, request] = [aTemplate(text), aRequest(given, { include })];
        const prompt = { type: 'chat', messages: [0, 1].map(() => ({ role: 'user', template }) as const) } as const;
        const rendering = new Rendering(prompt, request);

        let outcome = rendering.advance(nodesMax);
        while (!outcome) outcome = rendering.advance(nodesMax);

        expect(outcome).toEqual(renderPrompt(prompt, request));
      }),
    );
  });

  it('renders within the limits or reports a problem', longTimeout, () => {
    fc.assert(
      fc.property(arbitraryTemplateText, values, fc.boolean(), (text, given, strict) => {
        const rendered = textOf(text, given, { include, strict });

        if (typeof rendered === 'string') expect(utf8Bytes(rendered)).toBeLessThanOrEqual(OUTPUT_BYTES_MAX);
        else
          expect(rendered).toMatchObject({
            // Fragments of tags may form an include that was not loaded.
            kind: expect.stringMatching(
              strict ? /^(invalid|too-large|include-not-found)$/ : /^(too-large|include-not-found)$/,
            ),
          });
      }),
      tenThousandRuns,
    );
  });
});
