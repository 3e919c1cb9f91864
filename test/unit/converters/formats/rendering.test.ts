import { Dotprompt } from 'dotprompt';
import mustache from 'mustache';
import nunjucks from 'nunjucks';
import { describe, expect, it } from 'vitest';
import type { Conversion } from '../../../../src/adapters/converters/conversion.ts';
import { type Message, parseContent } from '../../../../src/domain/templates/prompt-content.ts';
import { renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import { parseTemplate, type Template } from '../../../../src/domain/templates/template.ts';
import type { JsonValue } from '../../../../src/domain/text/json.ts';
import { somePlaceholders, someValues } from '../../../support/builders/a-template.ts';
import {
  convertFixtures,
  convertSources,
  newestVersion,
  readFixtures,
} from '../../../support/imports/convert-fixtures.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';

type Values = Readonly<Record<string, JsonValue>>;

const thousandRuns = { numRuns: 1_000 };

/** On one line and without white space around it, which LiteLLM would remove. */
const arbitraryLine = fc.string({ minLength: 1 }).filter((text) => text.trim() === text && text !== '');

const arbitraryValues = fc.record({
  name: arbitraryLine,
  style: fc.oneof(arbitraryLine, fc.constant('')),
  question: arbitraryLine,
  tags: fc.array(arbitraryLine),
  orders: fc.array(fc.record({ id: arbitraryLine, total: fc.integer() })),
});

/** Renders the newest version of an imported prompt, with its includes. */
function render(conversion: Conversion, name: string, values: Values, history: readonly Message[] = []): unknown {
  const parsed = parseContent(newestVersion(conversion, name).content);
  if (parsed.kind === 'invalid') return parsed;
  const outcome = renderPrompt(parsed.template, {
    values: someValues(values),
    placeholders: somePlaceholders({ history }),
    include: (target) => templateOf(conversion, target.name),
    strict: true,
  });
  if (outcome.kind !== 'rendered') return outcome;
  return outcome.rendered.type === 'text' ? outcome.rendered.text : outcome.rendered.messages;
}

function templateOf(conversion: Conversion, name: string): Template | undefined {
  const { content } = newestVersion(conversion, name);
  const parsed = content.type === 'text' ? parseTemplate(content.content) : undefined;
  return parsed?.kind === 'template' ? parsed.template : undefined;
}

const jinja = new nunjucks.Environment(null, { autoescape: false, trimBlocks: true, lstripBlocks: true });

const compiled = new Map<string, nunjucks.Template>();

function renderJinja(source: string, values: Values): string {
  const template = compiled.get(source) ?? nunjucks.compile(source, jinja);
  compiled.set(source, template);
  return template.render(values);
}

const renderMustache = (template: string, values: Values): string =>
  mustache.render(template, values, {}, { escape: String });

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

interface MessageFormat {
  readonly format: string;
  readonly files: readonly { readonly path: string; readonly text: string }[];
  readonly templates: { readonly system: string; readonly user: string };
  readonly renderSource: (template: string, values: Values) => string;
}

const indent = (text: string): string => text.replaceAll(/^/gm, '  ');

const FORMATS: readonly MessageFormat[] = [
  {
    format: 'LiteLLM',
    files: [{ path: 'a.prompt', text: `---\nmodel: m\n---\nSystem: ${JINJA.system}\n\nUser: ${JINJA.user}\n` }],
    templates: JINJA,
    renderSource: (template, values) =>
      renderJinja(template, values)
        .split('\n')
        .map((line) => line.trim())
        .join('\n')
        .trim(),
  },
  {
    format: 'Prompty with Jinja',
    files: [{ path: 'a.prompty', text: `---\nmodel: m\n---\nsystem:\n${JINJA.system}\n\nuser:\n${JINJA.user}\n` }],
    templates: JINJA,
    renderSource: renderJinja,
  },
  {
    format: 'Prompty with Mustache',
    files: [
      {
        path: 'a.prompty',
        text: `---\ntemplate: mustache\n---\nsystem:\n${MUSTACHE.system}\n\nuser:\n${MUSTACHE.user}\n`,
      },
    ],
    templates: MUSTACHE,
    renderSource: renderMustache,
  },
  {
    format: 'promptfoo',
    files: [
      { path: 'promptfooconfig.yaml', text: 'prompts: [file://a.json]' },
      {
        path: 'a.json',
        text: JSON.stringify(Object.entries(JINJA).map(([role, content]) => ({ role, content }))),
      },
    ],
    templates: JINJA,
    renderSource: renderJinja,
  },
  {
    format: 'Humanloop',
    files: [
      {
        path: 'a.prompt',
        text: `<system>\n${indent(MUSTACHE.system)}\n</system>\n<user>\n${indent(MUSTACHE.user)}\n</user>\n`,
      },
    ],
    templates: MUSTACHE,
    renderSource: renderMustache,
  },
];

describe('an imported file', () => {
  it.each(FORMATS)('of $format renders as before', longTimeout, ({ files, templates, renderSource }) => {
    const conversion = convertSources(files);

    fc.assert(
      fc.property(arbitraryValues, (values) => {
        expect(render(conversion, 'a', values)).toEqual([
          { role: 'system', content: renderSource(templates.system, values) },
          { role: 'user', content: renderSource(templates.user, values) },
        ]);
      }),
      thousandRuns,
    );
  });

  it('of promptfoo with parts renders as before', longTimeout, () => {
    const conversion = convertFixtures('promptfoo/translate');
    const source = readFixtures('promptfoo/translate').find(({ path }) => path === 'prompts/translate.txt');
    const parts = (source?.text ?? '').split('\n---\n');

    fc.assert(
      fc.property(arbitraryLine, arbitraryLine, fc.boolean(), (language, input, formal) => {
        const values = { language, input, formal };

        parts.forEach((part, index) => {
          expect(render(conversion, `prompts/translate-${index + 1}`, values)).toBe(renderJinja(part.trim(), values));
        });
      }),
      thousandRuns,
    );
  });

  it('of LiteLLM without roles renders as before', longTimeout, () => {
    const conversion = convertFixtures('litellm');
    const source = readFixtures('litellm').find(({ path }) => path === 'tickets.prompt');
    // Unlike Jinja2, Nunjucks leaves the line of a comment.
    const template = (source?.text ?? '').split('---\n')[2]?.replace(/\{#.*#\}\n/, '') ?? '';
    const ticket = fc.record({ title: arbitraryLine, owner: fc.record({ name: arbitraryLine }) });

    fc.assert(
      fc.property(arbitraryLine, fc.array(ticket), (team, tickets) => {
        expect(render(conversion, 'tickets', { team, tickets })).toBe(renderJinja(template, { team, tickets }).trim());
      }),
      thousandRuns,
    );
  });

  it('of dotprompt renders as before, with its roles, history and partials', longTimeout, async () => {
    const conversion = convertFixtures('dotprompt');
    const source = await dotpromptRenderer('support-reply.prompt');

    await fc.assert(
      fc.asyncProperty(arbitraryValues, arbitraryLine, async ({ orders, question, name }, so_far) => {
        const values = { orders, question, company: name, refundDays: '14' };
        const before = await source({
          input: values,
          messages: [{ role: 'model', content: [{ text: so_far }] }],
        });

        expect(render(conversion, 'support-reply', values, [{ role: 'assistant', content: so_far }])).toEqual(
          toMessages(before),
        );
      }),
      thousandRuns,
    );
  });

  it('of dotprompt without roles renders as before', longTimeout, async () => {
    const conversion = convertFixtures('dotprompt');
    const source = await dotpromptRenderer('greeting.prompt');

    await fc.assert(
      fc.asyncProperty(arbitraryValues, async ({ name, style, question: tone }) => {
        const values = { name, style, tone };
        const before = toMessages(await source({ input: values }));

        expect([{ role: 'user', content: render(conversion, 'greetingprompt', values) }]).toEqual(before);
      }),
      thousandRuns,
    );
  });
});

async function dotpromptRenderer(path: string) {
  const files = readFixtures('dotprompt');
  const textOf = (name: string) => files.find((file) => file.path === name)?.text ?? '';
  const partials = { 'shared/policy': textOf('shared/_policy.prompt') };
  return new Dotprompt({ partials }).compile(textOf(path));
}

type RenderedDotprompt = Awaited<ReturnType<Awaited<ReturnType<typeof dotpromptRenderer>>>>;

const toMessages = ({ messages }: RenderedDotprompt) =>
  messages.map(({ role, content }) => ({
    role: role === 'model' ? 'assistant' : role,
    content: content.map((part) => ('text' in part ? part.text : '')).join(''),
  }));
