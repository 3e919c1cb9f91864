import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { exampleCall } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/code/example-call.ts';
import {
  type Call,
  fetchSnippet,
  LANGUAGES,
  type Language,
  renderSnippet,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/code/snippets.ts';
import {
  type PublishedContent,
  toContentDraft,
  toTemplate,
} from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/draft.ts';
import type { PreviewInputs } from '../../../../src/adapters/inbound/dashboard/web/pages/prompt/workspace/preview-rendering.ts';
import { printIncludeTarget } from '../../../../src/domain/prompts/naming/include-target.ts';
import { parseTemplate } from '../../../../src/domain/templates/template.ts';
import type { IncludeLookup } from '../../../../src/domain/templates/template-uses.ts';
import { findOrInstall } from '../../../support/servers/find-binary.ts';
import { startStandaloneApp } from '../../http/support/standalone-app.ts';

const run = promisify(execFile);
const NO_INPUTS: PreviewInputs = { variables: {}, placeholders: {} };

/** Runs a snippet as a user would who pasted it into a terminal or a file, and returns what it prints. */
type Run = (snippet: string, key: string) => Promise<string>;

async function findInterpreters(): Promise<Readonly<Record<Language, Run>>> {
  const python = await findOrInstall({ binary: 'python3', package: 'python3', folders: [], variable: 'PATH' });
  await findOrInstall({ binary: 'curl', package: 'curl', folders: [], variable: 'PATH' });
  const runWith =
    (command: string, ...args: string[]): Run =>
    async (snippet, key) => {
      const env = { ...process.env, PROMPTHOLD_KEY: key, PYTHONIOENCODING: 'utf-8' };
      return (await run(command, [...args, snippet], { env })).stdout;
    };
  return {
    curl: runWith('sh', '-c'),
    JavaScript: runWith(process.execPath, '--input-type=module', '--eval'),
    Python: runWith(python, '-c'),
  };
}

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

function callFor(version: PublishedContent, inputs = NO_INPUTS) {
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
    : output.slice(0, -1);
}

describe('a generated snippet', () => {
  let interpreters: Readonly<Record<Language, Run>>;
  beforeAll(async () => {
    interpreters = await findInterpreters();
  });

  it.each(LANGUAGES)('in %s fetches and renders prompts of every kind', async (language) => {
    const { api, token: key } = await startStandaloneApp();
    await api.call('POST', '/api/prompts', { key, json: { name: 'signature', content: SIGNATURE } });

    const outputs = PROMPTS.map(async ({ expected, ...prompt }) => {
      const name = `support/${prompt.name}`;
      const created = await api.call('POST', '/api/prompts', { key, json: { ...prompt, name } });
      const version = (created.body as { readonly data: PublishedContent }).data;
      const call: Call = { service: api.url, name, label: 'latest', ...callFor(version) };
      const [fetched, rendered] = await Promise.all([
        interpreters[language](fetchSnippet(language, call), key),
        interpreters[language](renderSnippet(language, call), key),
      ]);
      return { hasFetched: fetched.includes(name), rendered: readOutput(language, rendered) };
    });

    expect(await Promise.all(outputs)).toEqual(
      PROMPTS.map(({ expected }) => ({ hasFetched: true, rendered: expected })),
    );
  });

  it.each(['JavaScript', 'Python'] as const)('in %s fails when the call fails', async (language) => {
    const { api, token } = await startStandaloneApp();
    const call: Call = { service: api.url, name: 'missing', label: '', type: 'text', variables: {}, placeholders: {} };

    await Promise.all(
      [fetchSnippet, renderSnippet].map((snippet) =>
        expect(interpreters[language](snippet(language, call), token)).rejects.toThrow(/prompt_not_found|404/),
      ),
    );
  });

  it('uses the values of the preview that fit the template and the declarations', () => {
    const version: PublishedContent = {
      type: 'chat',
      messages: [{ role: 'user', content: '{{a}} {{b.c}} {{#list}}{{.}}{{/list}} {{n}}' }, { placeholder: 'history' }],
      variables: [
        { name: 'a', type: 'string', required: true },
        { name: 'b', type: 'json', required: true },
        { name: 'list', type: 'json', required: false },
        { name: 'n', type: 'number', required: true },
      ],
      config: {},
    };
    const history = '[{"role": "assistant", "content": "Hi"}]';

    const fitting = { variables: { a: 'A', b: '{"c": 1}', list: '[]', n: '7' }, placeholders: { history } };
    expect(callFor(version, fitting)).toEqual({
      type: 'chat',
      variables: { a: 'A', b: { c: 1 }, list: [], n: 7 },
      placeholders: { history: [{ role: 'assistant', content: 'Hi' }] },
    });
    const unfit = { variables: { a: '', b: '{"d": 1}', list: '"x"', n: 'seven' }, placeholders: { history: 'no' } };
    expect(callFor(version, unfit)).toEqual({
      type: 'chat',
      variables: { a: '…', b: { c: '…' }, list: ['…'], n: 1 },
      placeholders: { history: [{ role: 'user', content: 'Hello' }] },
    });
  });
});
