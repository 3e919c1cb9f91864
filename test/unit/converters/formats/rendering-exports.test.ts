import { Liquid } from 'liquidjs';
import mustache from 'mustache';
import nunjucks from 'nunjucks';
import { describe, expect, it } from 'vitest';
import type { Conversion } from '../../../../src/adapters/converters/conversion.ts';
import { parseContent } from '../../../../src/domain/templates/prompt-content.ts';
import { renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import type { JsonValue } from '../../../../src/domain/text/json.ts';
import { somePlaceholders, someValues } from '../../../support/builders/a-template.ts';
import { aJsonFile } from '../../../support/imports/chosen-files.ts';
import { convertSources, newestVersion } from '../../../support/imports/convert-fixtures.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

type Values = Readonly<Record<string, JsonValue>>;
type Render = (template: string, values: Values) => string;

const arbitraryText = fc.string({ unit: 'grapheme', minLength: 1 });
const arbitraryValues = fc.record({
  name: arbitraryText,
  style: fc.oneof(arbitraryText, fc.constant('')),
  tags: fc.array(arbitraryText),
  orders: fc.array(fc.record({ id: arbitraryText, total: fc.integer() })),
});

/** In Liquid alone, an empty text is true; docs/importing.md names that. */
const liquid = new Liquid({ jsTruthy: true });
const jinja = new nunjucks.Environment(null, { autoescape: false });

const renderMustache: Render = (template, values) => mustache.render(template, values, {}, { escape: String });
/** As Python's `str.format` does, for plain names. */
const renderFormat: Render = (template, values) =>
  template.replaceAll(/\{\{|\}\}|\{(\w+)\}/g, (tag, name) =>
    name === undefined ? tag.charAt(0) : String(values[name]),
  );

const MUSTACHE =
  'Hi {{name}}, {{{name}}}!\n{{#style}}\nUse {{style}}.\n{{/style}}{{^style}}\nPlain.\n{{/style}}\n{{#tags}}\n- {{.}}\n{{/tags}}\n';
const TAGS =
  'Hi {{ name }}!{% if style %} Use {{ style }}.{% else %} Plain.{% endif %}{% for tag in tags %} #{{ tag }}{% endfor %}' +
  '{% for order in orders %} {{ order.id }}: {{ order.total }}{% endfor %}{% raw %} {{ x }}{% endraw %}';
const FORMAT = 'Hi {name}, {{"json": "{style}"}} }} {{{name}}}';

// Parsed once, because each is rendered a thousand times.
const liquidTags = liquid.parse(TAGS);
const jinjaTags = nunjucks.compile(TAGS, jinja);
const renderLiquid: Render = (_, values) => liquid.renderSync(liquidTags, values);
const renderJinja: Render = (_, values) => jinjaTags.render(values);

const messagesOf = (content: string) => [{ role: 'user', content }];
const promptlayer = (text: string, template_format: string) =>
  aJsonFile({
    items: [
      {
        prompt_name: 'a',
        prompt_template: {
          type: 'chat',
          messages: [{ role: 'user', content: [{ type: 'text', text }], template_format }],
        },
      },
    ],
  });

const FORMATS = [
  [
    'Langfuse',
    aJsonFile([{ name: 'a', version: 1, type: 'chat', prompt: messagesOf(MUSTACHE) }]),
    MUSTACHE,
    renderMustache,
  ],
  [
    'OpenAI',
    aJsonFile({ openai_prompt_id: 'a', versions: [{ version: '1', messages: messagesOf(MUSTACHE) }] }),
    MUSTACHE,
    renderMustache,
  ],
  ['a request to OpenAI', aJsonFile({ name: 'a', model: 'm', input: MUSTACHE }), MUSTACHE, renderMustache],
  [
    'GitHub',
    { path: 'a.prompt.yml', text: JSON.stringify({ messages: messagesOf(MUSTACHE) }) },
    MUSTACHE,
    renderMustache,
  ],
  [
    'LangWatch',
    { path: 'a.prompt.yaml', text: JSON.stringify({ handle: 'a', messages: messagesOf(TAGS) }) },
    TAGS,
    renderLiquid,
  ],
  ['PromptLayer with Jinja', promptlayer(TAGS, 'jinja2'), TAGS, renderJinja],
  ['PromptLayer with f-strings', promptlayer(FORMAT, 'f-string'), FORMAT, renderFormat],
] as const;

/** Renders the only message of an imported chat. */
function render(conversion: Conversion, values: Values): unknown {
  const parsed = parseContent(newestVersion(conversion, 'a').content);
  if (parsed.kind === 'invalid') return parsed;
  const outcome = renderPrompt(parsed.template, {
    values: someValues(values),
    placeholders: somePlaceholders({}),
    include: () => undefined,
    strict: true,
  });
  return outcome.kind === 'rendered' && outcome.rendered.type === 'chat' ? outcome.rendered.messages : outcome;
}

describe('an imported export', () => {
  it.each(FORMATS)('of %s renders as before', longTimeout, (_, file, template, renderSource) => {
    const conversion = convertSources([file]);

    fc.assert(
      fc.property(arbitraryValues, (values) => {
        expect(render(conversion, values)).toEqual([{ role: 'user', content: renderSource(template, values) }]);
      }),
      { numRuns: 1000 },
    );
  });
});
