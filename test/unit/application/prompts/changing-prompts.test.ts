import { describe, expect, it } from 'vitest';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

describe('changing a prompt', () => {
  it('replaces only the given fields', async () => {
    const author = new Author();
    await author.mustCreate('plain', 'One.', { description: 'Why.', tags: ['a', 'b'], labels: ['production'] });
    author.wait(1000);

    const { prompt } = as('changed', await author.change('plain', { tags: ['c'] }));

    expect(prompt).toMatchObject({ description: 'Why.', tags: ['c'], revision: 2, updatedAt: author.now });
    expect(as('changed', await author.change('plain', { description: '' })).prompt).toMatchObject({
      description: '',
      tags: ['c'],
    });
  });

  it('accepts the current name', async () => {
    const author = await anAuthorWith({ plain: 'Hello.' });

    expect((await author.change('plain', { name: 'plain' })).kind).toBe('changed');
  });

  it('changes nothing when all fields are equal', async () => {
    const author = new Author();
    const before = await author.mustCreate('plain', 'One.', { tags: ['a'] });

    expect(await author.change('plain', {})).toEqual({ kind: 'changed', prompt: before });
    expect(await author.change('plain', { tags: ['a'], name: 'plain', archived: false })).toEqual({
      kind: 'changed',
      prompt: before,
    });
  });

  it('rejects a name that is taken', async () => {
    const author = await anAuthorWith({ plain: 'Hello.', other: 'Hello.' });

    expect(await author.change('plain', { name: 'other' })).toEqual({ kind: 'name-taken' });
  });
});

describe('deleting a prompt', () => {
  it('removes everything that belongs to it', async () => {
    const author = new Author();
    const { id } = await author.mustCreate('plain', 'One.', { labels: ['production'] });

    expect(await author.delete('plain')).toEqual({ kind: 'deleted' });
    expect(await author.read(id)).toEqual({ kind: 'not-found' });
    expect(await author.delete('plain')).toEqual({ kind: 'not-found' });
    expect(await author.export()).toEqual([]);
  });
});

describe('an archived prompt', () => {
  async function anArchive(): Promise<Author> {
    const author = await anAuthorWith({ plain: 'One {{a}}.' }, { labels: ['production'] });
    await author.mustPublish('plain', 'Two {{a}}.', { labels: ['production'] });
    as('changed', await author.change('plain', { archived: true }));
    return author;
  }

  it('can still be read, rendered, listed, changed and deleted', async () => {
    const author = await anArchive();

    expect(as('read', await author.read('plain')).version.version).toBe(2);
    expect(as('rendered', await author.render('plain', { a: 'x' })).rendered).toEqual({ type: 'text', text: 'Two x.' });
    expect(as('listed', await author.history('plain', 'production')).moves).toHaveLength(2);
    expect(as('changed', await author.change('plain', { description: 'Old.' })).prompt.archived).toBe(true);
    expect(await author.delete('plain')).toEqual({ kind: 'deleted' });
  });

  it('can be published again after it is unarchived', async () => {
    const author = await anArchive();

    expect(as('changed', await author.change('plain', { archived: false })).prompt.archived).toBe(false);
    expect((await author.publish('plain', 'Three {{a}}.', { labels: ['production'] })).kind).toBe('published');
  });
});
