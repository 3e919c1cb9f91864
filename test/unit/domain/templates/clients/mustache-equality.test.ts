import fc from 'fast-check';
import mustache from 'mustache';
import { describe, expect, it } from 'vitest';
import { expressPrompt } from '../../../../../src/domain/templates/clients/express-prompt.ts';
import type { TemplateClient } from '../../../../../src/domain/templates/clients/template-client.ts';
import { flattenPrompt } from '../../../../../src/domain/templates/flatten-template.ts';
import { type Rendered, renderPrompt } from '../../../../../src/domain/templates/render-template.ts';
import type { JsonValue } from '../../../../../src/domain/text/json.ts';
import { aTemplate, someIncludes, somePlaceholders, someValues } from '../../../../support/builders/a-template.ts';
import { arbitraryTemplateText } from '../../../../support/builders/arbitrary-template.ts';
import { longTimeout, tenThousandRuns } from '../../../../support/property-runs.ts';

type Values = Readonly<Record<string, JsonValue>>;

/** The targets in generated templates. They include each other in one direction. */
const TARGETS = ['a', 'a/b@production', 'a@12'];

interface Case {
  readonly text: string;
  readonly included: readonly string[];
  readonly values: Values;
}

const arbitraryCase = (value: fc.Arbitrary<JsonValue>): fc.Arbitrary<Case> =>
  fc.record({
    text: arbitraryTemplateText,
    included: fc.array(arbitraryTemplateText.map(withoutIncludes), {
      minLength: TARGETS.length,
      maxLength: TARGETS.length,
    }),
    values: fc.record({ a: value, b: value, c: value, A: value, __proto__: value, constructor: value }).map(toOwn),
  });

const withoutIncludes = (text: string): string => text.replaceAll(/\{\{>[^{}]*\}\}/g, 'included');

/** As parsed JSON has it: also with `__proto__` as a property of its own. */
const toOwn = (values: object): Values => Object.fromEntries(Object.entries(values));

const arbitraryString = fc.oneof(
  fc.constantFrom('', 'Ada', '<b>"&\'', '{{a}}', '\\{{b}}', ' ', '\n'),
  fc.string({ maxLength: 5 }),
);

interface Renderings {
  readonly served: string;
  readonly ours: string;
  readonly theirs: string;
}

/** What we and Mustache make of a prompt; undefined if it is not served, or if we do not render it. */
function renderBoth({ text, included, values }: Case, client: TemplateClient): Renderings | undefined {
  const include = someIncludes(Object.fromEntries(TARGETS.map((target, index) => [target, included[index] ?? ''])));
  const flat = flattenPrompt({ type: 'text', template: aTemplate(text) }, include);
  if (flat.kind !== 'flattened') return undefined;
  const expressed = expressPrompt(flat.template, client);
  if (expressed.kind === 'not-expressible' || expressed.content.type !== 'text') return undefined;
  const request = { values: someValues(values), placeholders: somePlaceholders({}), include, strict: true };
  const outcome = renderPrompt({ type: 'text', template: aTemplate(text) }, request);
  if (outcome.kind !== 'rendered') return undefined;
  const served = expressed.content.content;
  const options = client === 'langchain-python' ? undefined : { escape: (value: string) => value };
  const theirs = mustache.render(served, values, undefined, options);
  return { served, ours: textIn(outcome.rendered), theirs };
}

const textIn = (rendered: Rendered): string => (rendered.type === 'text' ? rendered.text : '');

/** Mustache drops such a line. */
const ALONE = /^\s*(?:\{\{\s*[#^/]\s*\w+\s*\}\}\s*)+$/;
const hasLineOfTags = (template: string): boolean => template.split('\n').some((line) => ALONE.test(line));

const withoutSpace = (text: string): string => text.replaceAll(/\s+/g, '');

const CLIENTS = ['langfuse-js', 'langchain', 'langchain-python'] as const;

describe('a prompt that is served to clients with Mustache', longTimeout, () => {
  it('renders there as it does here with strings, but for lines of section tags alone', () => {
    let compared = 0;
    fc.assert(
      fc.property(arbitraryCase(arbitraryString), fc.constantFrom(...CLIENTS), (given, client) => {
        const both = renderBoth(given, client);
        if (!both) return;
        const { served, ours, theirs } = both;
        compared += 1;
        if (hasLineOfTags(served)) expect(withoutSpace(theirs)).toBe(withoutSpace(ours));
        else expect(theirs).toBe(ours);
      }),
      tenThousandRuns,
    );
    // Otherwise nothing would have been tested.
    expect(compared).toBeGreaterThan(2000);
  });

  it.each(CLIENTS)('renders there as it does here with lists and objects: %s', (client) => {
    const cases = [
      ['{{#xs}}{{.}}, {{/xs}}', { xs: ['a', '<b>'] }],
      ['{{#xs}}{{.name}} {{.address.city}}; {{/xs}}', { xs: [{ name: 'Ada', address: { city: 'London' } }] }],
      ['{{#xs}}{{other}} {{/xs}}{{^xs}}none{{/xs}}', { xs: [], other: 'x' }],
      ['{{#xs}}{{#flag}}{{.}}{{/flag}}{{/xs}}', { xs: ['a', 'b'], flag: true }],
      ['{{user.name}} {{xs.0}}', { user: { name: '<Ada>' }, xs: ['a'] }],
    ] as const;

    for (const [text, values] of cases) {
      const both = renderBoth({ text, included: [], values }, client);
      expect(both?.theirs, text).toBe(both?.ours);
      expect(both, text).toBeDefined();
    }
  });
});
