import { describe, expect, it } from 'vitest';
import { DEFAULT_QUOTAS, findTooManyVersions, type Quotas } from '../../../../src/domain/prompts/quotas.ts';
import { exportAll } from '../../../support/builders/a-document.ts';
import { Author, anAuthorWith } from '../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';

function anAuthorWithin(given: Partial<Quotas>): Author {
  const quotas = { ...DEFAULT_QUOTAS, ...given };
  return new Author(inMemoryPromptPorts(new InMemoryPrompts(undefined, quotas)), undefined, quotas);
}

describe('a quota for prompts', () => {
  it('rejects creating a prompt, also by name', async () => {
    const author = anAuthorWithin({ prompts: 1 });
    await author.mustCreate('first');

    const expected = { kind: 'quota-exceeded', quota: 'prompts', used: 1, limit: 1 };
    expect(await author.create('second', 'Hello.')).toEqual(expected);
    expect(await author.put('second', 'Hello.')).toEqual(expected);
    expect(await author.create('first', 'Hello.')).toEqual({ kind: 'name-taken' });
  });

  it.each([false, true])(
    'ends an import with the results so far and the names of the others; dry run: %s',
    async (dryRun) => {
      const source = new Author();
      for (const name of ['a', 'b', 'c', 'd']) await source.mustCreate(name);
      const author = anAuthorWithin({ prompts: 2 });

      expect(await author.import(await exportAll(source), 'skip', dryRun)).toEqual({
        kind: 'quota-exceeded',
        quota: 'prompts',
        used: 2,
        limit: 2,
        results: [
          { name: 'a', result: 'created', warnings: [] },
          { name: 'b', result: 'created', warnings: [] },
        ],
        others: ['c', 'd'],
      });
      expect((await author.export()).map(({ prompt }) => prompt.name)).toEqual(dryRun ? [] : ['a', 'b']);
    },
  );
});

describe('a quota for versions', () => {
  it('rejects publishing, putting and restoring', async () => {
    const author = anAuthorWithin({ versionsPerPrompt: 2 });
    await author.mustCreate('full', 'One.');
    await author.mustPublish('full', 'Two.');

    const expected = { kind: 'quota-exceeded', quota: 'versionsPerPrompt', used: 2, limit: 2 };
    expect(await author.publish('full', 'Three.')).toEqual(expected);
    expect(await author.put('full', 'Three.')).toEqual(expected);
    expect(await author.restore('full', 1)).toEqual(expected);
    expect(await author.publish('full', 'Two.')).toMatchObject({ kind: 'unchanged' });
  });

  it('counts the versions that a prompt has already', () => {
    expect(findTooManyVersions(0, 3, { versionsPerPrompt: 3 })).toBeUndefined();
    expect(findTooManyVersions(2, 4, { versionsPerPrompt: 3 })).toMatchObject({ used: 2, limit: 3 });
    expect(findTooManyVersions(5, 5, { versionsPerPrompt: 3 })).toBeUndefined();
  });
});

describe('a quota for content', () => {
  it.each([false, true])('rejects merging an import that would exceed it; dry run: %s', async (dryRun) => {
    const source = await anAuthorWith({ a: 'One.' });
    const author = anAuthorWithin({ contentBytes: 100 });
    await author.import(await exportAll(source));
    await source.mustPublish('a', 'x'.repeat(100));

    expect(await author.import(await exportAll(source), 'merge', dryRun)).toMatchObject({
      kind: 'quota-exceeded',
      quota: 'contentBytes',
      limit: 100,
      results: [],
      others: ['a'],
    });
  });

  it('counts content once that several prompts of a dry run have, or that is stored already', async () => {
    const source = new Author();
    for (const name of ['a', 'b', 'c']) await source.mustCreate(name, 'x'.repeat(80));
    await source.mustCreate('d', 'y'.repeat(80));
    const author = anAuthorWithin({ contentBytes: 100 });
    const documents = await exportAll(source);

    expect(await author.import(documents.slice(0, 3), 'skip', true)).toMatchObject({ kind: 'imported' });
    expect(await author.import(documents, 'skip', true)).toMatchObject({ kind: 'quota-exceeded', others: ['d'] });
    await author.mustCreate('own', 'y'.repeat(80));
    expect(await author.import(documents.slice(3), 'skip', true)).toMatchObject({ kind: 'imported' });
    expect(await author.import(documents, 'skip', true)).toMatchObject({ others: ['a', 'b', 'c', 'd'] });
  });
});

describe('a dry run', () => {
  it('finds prompts with too many versions, but not those whose versions are skipped', async () => {
    const source = await anAuthorWith({ a: 'One.' });
    await source.mustPublish('a', 'Two.');
    const author = anAuthorWithin({ versionsPerPrompt: 1 });
    const documents = await exportAll(source);

    expect(await author.import(documents, 'skip', true)).toMatchObject({ quota: 'versionsPerPrompt', others: ['a'] });
    await author.mustCreate('a', 'One.');
    expect(await author.import(documents, 'merge', true)).toMatchObject({ quota: 'versionsPerPrompt', used: 1 });
    expect(await author.import(documents, 'skip', true)).toMatchObject({ kind: 'imported' });
  });
});
