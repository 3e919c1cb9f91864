import { expect, it } from 'vitest';
import { z } from 'zod';
import { replaceInLitellm } from '../../support/template-clients.ts';
import { aName, type Client, expectStatus, type PromptsContext, rejectionIn } from '../http/prompts/support/client.ts';
import type { ApiResponse } from '../http/support/api.ts';

const PATH = '/beta/litellm_prompt_management';

type Query = Readonly<Record<string, string>>;

const get = ({ api, key }: Client, query: Query) => api.get(`${PATH}?${new URLSearchParams(query)}`, { key });

const litellmPrompt = z.strictObject({
  prompt_id: z.string(),
  prompt_template: z.array(z.strictObject({ role: z.string(), content: z.string() })),
  prompt_template_model: z.string().nullable(),
  prompt_template_optional_params: z.record(z.string(), z.unknown()).nullable(),
});

const promptIn = (response: ApiResponse) => litellmPrompt.parse(expectStatus(200, response).body);

/** The text of the only message. */
const textIn = (response: ApiResponse): string =>
  promptIn(response)
    .prompt_template.map(({ content }) => content)
    .join();

export function litellmSuite(context: () => PromptsContext): void {
  it('returns a text as a system message that LiteLLM renders as we do', async () => {
    const { first, second } = context();
    const { name } = await first.createPrompt({
      content: 'Hello {{name}}! {"a": {"b": {{ c }}}} \\{{x}} C:\\\\{{name}}',
    });

    const prompt = promptIn(await get(second, { prompt_id: name }));

    expect(prompt).toEqual({
      prompt_id: name,
      prompt_template: [{ role: 'system', content: 'Hello {name}! {"a": {"b": {c}}} {{x}} C:\\{name}' }],
      prompt_template_model: null,
      prompt_template_optional_params: null,
    });
    const variables = { name: 'Ada', c: '1' };
    const rendered = replaceInLitellm(prompt.prompt_template[0]?.content ?? '', variables);
    expect(rendered).toBe('Hello Ada! {"a": {"b": 1}} {{x}} C:\\Ada');
    const ours = await first.post(`/prompts/${name}/render`, { variables });
    expect(ours.body).toMatchObject({ data: { text: rendered } });
  });

  it('returns the messages of a chat without its placeholders, with the included texts', async () => {
    const { first } = context();
    const { name: tone } = await first.createPrompt({ name: aName('litellm'), content: 'Be {{mood}}.' });
    const { id } = await first.createPrompt({
      messages: [
        { role: 'system', content: `{{> ${tone}}} Always.` },
        { role: 'developer', content: 'Use tables.' },
        { placeholder: 'history' },
        { role: 'user', content: '{{question}}' },
        { role: 'tool', content: '{}' },
      ],
    });

    expect(promptIn(await get(first, { prompt_id: id })).prompt_template).toEqual([
      { role: 'system', content: 'Be {mood}. Always.' },
      { role: 'developer', content: 'Use tables.' },
      { role: 'user', content: '{question}' },
      { role: 'tool', content: '{}' },
    ]);
  });

  it('returns the model and the parameters of the config', async () => {
    const { first } = context();
    const config = { model: 'gpt-4.1', temperature: 0.2, stop: ['\n'], tools: [], team: 'support' };
    const plain = await first.createPrompt({ config });
    const own = await first.createPrompt({ config: { ...config, model: 4, litellm: { top_k: 5 } } });

    expect(promptIn(await get(first, { prompt_id: plain.name }))).toMatchObject({
      prompt_template_model: 'gpt-4.1',
      prompt_template_optional_params: { temperature: 0.2, stop: ['\n'], tools: [] },
    });
    expect(promptIn(await get(first, { prompt_id: own.name }))).toMatchObject({
      prompt_template_model: null,
      prompt_template_optional_params: { top_k: 5 },
    });
  });

  it('selects the version by the name, the label, the version or the default rule, always the current one', async () => {
    const { first, second } = context();
    const name = aName('litellm');
    const { id } = await first.createPrompt({ name, content: 'One.' });
    await first.publish(id, { content: 'Two.' });
    const read = async (query: Query) => textIn(await get(second, query));
    expect(await read({ prompt_id: name })).toBe('Two.');

    await first.moveLabel(id, 'production', 1);
    await first.moveLabel(id, 'staging', 2);

    expect(await read({ prompt_id: name })).toBe('One.');
    expect(await read({ prompt_id: id })).toBe('One.');
    expect(await read({ prompt_id: `${name}@staging` })).toBe('Two.');
    expect(await read({ prompt_id: `${id}@2` })).toBe('Two.');
    expect(await read({ prompt_id: name, label: 'staging' })).toBe('Two.');
    expect(await read({ prompt_id: name, label: 'latest' })).toBe('Two.');
    expect(await read({ prompt_id: name, version: '2' })).toBe('Two.');
    expect(await read({ prompt_id: `${name}@staging`, label: 'staging', version: '', project: 'x' })).toBe('Two.');
    expect(promptIn(await get(second, { prompt_id: `${name}@2` })).prompt_id).toBe(`${name}@2`);
    await first.moveLabel(id, 'production', 2);
    expect(await read({ prompt_id: name })).toBe('Two.');
  });

  it('finds the prompt of a name that only other tools allow', async () => {
    const { first } = context();
    const { name } = await first.createPrompt({ name: aName('litellm') });

    const response = await get(first, { prompt_id: ` ${name.toUpperCase()}!` });

    expect(promptIn(response).prompt_id).toBe(` ${name.toUpperCase()}!`);
  });

  it.each<[string, Query, string]>([
    ['prompt_id', {}, '400 bad_query'],
    ['an empty prompt_id', { prompt_id: '' }, '400 bad_query'],
    ['a malformed label', { prompt_id: 'a', label: 'No Label' }, '400 bad_query'],
    ['a malformed version', { prompt_id: 'a', version: '0' }, '400 bad_query'],
    ['a label and a version', { prompt_id: 'a', label: 'staging', version: '1' }, '400 bad_query'],
    ['two labels', { prompt_id: 'a@production', label: 'staging' }, '400 bad_query'],
    ['a name that does not exist', { prompt_id: 'no-such/prompt' }, '404 prompt_not_found'],
    ['a text that is no name', { prompt_id: '???' }, '404 prompt_not_found'],
  ])('rejects a request with a wrong or missing parameter: %s', async (_what, query, rejection) => {
    expect(rejectionIn(await get(context().first, query))).toBe(rejection);
  });

  it('rejects what the prompt does not have, and prompts of other accounts', async () => {
    const { first, stranger } = context();
    const { name } = await first.createPrompt();

    expect(rejectionIn(await get(first, { prompt_id: name, label: 'staging' }))).toBe('404 label_not_found');
    expect(rejectionIn(await get(first, { prompt_id: `${name}@2` }))).toBe('404 version_not_found');
    expect(rejectionIn(await get(stranger, { prompt_id: name }))).toBe('404 prompt_not_found');
  });

  it.each([
    ['a section', 'x\n{{#a}}y{{/a}}', '{{#a}} (line 2) is a section, which LiteLLM does not have'],
    ['a variable in braces', '{{a}}\n\n{a}', '{a} (line 3) is plain text here, but LiteLLM would read it as a tag'],
  ])(
    'refuses what LiteLLM would render differently, with the tag and its line: %s',
    async (_what, content, problem) => {
      const { first } = context();
      const { name } = await first.createPrompt({ content });

      const response = await get(first, { prompt_id: name });

      expect(rejectionIn(response)).toBe('422 not_expressible');
      const message = expect.stringContaining(problem);
      expect(response.body).toMatchObject({ details: [{ path: 'content', problem: 'not-expressible', message }] });
    },
  );
}
