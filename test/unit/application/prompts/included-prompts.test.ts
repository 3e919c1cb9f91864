import { describe, expect, it } from 'vitest';
import { Author, as } from '../../../support/builders/an-author.ts';

const textOf = async (author: Author, name: string) => {
  const { rendered } = as('rendered', await author.render(name));
  return rendered.type === 'text' && rendered.text;
};

describe('a prompt that others include', () => {
  async function anIncluded(selector = ''): Promise<Author> {
    const author = new Author();
    await author.has('part', 'one', { labels: ['production', 'staging'] });
    await author.has('whole', `{{> part${selector}}}`);
    return author;
  }
  const byWhole = { kind: 'included-by', includers: ['whole'] };

  it('can neither be deleted nor renamed', async () => {
    const author = await anIncluded();

    expect(await author.delete('part')).toEqual(byWhole);
    expect(await author.change('part', { name: 'other' })).toEqual(byWhole);
    expect((await author.change('part', { name: 'part', description: 'Still changes.' })).kind).toBe('changed');
  });

  it('stays even for a version that nothing points to any more, until its includer goes', async () => {
    const author = await anIncluded();
    await author.adds('whole', 'without');

    expect(await author.delete('part')).toEqual(byWhole);
    await author.delete('whole');
    expect(await author.delete('part')).toEqual({ kind: 'deleted' });
  });

  it('names each includer once', async () => {
    const author = await anIncluded();
    await author.adds('whole', '{{> part@1}} {{> part@staging}}');

    expect(await author.delete('part')).toEqual(byWhole);
  });

  it('names its includers in alphabetical order', async () => {
    const author = await anIncluded('@staging');
    for (const name of ['z', 'a', 'folder/whole', 'b']) await author.has(name, '{{> part@staging}}');
    const byAll = { kind: 'included-by', includers: ['a', 'b', 'folder/whole', 'whole', 'z'] };

    expect(await author.delete('part')).toEqual(byAll);
    expect(await author.change('part', { name: 'other' })).toEqual(byAll);
    expect(await author.unlabel('part', 'staging')).toEqual(byAll);
  });

  it('keeps a label that an include names, and no others', async () => {
    const author = await anIncluded('@staging');

    expect(await author.unlabel('part', 'staging')).toEqual(byWhole);
    expect(await author.unlabel('part', 'production')).toEqual({ kind: 'removed' });
  });

  it('keeps no label for an include without a selector: the default rule goes on', async () => {
    const author = await anIncluded();
    await author.adds('part', 'two');

    expect(await textOf(author, 'whole')).toBe('one');
    expect(await author.unlabel('part', 'production')).toEqual({ kind: 'removed' });
    expect(await textOf(author, 'whole')).toBe('two');
  });

  it('knows its includer by its new name', async () => {
    const author = await anIncluded();

    expect((await author.change('whole', { name: 'renamed' })).kind).toBe('changed');
    expect(await author.delete('part')).toEqual({ kind: 'included-by', includers: ['renamed'] });
  });

  it('may be archived, and is still included', async () => {
    const author = await anIncluded();
    await author.change('part', { archived: true });

    expect(await textOf(author, 'whole')).toBe('one');
    expect((await author.create('another', '{{> part}}')).kind).toBe('created');
  });
});
