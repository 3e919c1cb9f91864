import { describe, expect, it } from 'vitest';
import { Author, anAuthorWith, as, type PromptFields } from '../../../support/builders/an-author.ts';

describe('putting a prompt', () => {
  it('creates a prompt if the name is free', async () => {
    const author = new Author();

    const { prompt } = as(
      'created',
      await author.put('team/greeting', 'One.', { labels: ['production'], tags: ['a'] }),
    );

    expect(prompt).toMatchObject({ name: 'team/greeting', tags: ['a'], labels: new Map([['production', 1]]) });
  });

  it('publishes a new version of an existing prompt', async () => {
    const author = await anAuthorWith({ plain: 'One.' });

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

  it('does not change metadata that is left out', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { tags: ['a'], description: 'Why.', labels: ['production'] });

    const { prompt } = as('revised', await author.put('plain', 'Two.', { description: 'Because.' }));

    expect(prompt).toMatchObject({ tags: ['a'], description: 'Because.', labels: new Map([['production', 1]]) });
  });

  it.each<[string, PromptFields]>([
    ['its description', { description: 'Other.' }],
    ['its tags', { tags: ['b'] }],
    ['the order of its tags', { tags: ['b', 'a'] }],
    ['its labels', { labels: ['production', 'staging'] }],
  ])('publishes no version when only %s changed', async (_, fields) => {
    const author = await anAuthorWith({ plain: 'One.' }, { tags: ['a', 'b'], labels: ['production'] });

    const { prompt, version } = as('revised', await author.put('plain', 'One.', fields));

    expect(version.version).toBe(1);
    expect(prompt).toMatchObject({ revision: 2, latestVersion: 1 });
  });

  it('moves a label to the latest version when the content is the same', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production'] });
    await author.mustPublish('plain', 'Two.');

    const { prompt } = as('revised', await author.put('plain', 'Two.', { labels: ['production'] }));

    expect(prompt).toMatchObject({ latestVersion: 2, labels: new Map([['production', 2]]) });
  });

  it('accepts a name in the body only if it matches the reference', async () => {
    const author = new Author();
    const { id } = await author.mustCreate('plain', 'One.');

    const disagreement = {
      kind: 'invalid',
      problems: [{ path: 'name', problem: 'mismatch', text: 'does not agree with the path' }],
    };
    expect((await author.put('plain', 'Two.', { name: 'plain' })).kind).toBe('revised');
    expect((await author.put(id, 'Three.', { name: 'plain' })).kind).toBe('revised');
    expect(await author.put('plain', 'Four.', { name: 'other' })).toEqual(disagreement);
    expect(await author.put('new', 'One.', { name: 'other' })).toEqual(disagreement);
  });

  it('only creates when createOnly is set', async () => {
    const author = new Author();

    expect((await author.put('plain', 'One.', {}, true)).kind).toBe('created');
    expect(await author.put('plain', 'One.', {}, true)).toEqual({ kind: 'precondition-failed' });
  });

  it('creates nothing if the precondition requires a prompt', async () => {
    expect(await new Author().put('new', 'One.', { precondition: 'any' })).toEqual({ kind: 'precondition-failed' });
  });

  it('rejects a different type', async () => {
    const author = await anAuthorWith({ plain: 'One.' });

    expect(await author.put('plain', [{ placeholder: 'so_far' }])).toMatchObject({ kind: 'type-mismatch' });
  });

  it('rejects a breaking label move, even without a new version', async () => {
    const author = new Author();
    const before = await author.mustCreate('plain', '{{a}}', { labels: ['production'] });

    expect((await author.put('plain', '{{b}}', { labels: ['production'] })).kind).toBe('breaking');
    expect(await author.mustFind('plain')).toEqual(before);
    await author.mustPublish('plain', '{{b}}');
    expect((await author.put('plain', '{{b}}', { labels: ['production'] })).kind).toBe('breaking');
  });

  it('accepts an archived prompt if nothing changes', async () => {
    const author = await anAuthorWith({ plain: 'One.' });
    await author.change('plain', { archived: true });

    expect((await author.put('plain', 'One.')).kind).toBe('unchanged');
  });
});
