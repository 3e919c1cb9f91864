import { describe, expect, it } from 'vitest';
import { type Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';

const textOf = async (author: Author, name: string) => {
  const { rendered } = as('rendered', await author.render(name));
  return rendered.type === 'text' && rendered.text;
};

describe('a prompt that others include', () => {
  async function anIncluded(selector = ''): Promise<Author> {
    const author = await anAuthorWith({ part: 'one' }, { labels: ['production', 'staging'] });
    await author.mustCreate('whole', `{{> part${selector}}}`);
    return author;
  }
  const byWhole = { kind: 'included-by', includers: ['whole'], count: 1 };

  it('cannot be deleted or renamed', async () => {
    const author = await anIncluded();

    expect(await author.delete('part')).toEqual(byWhole);
    expect(await author.change('part', { name: 'other' })).toEqual(byWhole);
    expect((await author.change('part', { name: 'part', description: 'Still changes.' })).kind).toBe('changed');
  });

  it('cannot be deleted while any old version of another prompt includes it', async () => {
    const author = await anIncluded();
    await author.mustPublish('whole', 'without');

    expect(await author.delete('part')).toEqual(byWhole);
    await author.delete('whole');
    expect(await author.delete('part')).toEqual({ kind: 'deleted' });
  });

  it('lists each includer once', async () => {
    const author = await anIncluded();
    await author.mustPublish('whole', '{{> part@1}} {{> part@staging}}');

    expect(await author.delete('part')).toEqual(byWhole);
  });

  it('lists its includers in alphabetical order', async () => {
    const author = await anIncluded('@staging');
    for (const name of ['z', 'a', 'folder/whole', 'b']) await author.mustCreate(name, '{{> part@staging}}');
    const byAll = { kind: 'included-by', includers: ['a', 'b', 'folder/whole', 'whole', 'z'], count: 5 };

    expect(await author.delete('part')).toEqual(byAll);
    expect(await author.change('part', { name: 'other' })).toEqual(byAll);
    expect(await author.unlabel('part', 'staging')).toEqual(byAll);
  });

  it('lists at most a hundred includers, and counts all of them', async () => {
    const author = await anIncluded();
    for (let index = 100; index < 205; index += 1) await author.mustCreate(`p${index}`, '{{> part}}');

    const { includers, count } = as('included-by', await author.delete('part'));

    expect(includers).toEqual(Array.from({ length: 100 }, (_, index) => `p${index + 100}`));
    expect(count).toBe(106);
  });

  it('protects only the labels that includes select', async () => {
    const author = await anIncluded('@staging');

    expect(await author.unlabel('part', 'staging')).toEqual(byWhole);
    expect(await author.unlabel('part', 'production')).toEqual({ kind: 'removed' });
  });

  it('does not protect a label for an include without a selector', async () => {
    const author = await anIncluded();
    await author.mustPublish('part', 'two');

    expect(await textOf(author, 'whole')).toBe('one');
    expect(await author.unlabel('part', 'production')).toEqual({ kind: 'removed' });
    expect(await textOf(author, 'whole')).toBe('two');
  });

  it('can be archived and is still included', async () => {
    const author = await anIncluded();
    await author.change('part', { archived: true });

    expect(await textOf(author, 'whole')).toBe('one');
    expect((await author.create('another', '{{> part}}')).kind).toBe('created');
  });
});
