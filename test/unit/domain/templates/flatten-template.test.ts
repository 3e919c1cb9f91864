import { describe, expect, it } from 'vitest';
import { printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { flattenPrompt } from '../../../../src/domain/templates/flatten-template.ts';
import type { MessageTemplate, Placeholder } from '../../../../src/domain/templates/prompt-content.ts';
import { INCLUDE_DEPTH_MAX, renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import { parseTemplate, printTemplate, SECTION_DEPTH_MAX } from '../../../../src/domain/templates/template.ts';
import { type IncludeLookup, includeTargets } from '../../../../src/domain/templates/template-uses.ts';
import type { VariableName } from '../../../../src/domain/templates/variable-name.ts';
import type { JsonValue } from '../../../../src/domain/text/json.ts';
import { aTemplate, someIncludes, somePlaceholders, someValues } from '../../../support/builders/a-template.ts';
import { arbitraryName, arbitraryTemplateText } from '../../../support/builders/arbitrary-template.ts';
import { longTimeout, tenThousandRuns } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

const flattenText = (text: string, include: IncludeLookup = () => undefined) => {
  const outcome = flattenPrompt({ type: 'text', template: aTemplate(text) }, include);
  return outcome.kind === 'flattened' && outcome.content.type === 'text' ? outcome.content.content : outcome;
};

const isTemplate = (text: string): boolean => parseTemplate(text).kind === 'template';

const INCLUDED = ['a', 'a/b@production', 'a@12'];

/** Includes between texts that may join to something else: a tag, an escape, or a tag that is no longer escaped. */
const textWithIncludes = fc
  .array(
    fc.oneof(
      arbitraryTemplateText,
      fc.constantFrom(...INCLUDED.map((target) => `{{> ${target}}}`)),
      fc.constantFrom('\\', '\\\\', '{', '{{', '}', '}}', '{{a', 'b}}', '{{b}}', '\\{{a}}'),
    ),
    { maxLength: 6 },
  )
  .map((texts) => texts.join(''));

describe('a flattened template', () => {
  it.each<[string, Record<string, string>, string]>([
    ['Dear {{name}}', {}, 'Dear {{name}}'],
    ['<{{> a}}>', { a: 'one {{x}}' }, '<one {{x}}>'],
    ['{{> a}}{{> a}}', { a: '{{> b}}!', b: '{{x}}' }, '{{x}}!{{x}}!'],
    ['{{#list}}{{> a}}{{/list}}', { a: '{{.name}}, ' }, '{{#list}}{{.name}}, {{/list}}'],
    ['{{> a@1}} {{> a@staging}}', { 'a@1': 'one', 'a@staging': 'two' }, 'one two'],
  ])('has the included texts in place: %s', (text, includes, flat) => {
    expect(flattenText(text, someIncludes(includes))).toBe(flat);
  });

  it('is unchanged if it includes nothing', () => {
    const text = '\\\\{{ a }} and \\{{ and \\{{b}} {{ c }}';

    expect(flattenText(text)).toBe(text);
  });

  it.each<[string, string, Record<string, string>, string]>([
    ['a backslash and a tag', '\\\\{{> a}}', { a: '{{x}}' }, '\\\\{{x}}'],
    ['a backslash in an include and a tag', '{{> a}}{{x}}', { a: 'C:\\' }, 'C:\\\\{{x}}'],
    ['two backslashes', '{{> a}}{{> b}}{{x}}', { a: '\\', b: '\\' }, '\\\\\\\\{{x}}'],
    ['braces that would become a tag', '{{> a}}{x}}', { a: '{' }, '\\{{x}}'],
    ['braces that would close a tag', '{{> a}}}}', { a: '{{x' }, '\\{{x}}'],
    ['a brace and a tag', '{{> a}}{{x}}', { a: '{' }, '{{{x}}'],
    ['a backslash, a brace and a tag', '{{> a}}{{x}}', { a: '\\{' }, '\\\\{{{x}}'],
    ['an escaped tag', '{{> a}}', { a: '\\{{x}}' }, '\\{{x}}'],
    ['a backslash before an escaped tag', '{{> a}}{{> b}}', { a: 'C:\\', b: '\\{{x}}' }, 'C:\\\\\\{{x}}'],
  ])('escapes what joins differently: %s', (_what, text, includes, flat) => {
    expect(flattenText(text, someIncludes(includes))).toBe(flat);
  });

  // Short lists, because nested sections multiply their lengths.
  const leaf = fc.constantFrom<JsonValue>('', 'x', '{{a}}', '\\', '{', 0, true, false, null);
  const object = fc.dictionary(fc.constantFrom('a', 'b', '0'), leaf, { maxKeys: 2 });
  const value = fc.oneof(leaf, object, fc.array(fc.oneof(leaf, object), { maxLength: 2 }));
  const values = fc.dictionary(arbitraryName, value);

  it('renders like the original, whatever the values', longTimeout, () => {
    let withIncludes = 0;
    fc.assert(
      fc.property(
        fc.tuple(textWithIncludes, textWithIncludes, textWithIncludes, textWithIncludes),
        values,
        fc.boolean(),
        ([text, ...included], given, strict) => {
          const include = someNestedIncludes(included);
          fc.pre(isTemplate(text) && include !== undefined);
          const original = { type: 'text', template: aTemplate(text) } as const;
          const request = { values: someValues(given), placeholders: somePlaceholders({}), include, strict };

          const flat = flattenPrompt(original, include);

          if (flat.kind !== 'flattened' || flat.template.type !== 'text' || flat.content.type !== 'text') {
            throw new Error(`not flattened: ${JSON.stringify(flat)}`);
          }
          expect(includeTargets([flat.template.template])).toEqual([]);
          expect(printTemplate(flat.template.template)).toBe(flat.content.content);
          const rendered = renderPrompt(original, request);
          // Includes are steps, so that the original may exceed that limit alone.
          if (rendered.kind === 'too-large') return;
          if (includeTargets([original.template]).length > 0) withIncludes += 1;
          expect(renderPrompt(flat.template, { ...request, include: () => undefined })).toEqual(rendered);
        },
      ),
      tenThousandRuns,
    );

    // Otherwise little would have been tested.
    expect(withIncludes).toBeGreaterThan(5000);
  });

  it('is a chat with its roles and placeholders', () => {
    const messages: readonly (MessageTemplate | Placeholder)[] = [
      { role: 'system', template: aTemplate('Be {{> a}}.') },
      { placeholder: 'history' as VariableName },
      { role: 'user', template: aTemplate('\\{{ {{question}}') },
    ];

    const outcome = flattenPrompt({ type: 'chat', messages }, someIncludes({ a: '{{mood}}' }));

    expect(outcome).toMatchObject({
      kind: 'flattened',
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: 'Be {{mood}}.' },
          { placeholder: 'history' },
          { role: 'user', content: '\\{{ {{question}}' },
        ],
      },
    });
  });
});

describe('flattening', () => {
  const tooLarge = (limit: string) => ({ kind: 'too-large', limit });
  const KIB = 'x'.repeat(1024);

  it('reports an include that is not loaded', () => {
    expect(flattenText('{{> a@2}}')).toMatchObject({ kind: 'include-not-found', target: { name: 'a' } });
  });

  it('reports includes that are nested too deeply', () => {
    const include = someIncludes({
      ...Object.fromEntries(Array.from({ length: INCLUDE_DEPTH_MAX }, (_, n) => [`p${n}`, `{{> p${n + 1}}}`])),
      [`p${INCLUDE_DEPTH_MAX}`]: 'end',
    });

    expect(flattenText('{{> p1}}', include)).toBe('end');
    expect(flattenText('{{> p0}}', include)).toEqual(tooLarge('include-depth'));
    expect(flattenText('{{> a}}', someIncludes({ a: '{{> a}}' }))).toEqual(tooLarge('include-depth'));
  });

  it('reports more than 1 MiB, of all messages together', () => {
    const include = someIncludes({ a: KIB });
    const text = (count: number) => '{{> a}}'.repeat(count);
    const message = (count: number) => ({ role: 'user' as const, template: aTemplate(text(count)) });

    expect(flattenText(text(1024), include)).toBe(KIB.repeat(1024));
    expect(flattenText(text(1025), include)).toEqual(tooLarge('output'));
    expect(flattenText(text(90_000), include)).toEqual(tooLarge('output'));
    expect(flattenText(text(900), someIncludes({ a: 'é'.repeat(1024) }))).toEqual(tooLarge('output'));
    expect(flattenPrompt({ type: 'chat', messages: [message(512), message(512)] }, include).kind).toBe('flattened');
    expect(flattenPrompt({ type: 'chat', messages: [message(512), message(513)] }, include)).toEqual(
      tooLarge('output'),
    );
  });

  it('reports more than 100,000 includes, even of empty texts', () => {
    const include = someIncludes({ a: '{{> b}}'.repeat(1000), b: '' });

    expect(flattenText('{{> a}}'.repeat(99), include)).toBe('');
    expect(flattenText('{{> a}}'.repeat(100), include)).toEqual(tooLarge('steps'));
  });

  it('reports more than 10,000 tags, as many as one template may have', () => {
    const include = someIncludes({ a: '{{x}}'.repeat(2000) });

    expect(flattenText('{{> a}}'.repeat(5), include)).toBe('{{x}}'.repeat(10_000));
    expect(flattenText(`{{> a}}{{x}}${'{{> a}}'.repeat(4)}`, include)).toEqual(tooLarge('tags'));
  });

  it('reports sections that are nested too deeply together', () => {
    const nest = (depth: number, text: string) => `${'{{#a}}'.repeat(depth)}${text}${'{{/a}}'.repeat(depth)}`;
    const include = someIncludes({ half: nest(SECTION_DEPTH_MAX / 2, 'x') });

    expect(flattenText(nest(SECTION_DEPTH_MAX / 2, '{{> half}}'), include)).toBe(nest(SECTION_DEPTH_MAX, 'x'));
    expect(flattenText(nest(SECTION_DEPTH_MAX / 2 + 1, '{{> half}}'), include)).toEqual(tooLarge('section-depth'));
  });
});

/** Each text includes at most the next ones. Undefined if one of them is not a template. */
function someNestedIncludes(texts: readonly string[]): IncludeLookup | undefined {
  const acyclic = texts.map((text, index) =>
    text.replace(/\{\{ *> *(a|a\/b@production|a@12) *\}\}/g, (tag, target) =>
      INCLUDED.indexOf(target) > index ? tag : '-',
    ),
  );
  if (!acyclic.every(isTemplate)) return undefined;
  const templates = new Map(INCLUDED.map((target, index) => [target, aTemplate(acyclic[index] ?? '')]));
  const other = aTemplate('other {{b}}\\');
  return (target) => templates.get(printIncludeTarget(target)) ?? other;
}
