import { describe, expect, it } from 'vitest';
import {
  convertFixtures,
  convertText,
  findDocument,
  listLosses,
  listRefusals,
  newestVersion,
} from '../../../support/imports/convert-fixtures.ts';

describe('a file of Prompthold', () => {
  const converted = convertFixtures('prompthold');

  it('is imported as it is', () => {
    const document = findDocument(converted, 'support/greeting');

    expect(document).toMatchObject({ type: 'text', description: 'Greets a customer', tags: ['support'] });
    expect(document.versions[0]).toMatchObject({
      content: { type: 'text', content: 'Hello {{name}}, you are on {{plan}}. \\{{not a tag}}\n' },
      variables: [
        { name: 'name', type: 'string', required: true, description: 'The customer' },
        { name: 'plan', type: 'string', required: false, default: 'free', enum: ['free', 'pro'] },
      ],
      config: { model: 'gpt-4o', temperature: 0.3 },
    });
  });

  it('may be a chat', () => {
    expect(newestVersion(converted, 'chat').content).toEqual({
      type: 'chat',
      messages: [
        { role: 'system', content: 'You are helpful.\n{{#facts}}- {{.}}\n{{/facts}}' },
        { placeholder: 'history' },
        { role: 'user', content: '{{question}}' },
      ],
    });
  });

  it('without a type is a text of VS Code', () => {
    expect(findDocument(converted, 'review')).toMatchObject({ type: 'text', description: 'Review the open file' });
    expect(newestVersion(converted, 'review')).toMatchObject({
      content: { type: 'text', content: 'Review the file for {{aspect}}.\n' },
      variables: [{ name: 'aspect', type: 'string', required: true }],
      config: { model: 'GPT-4o', x_vscode: { mode: 'agent', tools: ['githubRepo', 'search/codebase'] } },
    });
  });

  it('may have no front matter', () => {
    expect(newestVersion(convertText('a/b.prompt.md', 'Hi {{name}}'), 'a/b').content).toEqual({
      type: 'text',
      content: 'Hi {{name}}',
    });
  });

  it('is refused with its line when a section is not closed', () => {
    expect(listRefusals(converted)).toEqual([
      'damaged.prompt.md:5 not convertible: damaged.prompt.md:5 {{#name}} (unclosed)',
    ]);
  });

  it('is imported as plain text when asked to', () => {
    const { documents, losses } = convertText('a.prompt.md', 'Hi {{#name}}', { raw: true });

    expect(documents[0]?.versions[0]?.content).toEqual({ type: 'text', content: 'Hi \\{{#name}}' });
    expect(losses).toHaveLength(1);
  });

  it('is refused when its type is unknown or its chat damaged', () => {
    expect(listRefusals(convertText('a.prompt.md', '---\ntype: song\n---\nLa'))).toEqual([
      'a.prompt.md:2 must be text or chat',
    ]);
    expect(listRefusals(convertText('a.prompt.md', '---\ntype: chat\n---\nLa'))).toHaveLength(1);
  });

  it('loses secrets in its config', () => {
    const converted = convertText('a.prompt.md', '---\ntype: text\nconfig: {model: m, api_key: secret}\n---\nHi');

    expect(newestVersion(converted, 'a').config).toEqual({ model: 'm' });
    expect(listLosses(converted)).toEqual(['a.prompt.md api_key: is a secret and is not imported']);
  });

  it('otherwise loses nothing', () => {
    expect(listLosses(converted)).toEqual([]);
  });
});
