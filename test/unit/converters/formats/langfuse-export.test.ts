import { describe, expect, it } from 'vitest';
import { aJsonFile, convert, convertChosen, describeAll } from '../../../support/imports/chosen-files.ts';
import { newestVersion } from '../../../support/imports/convert-fixtures.ts';

const ENTRY = { name: 'a', version: 1, type: 'text', prompt: 'Hi {{w}}', config: {}, labels: [], tags: [] };
const load = (...entries: readonly object[]) => convert([aJsonFile(entries.map((entry) => ({ ...ENTRY, ...entry })))]);

describe('a Langfuse export', () => {
  it('becomes prompts with versions, times, labels and includes', () => {
    const { documents, losses, refusals } = convertChosen('langfuse', ['support.json']);

    expect(refusals).toEqual([]);
    expect(documents.map(({ name, type, tags }) => ({ name, type, tags }))).toEqual([
      { name: 'support/reply', type: 'chat', tags: ['support', 'tier-1'] },
      { name: 'support/tone', type: 'text', tags: [] },
    ]);
    const [reply, tone] = documents;
    expect(reply?.versions.map(({ version, message }) => [version, message])).toEqual([
      [1, 'first draft'],
      [2, ''],
    ]);
    expect(reply?.versions[1]).toMatchObject({
      content: {
        type: 'chat',
        messages: [
          { role: 'system', content: 'You answer for {{company}}, kindly.\n{{> support/tone@2}}' },
          { placeholder: 'history' },
          { role: 'user', content: '{{question}}' },
        ],
      },
      config: { model: 'gpt-4o', temperature: 0.2, tools: [{ type: 'function', function: { name: 'lookup' } }] },
      publishedAt: new Date('2026-04-11T16:40:12.000Z'),
    });
    expect(reply?.history).toMatchObject([{ label: 'production', version: 2, previous: null }]);
    expect(reply?.createdAt).toEqual(new Date('2026-03-02T09:15:00.000Z'));
    expect(tone?.history.map(({ label, version }) => [label, version])).toEqual([
      ['production', 1],
      ['staging', 2],
    ]);
    expect(describeAll(losses)).toEqual([
      'support.json:48 2.createdBy: authors of versions are not imported',
      'support.json:21 1: label "2026-q2" is dropped: a label is a-z, then a-z, 0-9 or . _ -',
      'support.json:50 3: support/tone: versions 2, 4 become versions 1 to 2',
      'support.json:21 1: tag "Tier 1" becomes tier-1',
    ]);
  });

  it('declares the variables of included prompts, too', () => {
    const conversion = convertChosen('langfuse', ['support.json']);

    expect(newestVersion(conversion, 'support/reply').variables.map(({ name }) => name)).toEqual([
      'company',
      'author',
      'language',
      'question',
    ]);
  });

  it('can be a single object of its API', () => {
    const conversion = convertChosen('langfuse', ['movie-critic.json']);

    expect(conversion.losses).toEqual([]);
    expect(newestVersion(conversion, 'movie-critic')).toMatchObject({
      content: { content: expect.stringContaining('{{#awards}} It won {{.}}.{{/awards}}') },
      config: { model: 'gpt-4o', temperature: 0.5, supported_languages: ['en', 'fr'] },
      message: 'imported from movie-critic.json',
    });
    expect(conversion.documents[0]?.history.map(({ label }) => label)).toEqual(['production', 'staging']);
  });

  it('can have one entry per line, and reports everything that is lost with its line', () => {
    const conversion = convertChosen('langfuse', ['prompts.jsonl']);

    expect(describeAll(conversion.losses)).toEqual([
      'prompts.jsonl:1 0.prompt: {{first-name}} is renamed: first-name becomes first_name',
      'prompts.jsonl:3 1.prompt.1.tool_calls: tool_calls of a message is not imported',
      'prompts.jsonl:3 1.config.api_key: is a secret and is not imported',
    ]);
    expect(newestVersion(conversion, 'greeting-short').content).toEqual({
      type: 'text',
      content: 'Hi {{first_name}}!',
    });
    expect(newestVersion(conversion, 'classify')).toMatchObject({
      content: { messages: [{ role: 'assistant' }, { role: 'user' }] },
      config: { model: 'o3' },
    });
    expect(JSON.stringify(conversion)).not.toContain('sk-live');
  });

  it('is refused when it is damaged', () => {
    const { documents, refusals } = convertChosen('langfuse', ['damaged.json']);

    expect(documents).toEqual([]);
    expect(describeAll(refusals)).toEqual([
      'damaged.json:1 : is not JSON: Unterminated string in JSON at position 65 (line 1 column 66)',
    ]);
  });

  it('is refused entry by entry where it has no name, version or prompt', () => {
    const { documents, refusals } = convert(
      [aJsonFile([ENTRY, { name: 'b', version: 'x', prompt: '' }, { version: 1, prompt: '' }])],
      { from: 'langfuse' },
    );

    expect(documents.map(({ name }) => name)).toEqual(['a']);
    expect(refusals.map(({ path }) => path)).toEqual(['1', '2']);
  });

  it('refuses a prompt if one of its versions cannot be converted, with its line and tag', () => {
    const { documents, refusals } = load({}, { name: 'b', prompt: 'One.\n{{=<% %>=}}' }, { name: 'b', version: 2 });

    expect(documents.map(({ name }) => name)).toEqual(['a']);
    expect(refusals.map(({ problem }) => problem)).toEqual(['not convertible: prompts.json:15 {{=<% %>=}}']);
  });

  it('escapes what cannot be converted if the user wants it raw', () => {
    const conversion = convert([aJsonFile([{ ...ENTRY, prompt: '{{=<% %>=}} {{w}}' }])], { raw: true });

    expect(conversion.refusals).toEqual([]);
    expect(newestVersion(conversion, 'a')).toMatchObject({
      content: { content: '\\{{=<% %>=}} \\{{w}}' },
      variables: [],
    });
    expect(conversion.losses).toHaveLength(1);
  });

  it('keeps a config that is no object, and makes an empty one of null', () => {
    const conversion = load({ config: ['x'] }, { name: 'b', config: null });

    expect(newestVersion(conversion, 'a').config).toEqual({ x_langfuse: { config: ['x'] } });
    expect(newestVersion(conversion, 'b').config).toEqual({});
  });

  it('drops the line of a section tag only in templates that Langfuse wrote', () => {
    const prompt = '{{#w}}\nHi\n{{/w}}\n';
    const conversion = load({ prompt }, { name: 'b', prompt, id: 'p_1763294400000_abc123.1' });

    expect(newestVersion(conversion, 'a').content).toMatchObject({ content: '{{#w}}Hi\n{{/w}}' });
    expect(newestVersion(conversion, 'b').content).toMatchObject({ content: prompt });
  });

  it('makes production of what was active before Langfuse had labels', () => {
    const { documents } = load({ labels: undefined, isActive: true });

    expect(documents[0]?.history).toMatchObject([{ label: 'production', version: 1 }]);
  });

  it('reports a label on two versions, and leaves it on the newer one', () => {
    const { documents, losses } = load({ version: 2, labels: ['x'] }, { version: 1, labels: ['x'] });

    expect(documents[0]?.history).toMatchObject([{ label: 'x', version: 2 }]);
    expect(losses.map(({ problem }) => problem)).toEqual(['label x is on versions 2 and 1']);
  });
});
