import { describe, expect, it } from 'vitest';
import { convert, convertChosen, describeAll } from '../../../support/imports/chosen-files.ts';
import { newestVersion } from '../../../support/imports/convert-fixtures.ts';

const GITHUB = ['review.prompt.yml', 'summarizer.prompt.yml', 'triage/label-issue.prompt.yaml'];

describe('a prompt of GitHub', () => {
  it('becomes a chat with its parameters side by side, and the rest below x_github', () => {
    const conversion = convertChosen('github', GITHUB);

    expect(conversion.losses).toEqual([]);
    expect(conversion.documents.map(({ name }) => name)).toEqual(['review', 'text-summarizer', 'triage/label-issue']);
    expect(newestVersion(conversion, 'text-summarizer')).toMatchObject({
      content: {
        messages: [
          { role: 'system' },
          {
            role: 'user',
            content: 'Summarize the given text, beginning with "Summary -":\n<text>\n{{input}}\n</text>\n',
          },
        ],
      },
      message: 'imported from summarizer.prompt.yml',
    });
    expect(newestVersion(conversion, 'text-summarizer').config).toEqual({
      model: 'openai/gpt-4o-mini',
      temperature: 0.5,
      maxTokens: 300,
      x_github: {
        testData: [expect.objectContaining({ expected: expect.stringContaining('Summary') })],
        evaluators: [{ name: "Output should start with 'Summary -'", string: { startsWith: 'Summary -' } }],
      },
    });
    expect(newestVersion(conversion, 'triage/label-issue').config).toMatchObject({
      max_tokens: 50,
      responseFormat: 'json_schema',
    });
    expect(newestVersion(conversion, 'review').config).toMatchObject({ temperature: 0, seed: 7 });
  });

  it('is refused with the line where its YAML is damaged', () => {
    const { documents, refusals } = convertChosen('github', ['damaged.prompt.yml']);

    expect(documents).toEqual([]);
    expect(refusals).toMatchObject([{ line: expect.any(Number), problem: expect.stringMatching(/^is not YAML: /) }]);
  });

  it.each(['model: x', '- 1', 'just text'])('is refused without messages: %s', (text) => {
    const { documents, refusals } = convert([{ path: 'a.prompt.yml', text }]);

    expect(documents).toEqual([]);
    expect(describeAll(refusals)).toEqual([
      'a.prompt.yml: : is no prompt of GitHub or LangWatch: it must have messages',
    ]);
  });

  it('leaves the syntax of other template languages as it is, because GitHub does', () => {
    const conversion = convert([
      { path: 'a.prompt.yml', text: 'messages: [{role: user, content: "{% if x %} {{y}}"}]' },
    ]);

    expect(newestVersion(conversion, 'a').content).toMatchObject({ messages: [{ content: '{% if x %} {{y}}' }] });
  });
});

describe('a prompt of LangWatch', () => {
  it('is converted from Liquid, with declared inputs and the rest below x_langwatch', () => {
    const names = ['customer-support', 'rewrite', 'plain'];
    const conversion = convertChosen(
      'langwatch',
      names.map((name) => `${name}.prompt.yaml`),
    );

    expect(conversion.losses).toEqual([]);
    expect(newestVersion(conversion, 'customer-support')).toMatchObject({
      content: { messages: [{ content: 'You are a helpful support agent.\n{{#docs}}- {{.title}}\n{{/docs}}' }, {}] },
      variables: [
        { name: 'question', type: 'string' },
        { name: 'docs', type: 'json' },
      ],
      config: { model: 'openai/gpt-5-mini', temperature: 0.7, max_tokens: 500 },
    });
    expect(newestVersion(conversion, 'rewrite')).toMatchObject({
      content: {
        messages: [
          { role: 'system', content: 'Rewrite this politely.' },
          { content: '{{#tone}}Tone: {{ tone }}.{{/tone}}{{^tone}}Any tone.{{/tone}} {{ text }}' },
        ],
      },
      config: { x_langwatch: { outputs: [{ identifier: 'rewritten', type: 'str' }] } },
    });
  });

  it('is refused where a comparison decides, with line and tag', () => {
    const { refusals } = convertChosen('langwatch', ['comparison.prompt.yaml']);

    expect(refusals).toMatchObject([
      { line: 6, problem: 'not convertible: comparison.prompt.yaml:6 {% if age >= 18 %}' },
    ]);
  });
});
