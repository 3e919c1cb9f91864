import { describe, expect, it } from 'vitest';
import { Author, as, type PromptFields, seen } from '../../../support/builders/an-author.ts';

describe('putting a prompt', () => {
  it('creates it where there is none of that name', async () => {
    const author = new Author();

    const { prompt } = as(
      'created',
      await author.put('team/greeting', 'One.', { labels: ['production'], tags: ['a'] }),
    );

    expect(prompt).toMatchObject({ name: 'team/greeting', tags: ['a'], labels: new Map([['production', 1]]) });
  });

  it('publishes a new version where there is one', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    const { prompt, version } = as('revised', await author.put('plain', 'Two.', { labels: ['production'] }));

    expect(version).toMatchObject({ version: 2, content: { content: 'Two.' } });
    expect(prompt).toMatchObject({ revision: 2, labels: new Map([['production', 2]]) });
  });

  it('changes nothing the second time', async () => {
    const author = new Author();
    const fields: PromptFields = { labels: ['production'], tags: ['a', 'b'], description: 'Why.', message: 'first' };
    const { prompt } = as('created', await author.put('plain', 'One.', fields));

    const again = as('unchanged', await author.put('plain', 'One.', fields));

    expect(again.prompt).toEqual(prompt);
    expect(again.version.version).toBe(1);
    expect(await author.revision()).toBe(1);
  });

  it('leaves metadata that it does not name as it is', async () => {
    const author = new Author();
    await author.has('plain', 'One.', { tags: ['a'], description: 'Why.', labels: ['production'] });

    const { prompt } = as('revised', await author.put('plain', 'Two.', { description: 'Because.' }));

    expect(prompt).toMatchObject({ tags: ['a'], description: 'Because.', labels: new Map([['production', 1]]) });
  });

  it.each<[string, PromptFields]>([
    ['its description', { description: 'Other.' }],
    ['its tags', { tags: ['b'] }],
    ['the order of its tags', { tags: ['b', 'a'] }],
    ['its labels', { labels: ['production', 'staging'] }],
  ])('publishes no version when only %s changed', async (_, fields) => {
    const author = new Author();
    await author.has('plain', 'One.', { tags: ['a', 'b'], labels: ['production'] });

    const { prompt, version } = as('revised', await author.put('plain', 'One.', fields));

    expect(version.version).toBe(1);
    expect(prompt).toMatchObject({ revision: 2, latestVersion: 1 });
  });

  it('moves a label forward to the latest version that has these words', async () => {
    const author = new Author();
    await author.has('plain', 'One.', { labels: ['production'] });
    await author.adds('plain', 'Two.');

    const { prompt } = as('revised', await author.put('plain', 'Two.', { labels: ['production'] }));

    expect(prompt).toMatchObject({ latestVersion: 2, labels: new Map([['production', 2]]) });
  });

  it('may name the prompt, if it agrees with where it is put', async () => {
    const author = new Author();
    const { id } = await author.has('plain', 'One.');

    const disagreement = { kind: 'invalid', problems: [{ path: 'name', problem: 'does not agree with the path' }] };
    expect((await author.put('plain', 'Two.', { name: 'plain' })).kind).toBe('revised');
    expect((await author.put(id, 'Three.', { name: 'plain' })).kind).toBe('revised');
    expect(await author.put('plain', 'Four.', { name: 'other' })).toEqual(disagreement);
    expect(await author.put('new', 'One.', { name: 'other' })).toEqual(disagreement);
  });

  it('creates nothing under an id', async () => {
    expect(await new Author().put('p_1700000000000_abcdef', 'One.')).toEqual({ kind: 'not-found' });
  });

  it('creates only, when asked to', async () => {
    const author = new Author();

    expect((await author.put('plain', 'One.', {}, true)).kind).toBe('created');
    expect(await author.put('plain', 'One.', {}, true)).toEqual({ kind: 'precondition-failed' });
  });

  it('revises only what the caller has seen, when asked to', async () => {
    const author = new Author();
    const stale = await author.has('plain', 'One.');
    const fresh = await author.adds('plain', 'Two.');

    const put = (words: string, prompt: typeof stale) => author.put('plain', words, { precondition: seen(prompt) });
    expect(await put('Three.', stale)).toEqual({ kind: 'precondition-failed' });
    expect((await put('Three.', fresh)).kind).toBe('revised');
    expect(await author.put('new', 'One.', { precondition: 'any' })).toEqual({ kind: 'precondition-failed' });
  });

  it('refuses another type', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    expect(await author.put('plain', [{ placeholder: 'so_far' }])).toEqual({ kind: 'type-mismatch' });
  });

  it('refuses a label move that would break callers, also without a new version', async () => {
    const author = new Author();
    const before = await author.has('plain', '{{a}}', { labels: ['production'] });

    expect((await author.put('plain', '{{b}}', { labels: ['production'] })).kind).toBe('breaking');
    expect(await author.finds('plain')).toEqual(before);
    await author.adds('plain', '{{b}}');
    expect((await author.put('plain', '{{b}}', { labels: ['production'] })).kind).toBe('breaking');
  });

  it('refuses an archived prompt, unless nothing changes', async () => {
    const author = new Author();
    await author.has('plain', 'One.');
    await author.change('plain', { archived: true });

    expect((await author.put('plain', 'One.')).kind).toBe('unchanged');
    expect(await author.put('plain', 'Two.')).toEqual({ kind: 'archived' });
    expect(await author.put('plain', 'One.', { labels: ['production'] })).toEqual({ kind: 'archived' });
  });

  it('tells everything that is wrong at once, whether the prompt is there or not', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    for (const name of ['plain', 'new']) {
      const outcome = await author.put(name, '{{/a}}', {
        tags: ['A'],
        labels: ['latest'],
        description: 'x'.repeat(2001),
      });
      expect(as('invalid', outcome).problems.map(({ path }) => path)).toEqual([
        'description',
        'tags.0',
        'labels.0',
        'content',
      ]);
    }
  });
});
