import { describe, expect, it } from 'vitest';
import { Author, as, type PromptFields, type Words } from '../../../support/builders/an-author.ts';

type Sent = PromptFields & { readonly words?: Words };

describe('publishing a version', () => {
  it('adds the next one and leaves labels where they are', async () => {
    const author = new Author();
    await author.has('plain', 'One.', { labels: ['production'] });
    author.wait(1000);

    const { prompt, version } = as('published', await author.publish('plain', 'Two.', { message: 'better' }));

    expect(version).toMatchObject({ version: 2, message: 'better', publishedAt: author.now, restoredFrom: null });
    expect(prompt).toMatchObject({ latestVersion: 2, revision: 2, updatedAt: author.now });
    expect(prompt.labels).toEqual(new Map([['production', 1]]));
  });

  it('moves the labels it names to the new version', async () => {
    const author = new Author();
    await author.has('plain', 'One.', { labels: ['production'] });

    const { prompt } = as('published', await author.publish('plain', 'Two.', { labels: ['production', 'staging'] }));

    expect(Object.fromEntries(prompt.labels)).toEqual({ production: 2, staging: 2 });
    expect(prompt.revision).toBe(2);
  });

  it('gives the latest version back when the words are the same', async () => {
    const author = new Author();
    const before = await author.has('plain', 'One.', { config: { a: 1, b: 2 }, message: 'first' });

    const outcome = await author.publish('plain', 'One.', { config: { b: 2, a: 1 }, message: 'again' });

    expect(as('unchanged', outcome).version).toMatchObject({ version: 1, message: 'first' });
    expect(await author.finds('plain')).toEqual(before);
  });

  it('publishes words again that an earlier version, but not the latest, had', async () => {
    const author = new Author();
    await author.has('plain', 'One.');
    await author.adds('plain', 'Two.');

    const { version } = as('published', await author.publish('plain', 'One.'));

    expect(version).toMatchObject({ version: 3, restoredFrom: null });
  });

  it('moves labels to the latest version when the words are the same', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    const { prompt } = as('unchanged', await author.publish('plain', 'One.', { labels: ['production'] }));

    expect(prompt.labels).toEqual(new Map([['production', 1]]));
    expect(prompt.revision).toBe(2);
  });

  it('changes nothing when the words are the same and the labels are there', async () => {
    const author = new Author();
    const before = await author.has('plain', 'One.', { labels: ['production'] });

    const { prompt } = as('unchanged', await author.publish('plain', 'One.', { labels: ['production'] }));

    expect(prompt).toEqual(before);
  });

  it('refuses other than the type the prompt was created with', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    expect(await author.publish('plain', [{ role: 'user', content: 'Two.' }])).toEqual({ kind: 'type-mismatch' });
  });

  it('refuses a label move that would break callers, and publishes nothing', async () => {
    const author = new Author();
    const before = await author.has('plain', '{{a}} {{b}}', { labels: ['production'] });

    const outcome = await author.publish('plain', '{{a.x}} {{c}}', { labels: ['production'] });

    expect(outcome).toEqual({
      kind: 'breaking',
      changes: [
        { name: 'b', change: 'removed' },
        { name: 'a', change: 'type-changed' },
        { name: 'c', change: 'added-required' },
      ],
    });
    expect(await author.finds('plain')).toEqual(before);
  });

  it('judges each label by the version it leaves', async () => {
    const author = new Author();
    await author.has('plain', '{{a}}', { labels: ['production'] });
    await author.adds('plain', '{{b}}', { labels: ['staging'] });

    const outcome = await author.publish('plain', '{{b}}!', { labels: ['staging', 'production', 'new'] });

    expect(as('breaking', outcome).changes.map(({ name, change }) => `${name} ${change}`)).toEqual([
      'a removed',
      'b added-required',
    ]);
    expect((await author.publish('plain', '{{b}}!', { labels: ['staging', 'new'] })).kind).toBe('published');
  });

  it.each<[string, Sent, string]>([
    ['a bad label', { labels: ['Production'] }, 'labels.0'],
    ['a long message', { message: 'x'.repeat(501) }, 'message'],
    ['a bad config', { config: [] }, 'config'],
    ['an open section', { words: 'One {{#a}}.' }, 'content'],
  ])('refuses %s', async (_, { words = 'Two.', ...fields }, path) => {
    const author = new Author();
    await author.has('plain', 'One.');

    const { problems } = as('invalid', await author.publish('plain', words, fields));

    expect(problems.map((problem) => problem.path)).toEqual([path]);
  });

  it('finds no prompt that is not there', async () => {
    expect(await new Author().publish('plain', 'One.')).toEqual({ kind: 'not-found' });
  });

  it('never dates a version before the one it follows, whatever the clock says', async () => {
    const author = new Author();
    const { createdAt } = await author.has('plain', 'One.');
    author.wait(-60_000);

    const { version } = as('published', await author.publish('plain', 'Two.'));

    expect(version.publishedAt).toEqual(createdAt);
  });
});

describe('restoring a version', () => {
  it('publishes its words, variables and config again and says where they are from', async () => {
    const author = new Author();
    const variables = [{ name: 'a', type: 'number', required: false, default: 3 }] as const;
    await author.has('plain', 'One {{a}}.', { variables, config: { model: 'm' }, message: 'first' });
    await author.adds('plain', 'Two.');

    const { version } = as('published', await author.restore('plain', 1, { message: 'two was worse' }));

    const first = as('read', await author.read('plain', '1')).version;
    expect(version).toEqual({ ...first, version: 3, restoredFrom: 1, message: 'two was worse' });
  });

  it('changes nothing when it is the latest, or the latest has its words', async () => {
    const author = new Author();
    await author.has('plain', 'One.');
    await author.adds('plain', 'Two.');
    await author.restore('plain', 1);

    expect(as('unchanged', await author.restore('plain', 3)).version.version).toBe(3);
    expect(as('unchanged', await author.restore('plain', 1)).version.version).toBe(3);
  });

  it('moves labels under the same rule as every publication', async () => {
    const author = new Author();
    await author.has('plain', '{{a}}');
    await author.adds('plain', '{{b}}', { labels: ['production'] });

    expect((await author.restore('plain', 1, { labels: ['production'] })).kind).toBe('breaking');
    const { prompt } = as('published', await author.restore('plain', 1, { labels: ['new'] }));
    expect(Object.fromEntries(prompt.labels)).toEqual({ production: 2, new: 3 });
  });

  it('finds no version that is not there', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    expect(await author.restore('plain', 2)).toEqual({ kind: 'version-not-found' });
  });
});
