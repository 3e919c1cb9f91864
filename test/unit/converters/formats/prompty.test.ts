import { describe, expect, it } from 'vitest';
import {
  convertFixtures,
  convertSources,
  convertText,
  findDocument,
  listLosses,
  listRefusals,
  newestVersion,
} from '../../../support/imports/convert-fixtures.ts';

describe('a Prompty file', () => {
  const converted = convertFixtures('prompty');

  it('of version 1 becomes a chat with its inputs, parameters and tags', () => {
    const document = findDocument(converted, 'basic-prompt');

    expect(document).toMatchObject({
      type: 'chat',
      description: 'A prompt that answers questions of customers',
      tags: ['basic', 'customer-support'],
    });
    expect(document.versions[0]).toMatchObject({
      content: {
        type: 'chat',
        messages: [
          {
            role: 'system',
            content:
              'You are an assistant who helps people find information.\nAnswer briefly.\n\n# Customer\n' +
              'You are helping {{first_name}}{{#vip}}, an important customer{{/vip}}.',
          },
          { role: 'user', content: '{{question}}' },
        ],
      },
      config: {
        model: 'gpt-4o',
        provider: 'azure_openai',
        max_tokens: 128,
        temperature: 0.2,
        x_prompty: {
          api: 'chat',
          authors: ['jane'],
          version: '1.0',
          sample: { first_name: 'Jane', question: 'Can you help me with my tent?' },
        },
      },
    });
    expect(document.versions[0]?.variables).toEqual([
      { name: 'first_name', type: 'string', required: true, description: 'The first name of the customer' },
      { name: 'question', type: 'string', required: true, default: 'What is the meaning of life?' },
      { name: 'vip', type: 'json', required: false },
    ]);
  });

  it('never brings its connection or keys along', () => {
    const stored = JSON.stringify(converted.documents);

    expect(stored).not.toMatch(/sk-not-a-real-key|\$\{env:|contoso\.openai|api_?key|endpoint/i);
    expect(listLosses(converted)).toEqual(
      expect.arrayContaining([
        'basic.prompty model.configuration: the connection is dropped, because it holds addresses and keys',
        'threaded.prompty model.connection: the connection is dropped, because it holds addresses and keys',
      ]),
    );
  });

  it('gets a placeholder for the loop over its history, and one for an image', () => {
    expect(newestVersion(converted, 'chat/with-history').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: 'You help people at Contoso.' },
        { placeholder: 'chat_history' },
        { role: 'user', content: '{{firstName}} asks: {{question}}' },
        { placeholder: 'image' },
      ],
    });
    expect(listLosses(converted)).toContain('history.prompty line 23: an image becomes the placeholder image');
  });

  it('of version 2 gets placeholders for inputs that are threads or images', () => {
    expect(newestVersion(converted, 'threaded-chat')).toMatchObject({
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: 'Answer in {{language}}.\n{{#facts}}- {{.}}\n{{/facts}}' },
          { placeholder: 'conversation' },
          { role: 'user', content: '{{question}} ' },
          { placeholder: 'photo' },
        ],
      },
      config: { model: 'gpt-4o', provider: 'foundry', temperature: 0.7, maxOutputTokens: 1000 },
    });
    expect(findDocument(converted, 'threaded-chat').tags).toEqual(['production']);
  });

  it('of version 2 declares its inputs', () => {
    expect(newestVersion(converted, 'threaded-chat').variables).toEqual([
      { name: 'question', type: 'string', required: true },
      { name: 'language', type: 'string', required: true, default: 'English', enum: ['English', 'French'] },
      { name: 'facts', type: 'json', required: false },
    ]);
  });

  it('brings the files that its fields name', () => {
    const files = [
      { path: 'a/b.prompty', text: `---\nsample: \${file:../samples/b.json}\n---\nHi {{name}}` },
      { path: 'samples/b.json', text: '{"name": "Ada"}' },
    ];

    expect(newestVersion(convertSources(files), 'a/b').config).toEqual({ x_prompty: { sample: { name: 'Ada' } } });
    expect(listLosses(convertSources(files.slice(0, 1)))).toContain(
      'a/b.prompty sample: ../samples/b.json is not among the files of this import',
    );
  });

  it('is refused with its line when its front matter is damaged', () => {
    expect(listRefusals(converted)).toEqual([expect.stringMatching(/^damaged\.prompty:\d is not YAML/)]);
  });

  it('is refused when its template language is unknown', () => {
    expect(listRefusals(convertText('a.prompty', '---\ntemplate: erb\n---\nsystem:\nHi'))).toEqual([
      'a.prompty:2 erb is not a template language of Prompty',
    ]);
  });

  it('without roles is a text', () => {
    expect(newestVersion(convertText('a/b.prompty', '---\nmodel: gpt-4o\n---\nHi {{name}}\n'), 'a/b')).toMatchObject({
      content: { type: 'text', content: 'Hi {{name}}' },
      config: { model: 'gpt-4o' },
    });
  });

  it('reads roles in any case, with a number sign or attributes, and reports the attributes', () => {
    const converted = convertText('a.prompty', '# System:\nBe kind.\nUser[name="Ada"]:\nHi');

    expect(newestVersion(converted, 'a').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: 'Be kind.' },
        { role: 'user', content: 'Hi' },
      ],
    });
    expect(listLosses(converted)).toEqual(['a.prompty line 3: the attributes [name="Ada"] are lost']);
  });

  it('reports inputs that it does not use', () => {
    const converted = convertText('a.prompty', '---\ninputs:\n  name: Ada\n  age: 3\n---\nHi {{name}}');

    expect(newestVersion(converted, 'a').variables.map(({ name }) => name)).toEqual(['name']);
    expect(listLosses(converted)).toEqual([expect.stringMatching(/^a\.prompty inputs\.age: /)]);
  });
});
