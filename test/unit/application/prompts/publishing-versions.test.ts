import { describe, expect, it } from 'vitest';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

describe('publishing a version', () => {
  it('adds the next version and does not move labels', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production'] });
    author.wait(1000);

    const { prompt, version } = as('published', await author.publish('plain', 'Two.', { message: 'better' }));

    expect(version).toMatchObject({ version: 2, message: 'better', publishedAt: author.now, restoredFrom: null });
    expect(prompt).toMatchObject({ latestVersion: 2, revision: 2, updatedAt: author.now });
    expect(prompt.labels).toEqual(new Map([['production', 1]]));
  });

  it('moves the given labels to the new version', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production'] });

    const { prompt } = as('published', await author.publish('plain', 'Two.', { labels: ['production', 'staging'] }));

    expect(Object.fromEntries(prompt.labels)).toEqual({ production: 2, staging: 2 });
    expect(prompt.revision).toBe(2);
  });

  it('returns the latest version when the content is the same', async () => {
    const author = new Author();
    const before = await author.mustCreate('plain', 'One.', { config: { a: 1, b: 2 }, message: 'first' });

    const outcome = await author.publish('plain', 'One.', { config: { b: 2, a: 1 }, message: 'again' });

    expect(as('unchanged', outcome).version).toMatchObject({ version: 1, message: 'first' });
    expect(await author.mustFind('plain')).toEqual(before);
  });

  it('moves labels to the latest version when the content is the same', async () => {
    const author = await anAuthorWith({ plain: 'One.' });

    const { prompt } = as('unchanged', await author.publish('plain', 'One.', { labels: ['production'] }));

    expect(prompt.labels).toEqual(new Map([['production', 1]]));
    expect(prompt.revision).toBe(2);
  });

  it('changes nothing when content and labels are the same', async () => {
    const author = new Author();
    const before = await author.mustCreate('plain', 'One.', { labels: ['production'] });

    const { prompt } = as('unchanged', await author.publish('plain', 'One.', { labels: ['production'] }));

    expect(prompt).toEqual(before);
  });

  it('rejects a type other than the original one', async () => {
    const author = await anAuthorWith({ plain: 'One.' });

    expect(await author.publish('plain', [{ role: 'user', content: 'Two.' }])).toMatchObject({ kind: 'type-mismatch' });
  });

  it('publishes nothing when a label move would break callers', async () => {
    const author = new Author();
    const before = await author.mustCreate('plain', '{{a}} {{b}}', { labels: ['production'] });

    const outcome = await author.publish('plain', '{{a.x}} {{c}}', { labels: ['production'] });

    expect(outcome).toEqual({
      kind: 'breaking',
      changes: [
        { path: 'b', change: 'removed' },
        { path: 'a', change: 'type-changed' },
        { path: 'c', change: 'added-required' },
      ],
    });
    expect(await author.mustFind('plain')).toEqual(before);
  });

  it('compares each label with the version it currently points to', async () => {
    const author = await anAuthorWith({ plain: '{{a}}' }, { labels: ['production'] });
    await author.mustPublish('plain', '{{b}}', { labels: ['staging'] });

    const outcome = await author.publish('plain', '{{b}}!', { labels: ['staging', 'production', 'new'] });

    expect(as('breaking', outcome).changes.map(({ path, change }) => `${path} ${change}`)).toEqual([
      'a removed',
      'b added-required',
    ]);
    expect((await author.publish('plain', '{{b}}!', { labels: ['staging', 'new'] })).kind).toBe('published');
  });
});

describe('restoring a version', () => {
  it('publishes its content, variables and config again and records the source', async () => {
    const author = new Author();
    const variables = [{ name: 'a', type: 'number', required: false, default: 3 }] as const;
    await author.mustCreate('plain', 'One {{a}}.', { variables, config: { model: 'm' }, message: 'first' });
    await author.mustPublish('plain', 'Two.');

    const { version } = as('published', await author.restore('plain', 1, { message: 'two was worse' }));

    const first = as('read', await author.read('plain', '1')).version;
    expect(version).toEqual({ ...first, version: 3, restoredFrom: 1, message: 'two was worse' });
  });

  it('changes nothing when the latest version has the same content', async () => {
    const author = await anAuthorWith({ plain: 'One.' });
    await author.mustPublish('plain', 'Two.');
    await author.restore('plain', 1);

    expect(as('unchanged', await author.restore('plain', 3)).version.version).toBe(3);
    expect(as('unchanged', await author.restore('plain', 1)).version.version).toBe(3);
  });

  it('moves labels under the same rules as any publication', async () => {
    const author = await anAuthorWith({ plain: '{{a}}' });
    await author.mustPublish('plain', '{{b}}', { labels: ['production'] });

    expect((await author.restore('plain', 1, { labels: ['production'] })).kind).toBe('breaking');
    const { prompt } = as('published', await author.restore('plain', 1, { labels: ['new'] }));
    expect(Object.fromEntries(prompt.labels)).toEqual({ production: 2, new: 3 });
  });
});
