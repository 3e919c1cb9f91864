import { describe, expect, it } from 'vitest';
import { exampleValues } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/code/example-values.ts';
import { checkPlaceholders } from '../../../../src/domain/templates/placeholder-values.ts';
import { parseContent, templatesOf } from '../../../../src/domain/templates/prompt-content.ts';
import { renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import { variableUses } from '../../../../src/domain/templates/template-uses.ts';
import { checkValues } from '../../../../src/domain/templates/variable-values.ts';
import { inferVariable } from '../../../../src/domain/templates/variables.ts';
import fc from '../../../support/seeded-fast-check.ts';

const include = () => undefined;

/** The example for a text without declarations, and what rendering it strictly results in. */
function exampleFor(content: string) {
  const outcome = parseContent({ type: 'text', content });
  if (outcome.kind === 'invalid') throw new Error(JSON.stringify(outcome.problems));
  const { template } = outcome;
  const variables = variableUses(templatesOf(template), include).map(inferVariable);
  const example = exampleValues({ template, variables, include, preferred: {} });
  const values = checkValues(variables, example, { strict: true });
  const placeholders = checkPlaceholders(template, {}, { strict: true });
  if (values.kind === 'invalid' || placeholders.kind === 'invalid') throw new Error(JSON.stringify(values));
  const request = { values: values.values, placeholders: placeholders.placeholders, include, strict: true };
  return { example, rendered: renderPrompt(template, request) };
}

/** Each name has one role, as in any prompt that can be rendered at all. */
const inserted = fc.constantFrom('{{plain}}', '{{object.a}}', '{{object.b.c}}', '{{object.b.0}}', '{{tuple.2}}', ' ');
const inList = fc.constantFrom('{{.}}', '{{.a}}', '{{.b.c}}', '{{.0}}');

const section = (body: fc.Arbitrary<string>) =>
  fc.tuple(fc.constantFrom('#condition', '^condition'), body).map(([tag, text]) => `{{${tag}}}${text}{{/condition}}`);
const list = (name: string, body: fc.Arbitrary<string>) => body.map((text) => `{{#${name}}}${text}{{/${name}}}`);
const joined = (...parts: fc.Arbitrary<string>[]) =>
  fc.array(fc.oneof(...parts), { maxLength: 4 }).map((texts) => texts.join(''));

const innerList = list('inner', joined(inserted, fc.constantFrom('{{.}}', '{{.x}}')));
const outerList = list('outer', joined(inserted, inList, section(inserted), innerList));
const text = joined(inserted, section(inserted), outerList, innerList);

describe('example values', () => {
  it('let every template be rendered strictly', () => {
    fc.assert(
      fc.property(text, (content) => {
        expect(exampleFor(content).rendered).toMatchObject({ kind: 'rendered' });
      }),
      { numRuns: 300 },
    );
  });

  it.each([
    ['{{name}}', { name: '…' }],
    ['{{#items}}- {{.title}}{{/items}}', { items: [{ title: '…' }] }],
    ['{{#names}}{{.}}{{/names}}', { names: ['…'] }],
    ['{{user.name}} {{user.address.city}}', { user: { name: '…', address: { city: '…' } } }],
    ['{{order.lines.1.price}}', { order: { lines: ['…', { price: '…' }] } }],
    ['{{order.lines.4711}}', { order: { lines: { 4711: '…' } } }],
    ['{{#paid}}Thanks{{/paid}}', { paid: true }],
    ['{{#note}}{{note}}{{/note}}', { note: '…' }],
    ['{{#items}}{{#last}}{{.title}}{{/last}}{{.title}}{{/items}}', { items: [{ title: '…' }], last: true }],
    ['{{#items}}{{.name}}{{/items}} {{items.1.price}}', { items: [{ name: '…' }, { name: '…', price: '…' }] }],
  ])('show what %s reads', (content, expected) => {
    expect(exampleFor(content).example).toEqual(expected);
  });
});
