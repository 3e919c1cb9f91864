import { rm } from 'node:fs/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  type Call,
  exampleCall,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/code/example-call.ts';
import {
  fetchSnippet,
  type Language,
  renderSnippet,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/code/snippets.ts';
import {
  type PublishedContent,
  toContentDraft,
  toTemplate,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/draft.ts';
import type { PreviewInputs } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/preview-rendering.ts';
import { printIncludeTarget } from '../../../../src/domain/naming/include-target.ts';
import { parseTemplate } from '../../../../src/domain/templates/template.ts';
import type { IncludeLookup } from '../../../../src/domain/templates/template-uses.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';
import { createProject, findInterpreters, type Run } from '../support/snippet-runner.ts';

const NO_INPUTS: PreviewInputs = { variables: {}, placeholders: {} };

const SIGNATURE = 'Yours, {{agent.name}}';
const QUOTES = `It's "so" \\ 100 % $HOME`;

const PROMPTS = [
  {
    name: 'text',
    content: 'Hello {{name}}! {{quotes}} {{number}} {{boolean}} {{choice}}',
    variables: [
      variable('name', {}),
      variable('quotes', { default: QUOTES }),
      variable('number', { type: 'number' }),
      variable('boolean', { type: 'boolean' }),
      variable('choice', { enum: ['x', 'y'] }),
    ],
    expected: `Hello …! ${QUOTES} 1 true x`,
  },
  { name: 'list', content: '{{#items}}- {{.title}} {{.tags.0}}\n{{/items}}', expected: '- … …\n' },
  {
    name: 'member',
    content: '{{user.name}} {{order.lines.1.price}} {{constructor.name}}',
    variables: [
      // Lacks the members that the template reads.
      variable('user', { type: 'json', default: {} }),
      variable('order', { type: 'json' }),
      variable('constructor', { type: 'json' }),
    ],
    expected: '… … …',
  },
  {
    name: 'section',
    content: '{{#paid}}Thanks{{/paid}}{{^paid}}Pay{{/paid}} {{#note}}{{note}}{{/note}}. {{> signature}}',
    expected: 'Thanks …. Yours, …',
  },
  {
    name: 'chat',
    messages: [
      { role: 'system', content: 'You help {{who}}.' },
      { placeholder: 'history' },
      { role: 'user', content: '{{#facts}}{{.}}{{/facts}}' },
    ],
    expected: [
      { role: 'system', content: 'You help ….' },
      { role: 'user', content: 'Hello' },
      { role: 'user', content: '…' },
    ],
  },
];

function variable(name: string, fields: Readonly<Record<string, unknown>>) {
  return { name, type: 'string', required: true, ...fields };
}

const include: IncludeLookup = (target) => {
  const outcome = parseTemplate(SIGNATURE);
  return printIncludeTarget(target) === 'signature' && outcome.kind === 'template' ? outcome.template : undefined;
};

export function callFor(version: PublishedContent, inputs = NO_INPUTS) {
  const template = toTemplate(toContentDraft(version));
  if (!template) throw new Error('published content is a template');
  return exampleCall({ version, template, include, inputs });
}

/** The rendered text or messages: the response that curl prints, or the part of it that a program prints. */
function readOutput(language: Language, output: string): unknown {
  if (language === 'curl') {
    const { text, messages } = (JSON.parse(output) as { data: { text?: string; messages?: unknown } }).data;
    return text ?? messages;
  }
  // Both print a list as a literal of their language, whose strings are the same here.
  return output.startsWith('[')
    ? JSON.parse(output.replaceAll("'", '"').replaceAll(/\b(role|content):/g, '"$1":'))
    : output;
}

/** Publishes a prompt of every kind, and returns a call of each with what it renders. */
async function publishPrompts({ api, token: key }: Awaited<ReturnType<typeof startStandaloneApp>>) {
  await api.call('POST', '/api/prompts', { key, json: { name: 'signature', content: SIGNATURE } });
  return Promise.all(
    PROMPTS.map(async ({ expected, ...prompt }) => {
      const name = `support/${prompt.name}`;
      const created = await api.call('POST', '/api/prompts', { key, json: { ...prompt, name } });
      const version = (created.body as { readonly data: PublishedContent }).data;
      const call: Call = { service: api.url, name, label: 'latest', ...callFor(version) };
      return { call, expected };
    }),
  );
}

/** Every snippet of the language, for prompts of every kind. */
export async function createSnippets(language: Language): Promise<readonly string[]> {
  const calls = await publishPrompts(await startStandaloneApp());
  return calls.flatMap(({ call }) => [fetchSnippet(language, call), renderSnippet(language, call)]);
}

export function describeSnippets(languages: readonly Language[]): void {
  let folder = '';
  let interpreters: Readonly<Record<Language, Run>>;
  beforeAll(async () => {
    folder = await createProject();
    const { shell, JavaScript, TypeScript, Python } = await findInterpreters(folder);
    const clients = { 'TypeScript client': TypeScript, 'Python client': Python };
    interpreters = { curl: shell, JavaScript, TypeScript, Python, ...clients };
  });
  afterAll(() => rm(folder, { recursive: true }));

  it.each(languages)('in %s fetches and renders prompts of every kind', async (language) => {
    const app = await startStandaloneApp();
    const env = { PROMPTHOLD_KEY: app.token };
    const calls = await publishPrompts(app);

    // One after the other: our clients give up when a busy machine takes too long.
    for (const { call, expected } of calls) {
      const [fetched, rendered] = await Promise.all([
        interpreters[language](fetchSnippet(language, call), env),
        interpreters[language](renderSnippet(language, call), env),
      ]);
      expect(fetched).toContain(call.name);
      expect(readOutput(language, rendered)).toEqual(expected);
    }
  });

  it.each(languages.filter((language) => language !== 'curl'))('in %s fails when the call fails', async (language) => {
    const { api, token } = await startStandaloneApp();
    const call: Call = { service: api.url, name: 'missing', label: '', type: 'text', variables: {}, placeholders: {} };

    await Promise.all(
      [fetchSnippet, renderSnippet].map((snippet) =>
        expect(interpreters[language](snippet(language, call), { PROMPTHOLD_KEY: token })).rejects.toThrow(
          /prompt_not_found|No prompt named missing|404/,
        ),
      ),
    );
  });
}
