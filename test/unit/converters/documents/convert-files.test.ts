import { describe, expect, it } from 'vitest';
import {
  IMPORTED_PROMPTS_MAX,
  SOURCE_FILE_BYTES_MAX,
} from '../../../../src/adapters/converters/documents/convert-files.ts';
import { aJsonFile, convertChosen, describeLoss, newestVersion } from '../../../support/imports/convert-fixtures.ts';

const entry = (fields: object) => ({
  name: 'a',
  version: 1,
  type: 'text',
  prompt: 'Hi',
  config: {},
  labels: [],
  ...fields,
});
const load = (entries: readonly object[], options = {}) => convertChosen([aJsonFile(entries.map(entry))], options);

describe('convertFiles', () => {
  it('detects the format of each file', () => {
    const { documents, ignored } = convertChosen([
      aJsonFile([entry({ name: 'one' })], 'one.json'),
      aJsonFile({ openai_prompt_id: 'two', messages: [{ role: 'user', content: '' }] }, 'two.json'),
      aJsonFile({ prompt_name: 'three', prompt_template: { type: 'completion', content: '' } }, 'three.json'),
      { path: 'four.prompt.yml', text: 'messages: [{role: user, content: ""}]' },
      aJsonFile({ name: 'something', version: '1.0.0' }, 'package.json'),
      { path: 'README.md', text: 'Hi' },
    ]);

    expect(documents.map(({ name }) => name)).toEqual(['one', 'two', 'three', 'four']);
    expect(ignored).toEqual(['package.json', 'README.md']);
  });

  it('reads a byte order mark as what it is', () => {
    const { path, text } = aJsonFile([entry({})]);

    expect(convertChosen([{ path, text: `\uFEFF${text}` }]).documents).toHaveLength(1);
  });

  it('applies the format that the user names to the files that the user names, and to prompts in folders', () => {
    const files = [
      { path: 'chosen.txt', text: '[]', isChosen: true },
      { path: 'notes.txt', text: 'Hi', isChosen: false },
      { ...aJsonFile({ prompt_name: 'x', prompt_template: {} }), isChosen: false },
    ];

    const { refusals, ignored } = convertChosen(files, { from: 'langfuse' });

    expect(refusals.map(({ file }) => file)).toEqual(['chosen.txt', 'prompts.json']);
    expect(ignored).toEqual(['notes.txt']);
  });

  it('refuses files that are too large, and an import of too many prompts', () => {
    const large = aJsonFile([entry({ prompt: 'x'.repeat(SOURCE_FILE_BYTES_MAX) })], 'large.json');
    const entries = Array.from({ length: IMPORTED_PROMPTS_MAX + 1 }, (_, index) => entry({ name: `p${index}` }));

    const { documents, refusals } = convertChosen([large, { path: 'many.json', text: JSON.stringify(entries) }]);

    expect(documents).toEqual([]);
    expect(refusals.map(describeLoss)).toEqual([
      'large.json: : is larger than 8 MiB',
      'many.json:1 10000: there are more than 10000 prompts',
    ]);
  });

  it('skips a second source of a name, and reports it', () => {
    const { documents, losses } = convertChosen([
      aJsonFile([entry({ name: 'Über/Gruß', prompt: 'first' })], 'a.json'),
      aJsonFile({ openai_prompt_id: 'x', name: 'uber/gru', messages: [] }, 'b.json'),
    ]);

    expect(documents).toMatchObject([{ name: 'uber/gru', versions: [{ content: { content: 'first' } }] }]);
    expect(losses.map(describeLoss)).toEqual(['b.json: : uber/gru was found before, in a.json: skipped']);
  });

  it.each(['', '!!!', 'p_1763294400000_abc123'])('refuses %j as a name', (name) => {
    const { documents, refusals } = load([{ name }]);

    expect(documents).toEqual([]);
    expect(refusals).toHaveLength(1);
  });

  it('puts prompts below a folder, together with their includes', () => {
    const include = (inside: string) => `@@@langfusePrompt:name=${inside}@@@`;
    const conversion = load(
      [
        { name: 'a', prompt: `${include('b|label=production')} ${include('elsewhere|label=production')}` },
        { name: 'b', prompt: '{{x}}', labels: ['production'] },
      ],
      { folder: 'team/x' },
    );

    expect(newestVersion(conversion, 'team/x/a')).toMatchObject({
      content: { content: '{{> team/x/b@production}} {{> elsewhere@production}}' },
      variables: [{ name: 'x' }],
    });
  });

  it('sets the label of the user only where the source has no labels', () => {
    const text = 'messages: [{role: user, content: hi}]';
    const { documents } = convertChosen([aJsonFile([entry({})]), { path: 'b.prompt.yml', text }], {
      label: 'live' as never,
    });

    expect(documents.map(({ history }) => history)).toEqual([
      [],
      [
        {
          label: 'live',
          version: 1,
          previous: null,
          movedAt: new Date('2026-11-16T12:00:00.000Z'),
          by: 'api',
          message: 'imported from b.prompt.yml',
        },
      ],
    ]);
  });

  it.each([
    ['a version that is missing', 'b|version=7', 'version 7 of b is not imported'],
    ['a label that is missing', 'b|label=staging', 'b has no label staging'],
    ['a chat', 'c|label=production', 'c is a chat, which cannot be included'],
  ])('makes text of the include of %s', (_, inside, problem) => {
    const conversion = load([
      { name: 'a', prompt: `@@@langfusePrompt:name=${inside}@@@` },
      { name: 'b', labels: ['production'] },
      { name: 'c', type: 'chat', prompt: [{ role: 'user', content: '' }], labels: ['production'] },
    ]);

    expect(newestVersion(conversion, 'a').content).toMatchObject({ content: expect.stringMatching(/^\\\{\{> /) });
    expect(conversion.losses.map((loss) => loss.problem)).toEqual([expect.stringContaining(problem)]);
  });

  it('numbers versions from 1, whatever their order, and skips duplicates and versions of another type', () => {
    const chat = [{ role: 'user', content: '' }];
    const { documents, losses } = load([
      { version: 9, prompt: 'nine' },
      { version: 2, prompt: chat, type: 'chat' },
      { version: 3, prompt: 'three' },
      { version: 9, prompt: 'again' },
    ]);

    expect(documents[0]?.versions).toMatchObject([
      { version: 1, content: { content: 'three' } },
      { version: 2, content: { content: 'nine' } },
    ]);
    expect(losses.map(({ problem }) => problem)).toEqual([
      'version 2 of a is not of type text, as the newest is: skipped',
      'version 9 of a was found before: skipped',
      'a: versions 3, 9 become versions 1 to 2',
    ]);
  });

  it('cuts what is too long, and reports it', () => {
    const { documents, losses } = load([
      { commitMessage: 'x'.repeat(501), tags: Array.from({ length: 21 }, (_, index) => `t${index}`) },
    ]);

    expect(documents[0]?.versions[0]?.message).toHaveLength(500);
    expect(documents[0]?.tags).toHaveLength(20);
    expect(losses.map(({ problem }) => problem)).toEqual([
      'message is cut to 500 characters',
      'only 20 of 21 tags are imported',
    ]);
  });

  it('refuses content that no version may have', () => {
    const { documents, refusals } = load([
      { prompt: 'x'.repeat(256 * 1024 + 1) },
      { name: 'b', prompt: [], type: 'chat' },
    ]);

    expect(documents).toEqual([]);
    expect(refusals.map(({ problem }) => problem)).toEqual(['a: content is too large', 'b: messages is empty']);
  });
});
