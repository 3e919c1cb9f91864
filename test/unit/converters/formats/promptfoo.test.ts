import { describe, expect, it } from 'vitest';
import {
  convertFixtures,
  convertSources,
  convertText,
  listLosses,
  listRefusals,
  newestVersion,
} from '../../../support/imports/convert-fixtures.ts';

const config = (prompts: string) => ({ path: 'promptfooconfig.yaml', text: `prompts:\n${prompts}` });

describe('a promptfoo configuration', () => {
  const converted = convertFixtures('promptfoo/translate');

  it('brings the prompts of a text file, one for each part between `---` lines', () => {
    expect(newestVersion(converted, 'prompts/translate-1')).toMatchObject({
      content: { type: 'text', content: 'Translate into {{language}}: {{input}}' },
      message: 'imported from prompts/translate.txt',
    });
    expect(newestVersion(converted, 'prompts/translate-2').content).toEqual({
      type: 'text',
      content: 'You are a translator.\n\n{{#formal}}Be formal.\n{{/formal}}Translate {{ input }} into {{ language }}.',
    });
  });

  it('brings chats from JSON and YAML files, and from its own text', () => {
    expect(newestVersion(converted, 'prompts/chat').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: 'You translate into {{language}}.' },
        { role: 'user', content: '{{input}}' },
      ],
    });
    expect(newestVersion(convertFixtures('promptfoo/support'), 'answers/refund').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: 'Refunds take {{days}} days.' },
        { role: 'user', content: '{{question}}\nThanks.\n' },
      ],
    });
    expect(newestVersion(convertFixtures('promptfoo/inline'), 'promptfooconfig').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: '{{question}}' },
      ],
    });
  });

  it('names prompts after their label, their file or their position', () => {
    expect(converted.documents.map(({ name }) => name).sort()).toEqual([
      'promptfooconfig-3',
      'prompts/chat',
      'prompts/translate-1',
      'prompts/translate-2',
      'review/translation',
    ]);
  });

  it('loses prompts that programs compute or other services hold', () => {
    expect(listLosses(converted).filter((loss) => loss.includes(' prompts.'))).toEqual([
      'promptfooconfig.yaml prompts.4: file://prompts/computed.py:create_prompt is a program: the prompt that it computes is lost',
      'promptfooconfig.yaml prompts.5: exec:./prompt.sh is a program: the prompt that it computes is lost',
      'promptfooconfig.yaml prompts.6: langfuse://greeting@production is lost: import it from langfuse',
    ]);
  });

  it('brings the settings of a prompt, and of the model if there is only one', () => {
    expect(newestVersion(converted, 'review/translation').config).toMatchObject({
      temperature: 0,
      x_promptfoo: { providers: ['openai:gpt-4o-mini', 'anthropic:messages:claude-sonnet-4-5'] },
    });
    expect(newestVersion(convertFixtures('promptfoo/support'), 'answers/refund').config).toEqual({
      provider: 'openai',
      model: 'gpt-4o',
      temperature: 0.3,
    });
  });

  it('reports the secrets of a configuration once, where they are', () => {
    const converted = convertFixtures('promptfoo/support');

    expect(converted.losses).toEqual([
      {
        file: 'promptfooconfig.yml',
        path: 'providers.0.config.apiKey',
        line: 6,
        problem: 'is a secret and is not imported',
      },
    ]);
    expect(JSON.stringify(converted.documents)).not.toContain('sk-not-a-real-key');
  });

  it('never brings variables of the environment along', () => {
    const converted = convertText('promptfooconfig.yaml', 'prompts: [Hi]\nenv: {REGION: secret}');

    expect(JSON.stringify(converted.documents)).not.toContain('secret');
    expect(listLosses(converted)).toEqual(['promptfooconfig.yaml env: variables of the environment are not imported']);
  });

  it('finds the files of a pattern', () => {
    const { documents, refusals } = convertFixtures('promptfoo/support');

    expect(documents.map(({ name }) => name)).toEqual(['answers/refund', 'answers/shipping']);
    expect(refusals).toEqual([]);
  });

  it('finds files relative to itself', () => {
    const converted = convertSources([
      { path: 'a/eval/promptfooconfig.yaml', text: 'prompts: ["file://../prompts/{x,y}.txt"]' },
      { path: 'a/prompts/x.txt', text: 'X {{x}}' },
      { path: 'a/prompts/z.txt', text: 'Z' },
    ]);

    expect(newestVersion(converted, 'a/prompts/x').content).toEqual({ type: 'text', content: 'X {{x}}' });
    expect(converted.documents).toHaveLength(1);
  });

  it('brings the prompts of a table, and of a list', () => {
    const table = 'label,prompt\ngreet,"Hi {{name}},\nsay ""Hello"""\n,Bye {{name}}\n,"Bye, bye"\n';
    const converted = convertSources([
      config('  - file://table.csv\n  - file://list.csv\n'),
      { path: 'table.csv', text: table },
      { path: 'list.csv', text: 'prompt\r\nOne {{x}}\r\n\r\nTwo\r\n' },
    ]);

    expect(converted.documents.map(({ name, versions }) => [name, versions[0]?.content])).toEqual([
      ['greet', { type: 'text', content: 'Hi {{name}},\nsay "Hello"' }],
      ['table-1', { type: 'text', content: 'Bye {{name}}' }],
      ['table-2', { type: 'text', content: 'Bye, bye' }],
      ['list-1', { type: 'text', content: 'One {{x}}' }],
      ['list-2', { type: 'text', content: 'Two' }],
    ]);
    expect(listRefusals(convertSources([config('  - a.csv\n'), { path: 'a.csv', text: 'x,y\n1,2' }]))).toHaveLength(1);
  });

  it('refuses what it cannot find or convert, and brings the rest', () => {
    expect(listRefusals(convertFixtures('promptfoo/damaged'))).toEqual([
      'promptfooconfig.yaml:2 file://missing.txt is not among the files of this import',
      'promptfooconfig.yaml:3 not convertible: promptfooconfig.yaml:3 {{product | upper}}',
    ]);
    expect(listRefusals(convertText('promptfooconfig.yaml', 'prompts: ['))).toHaveLength(1);
    expect(listRefusals(convertText('promptfooconfig.yaml', 'providers: []'))).toEqual([
      'promptfooconfig.yaml:1 has no prompts',
    ]);
  });

  it('may list one prompt, or labels by prompt', () => {
    expect(convertText('promptfooconfig.yaml', 'prompts: Hi {{name}}').documents).toHaveLength(1);
    const labelled = convertSources([config('  a.txt: first\n'), { path: 'a.txt', text: 'Hi' }]);
    expect(newestVersion(labelled, 'first').content).toEqual({ type: 'text', content: 'Hi' });
  });

  it('may be named by the user, with any file name', () => {
    const file = { path: 'eval.yaml', text: 'prompts: ["Hi {{name}}"]', isChosen: true };

    expect(convertSources([file, { path: 'README.md', text: '# Read me' }], { from: 'promptfoo' })).toMatchObject({
      documents: [{ name: 'eval' }],
      refusals: [],
    });
    expect(listRefusals(convertText('README.md', '# Read me', { from: 'promptfoo' }))).toHaveLength(1);
  });
});
