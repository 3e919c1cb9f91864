import { Dotprompt } from 'dotprompt';
import { describe, expect, it } from 'vitest';
import type { Conversion } from '../../../../src/adapters/converters/conversion.ts';
import { type Message, parseContent } from '../../../../src/domain/templates/prompt-content.ts';
import { renderPrompt } from '../../../../src/domain/templates/render-template.ts';
import { parseTemplate, type Template } from '../../../../src/domain/templates/template.ts';
import { somePlaceholders, someValues } from '../../../support/builders/a-template.ts';
import {
  convertFixtures,
  convertSources,
  newestVersion,
  readFixtures,
} from '../../../support/imports/convert-fixtures.ts';
import { longTimeout } from '../../../support/property-runs.ts';
import fc from '../../../support/seeded-fast-check.ts';
import { arbitraryLine, FORMATS, renderJinja, type Values, valuesOf } from './rendered-formats.ts';

const thousandRuns = { numRuns: 1_000 };

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

describe('an imported prompt', () => {
  it.each(FORMATS)('of $format renders as before', longTimeout, ({ files, templates, renderSource, values }) => {
    const conversion = convertSources(files);

    fc.assert(
      fc.property(values, (given) => {
        const messages = Object.entries(templates).map(([role, template]) => ({
          role,
          content: renderSource(template, given),
        }));
        expect(render(conversion, 'a', given)).toEqual(messages);
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
      fc.asyncProperty(valuesOf(arbitraryLine), arbitraryLine, async ({ orders, question, name }, so_far) => {
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
      fc.asyncProperty(valuesOf(arbitraryLine), async ({ name, style, question: tone }) => {
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
