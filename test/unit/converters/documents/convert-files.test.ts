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

  it('cuts what is too long, and reports it', () => {
    const variables = { x: { description: '\u{1f600}'.repeat(501) } };
    const described = convertChosen([aJsonFile({ model: 'm', input: '{{x}}', variables })]);
    const { documents, losses } = load([
      { commitMessage: 'x'.repeat(501), tags: Array.from({ length: 21 }, (_, index) => `t${index}`) },
    ]);

    expect(documents[0]?.versions[0]?.message).toHaveLength(500);
    expect(documents[0]?.tags).toHaveLength(20);
    expect(losses.map(({ problem }) => problem)).toEqual([
      'message is cut to 500 characters',
      'only 20 of 21 tags are imported',
    ]);
    expect(newestVersion(described, 'prompts').variables[0]?.description).toBe('\u{1f600}'.repeat(500));
    expect(described.losses.map(({ problem }) => problem)).toEqual(['description is cut to 500 characters']);
  });

  it('refuses content that no version may have', () => {
    const { documents, refusals } = load([{ prompt: 'x'.repeat(256 * 1024 + 1) }]);

    expect(documents).toEqual([]);
    expect(refusals.map(({ problem }) => problem)).toEqual(['a: content is too large']);
  });
});
