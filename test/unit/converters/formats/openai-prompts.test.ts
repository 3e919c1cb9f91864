import { describe, expect, it } from 'vitest';
import { aJsonFile, convert, convertChosen, describeAll } from '../../../support/imports/chosen-files.ts';
import { newestVersion } from '../../../support/imports/convert-fixtures.ts';

describe('prompts of OpenAI', () => {
  it('become versions by their numbers, with production on the pinned one', () => {
    const conversion = convertChosen('openai', ['support-agent.json']);
    const [prompt] = conversion.documents;

    expect(prompt).toMatchObject({ name: 'support-agent', type: 'chat', description: 'Answers tickets.' });
    expect(prompt?.history).toMatchObject([{ label: 'production', version: 2 }]);
    expect(prompt?.versions.map(({ config }) => config)).toEqual([
      { model: 'gpt-4.1' },
      {
        model: 'gpt-5.1',
        reasoning: { effort: 'low' },
        text: { format: { type: 'text' }, verbosity: 'low' },
        tools: [{ type: 'web_search' }],
      },
      { model: 'gpt-5.1', temperature: 1 },
    ]);
    expect(prompt?.versions[1]?.content).toEqual({
      type: 'chat',
      messages: [
        { role: 'developer', content: 'You help customers of {{company}}. Be brief.' },
        { role: 'user', content: '{{ticket}}' },
      ],
    });
    expect(describeAll(conversion.losses)).toEqual([
      'support-agent.json: : Support agent: versions 2, 3, 4 become versions 1 to 3',
    ]);
  });

  it('become a chat of a request, whose other fields are its config', () => {
    const conversion = convertChosen('openai', ['summarize.json']);

    expect(newestVersion(conversion, 'summarize')).toMatchObject({
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: 'Summarize for {{audience}}.' },
          { role: 'user', content: 'Title: {{title}}\n{{article}}' },
          { placeholder: 'image' },
        ],
      },
      message: 'imported from summarize.json',
    });
    expect(newestVersion(conversion, 'summarize').config).toEqual({
      model: 'gpt-5-mini',
      temperature: 0.3,
      max_output_tokens: 800,
      store: true,
    });
    expect(describeAll(conversion.losses)).toEqual([
      'summarize.json:13 input.1: function_call_output is no message: dropped',
      'summarize.json:10 input.0.content.2: image is not text: it becomes the placeholder image',
    ]);
  });

  it('can be several requests in one file, named after the file where they have no name', () => {
    const conversion = convertChosen('openai', ['requests.json']);

    expect(conversion.documents.map(({ name }) => name)).toEqual(['translate', 'requests-1']);
    expect(newestVersion(conversion, 'translate').content).toEqual({
      type: 'chat',
      messages: [{ role: 'user', content: 'Translate into {{language}}: {{text}}' }],
    });
  });

  it('are refused when they are damaged', () => {
    const { documents, refusals } = convertChosen('openai', ['damaged.json']);

    expect(documents).toEqual([]);
    expect(refusals).toMatchObject([
      { file: 'damaged.json', line: 4, problem: expect.stringMatching(/^is not JSON: /) },
    ]);
  });

  it.each<[string, unknown]>([
    ['without versions', { openai_prompt_id: 'pmpt_1', versions: [] }],
    ['that are something else', { model: 'm' }],
    ['that are a number', 7],
  ])('are refused %s', (_, value) => {
    const { documents, refusals } = convert([aJsonFile(value)], { from: 'openai' });

    expect(documents).toEqual([]);
    expect(refusals).toHaveLength(1);
  });

  it('set the label that the user wants where no version is pinned', () => {
    const entry = { openai_prompt_id: 'pmpt_1', versions: [{ messages: [{ role: 'user', content: 'Hi' }] }] };
    const { documents } = convert([aJsonFile(entry)], { label: 'staging' as never });

    expect(documents).toMatchObject([{ name: 'pmpt_1', history: [{ label: 'staging', version: 1 }] }]);
  });

  it('declare variables that the version describes, and store the values of a request', () => {
    const variables = { q: { type: 'string', description: 'The question' } };
    const messages = [{ role: 'user', content: '{{q}}' }];
    const described = convert([aJsonFile({ openai_prompt_id: 'a', versions: [{ variables, messages }] })]);
    const filled = convert([aJsonFile({ model: 'm', input: '{{q}}', variables: { q: 'Why?' } })]);

    expect(newestVersion(described, 'a').variables).toEqual([
      { name: 'q', type: 'string', required: true, description: 'The question' },
    ]);
    expect(newestVersion(filled, 'prompts').config).toEqual({ model: 'm', x_openai: { variables: { q: 'Why?' } } });
  });
});
