import { Liquid } from 'liquidjs';
import mustache from 'mustache';
import nunjucks from 'nunjucks';
import type { JsonValue } from '../../../../src/domain/text/json.ts';
import fc from '../../../support/seeded-fast-check.ts';

export type Values = Readonly<Record<string, JsonValue>>;

type Render = (template: string, values: Values) => string;

const arbitraryText = fc.string({ unit: 'grapheme', minLength: 1 });
/** On one line and without white space around it, which LiteLLM would remove. */
export const arbitraryLine = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');

export const valuesOf = (text: fc.Arbitrary<string>) =>
  fc.record({
    name: text,
    style: fc.oneof(text, fc.constant('')),
    question: text,
    tags: fc.array(text),
    orders: fc.array(fc.record({ id: text, total: fc.integer() })),
  });

const jinja = new nunjucks.Environment(null, { autoescape: false, trimBlocks: true, lstripBlocks: true });
/** In Liquid alone, an empty text is true; docs/importing.md names that. */
const liquid = new Liquid({ jsTruthy: true });

/** Parses each template once, because it is rendered a thousand times. */
function cached(parse: (template: string) => (values: Values) => string): Render {
  const parsed = new Map<string, (values: Values) => string>();
  return (template, values) => {
    const render = parsed.get(template) ?? parse(template);
    parsed.set(template, render);
    return render(values);
  };
}

export const renderJinja = cached((source) => {
  const template = nunjucks.compile(source, jinja);
  return (values) => template.render(values);
});
const renderLiquid = cached((source) => {
  const template = liquid.parse(source);
  return (values) => liquid.renderSync(template, values);
});
const renderMustache: Render = (template, values) => mustache.render(template, values, {}, { escape: String });
/** As Python's `str.format` does, for plain names. */
const renderFormat: Render = (template, values) =>
  template.replaceAll(/\{\{|\}\}|\{(\w+)\}/g, (tag, name) =>
    name === undefined ? tag.charAt(0) : String(values[name]),
  );
const renderLitellm: Render = (template, values) =>
  renderJinja(template, values)
    .split('\n')
    .map((line) => line.trim())
    .join('\n')
    .trim();

const JINJA = {
  system: `You help {{ name }}.
{% if style %}
Use {{ style }}.
{% else %}
Write plainly.
{% endif %}
{% for order in orders %}
- {{ order.id }}: {{ order.total }}
{% endfor %}
Tags:{% for tag in tags %} #{{ tag }}{% endfor %} and no more.
End.`,
  user: '{{ question }} {% raw %}{{ x }}{% endraw %}',
};

const MUSTACHE = {
  system: `You help {{name}}.
{{#style}}
Use {{style}}.
{{/style}}
{{^style}}
Write plainly.
{{/style}}
{{#tags}}
- {{.}}
{{/tags}}
End.`,
  user: '{{question}}',
};

const MUSTACHE_MESSAGE =
  'Hi {{name}}, {{{name}}}!\n{{#style}}\nUse {{style}}.\n{{/style}}{{^style}}\nPlain.\n{{/style}}\n{{#tags}}\n- {{.}}\n{{/tags}}\n';
const TAGS_MESSAGE =
  'Hi {{ name }}!{% if style %} Use {{ style }}.{% else %} Plain.{% endif %}{% for tag in tags %} #{{ tag }}{% endfor %}' +
  '{% for order in orders %} {{ order.id }}: {{ order.total }}{% endfor %}{% raw %} {{ x }}{% endraw %}';
const FORMAT_MESSAGE = 'Hi {name}, {{"json": "{style}"}} }} {{{name}}}';

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');
const toMessage = (content: string) => [{ role: 'user', content }];
const promptlayer = (text: string, template_format: string) => ({
  prompt_name: 'a',
  prompt_template: {
    type: 'chat',
    messages: [{ role: 'user', content: [{ type: 'text', text }], template_format }],
  },
});

type Templates = Readonly<Record<string, string>>;

/** The text of a file with these templates, which are messages by their role, and how its tool renders each of them. */
const FILES: readonly (readonly [string, string, string, Templates, Render])[] = [
  ['LiteLLM', 'a.prompt', `---\nmodel: m\n---\nSystem: ${JINJA.system}\n\nUser: ${JINJA.user}\n`, JINJA, renderLitellm],
  [
    'Prompty with Jinja',
    'a.prompty',
    `---\nmodel: m\n---\nsystem:\n${JINJA.system}\n\nuser:\n${JINJA.user}\n`,
    JINJA,
    renderJinja,
  ],
  [
    'Prompty with Mustache',
    'a.prompty',
    `---\ntemplate: mustache\n---\nsystem:\n${MUSTACHE.system}\n\nuser:\n${MUSTACHE.user}\n`,
    MUSTACHE,
    renderMustache,
  ],
  [
    'Humanloop',
    'a.prompt',
    `<system>\n${indent(MUSTACHE.system)}\n</system>\n<user>\n${indent(MUSTACHE.user)}\n</user>\n`,
    MUSTACHE,
    renderMustache,
  ],
];

/** The data of a file with one message. */
const EXPORTS: readonly (readonly [string, string, unknown, string, Render])[] = [
  [
    'Langfuse',
    'a.json',
    [{ name: 'a', version: 1, type: 'chat', prompt: toMessage(MUSTACHE_MESSAGE) }],
    MUSTACHE_MESSAGE,
    renderMustache,
  ],
  [
    'OpenAI',
    'a.json',
    { openai_prompt_id: 'a', versions: [{ version: '1', messages: toMessage(MUSTACHE_MESSAGE) }] },
    MUSTACHE_MESSAGE,
    renderMustache,
  ],
  [
    'a request to OpenAI',
    'a.json',
    { name: 'a', model: 'm', input: MUSTACHE_MESSAGE },
    MUSTACHE_MESSAGE,
    renderMustache,
  ],
  ['GitHub', 'a.prompt.yml', { messages: toMessage(MUSTACHE_MESSAGE) }, MUSTACHE_MESSAGE, renderMustache],
  ['LangWatch', 'a.prompt.yaml', { handle: 'a', messages: toMessage(TAGS_MESSAGE) }, TAGS_MESSAGE, renderLiquid],
  ['PromptLayer with Jinja', 'a.json', promptlayer(TAGS_MESSAGE, 'jinja2'), TAGS_MESSAGE, renderJinja],
  ['PromptLayer with f-strings', 'a.json', promptlayer(FORMAT_MESSAGE, 'f-string'), FORMAT_MESSAGE, renderFormat],
];

const PROMPTFOO = [
  { path: 'promptfooconfig.yaml', text: 'prompts: [file://a.json]' },
  { path: 'a.json', text: JSON.stringify(Object.entries(JINJA).map(([role, content]) => ({ role, content }))) },
];

/** Formats whose messages are rendered by an engine of their own, with values that all of their templates use. */
export const FORMATS = [
  ...FILES.map(([format, path, text, templates, renderSource]) => ({
    ...{ format, files: [{ path, text }], templates, renderSource },
    values: valuesOf(arbitraryLine),
  })),
  ...EXPORTS.map(([format, path, data, user, renderSource]) => ({
    ...{ format, files: [{ path, text: JSON.stringify(data) }], templates: { user }, renderSource },
    values: valuesOf(arbitraryText),
  })),
  {
    ...{ format: 'promptfoo', files: PROMPTFOO, templates: JINJA, renderSource: renderJinja },
    values: valuesOf(arbitraryLine),
  },
];
