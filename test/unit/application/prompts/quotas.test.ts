import { describe, expect, it } from 'vitest';
import { DEFAULT_QUOTAS, findTooManyVersions } from '../../../../src/domain/prompts/quotas.ts';
import { exportAll } from '../../../support/builders/a-document.ts';
import { Author } from '../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';

const anAuthorWithin = (quotas: Partial<typeof DEFAULT_QUOTAS>): Author =>
  new Author(inMemoryPromptPorts(new InMemoryPrompts(undefined, { ...DEFAULT_QUOTAS, ...quotas })));

describe('a quota for prompts', () => {
  it('rejects creating a prompt, also by name', async () => {
    const author = anAuthorWithin({ prompts: 1 });
    await author.mustCreate('first');

    const expected = { kind: 'quota-exceeded', quota: 'prompts', used: 1, limit: 1 };
    expect(await author.create('second', 'Hello.')).toEqual(expected);
    expect(await author.put('second', 'Hello.')).toEqual(expected);
    expect(await author.create('first', 'Hello.')).toEqual({ kind: 'name-taken' });
  });

  it('ends an import with the results of the prompts that were imported before', async () => {
    const source = new Author();
    for (const name of ['a', 'b', 'c']) await source.mustCreate(name);
    const author = anAuthorWithin({ prompts: 2 });

    expect(await author.import(await exportAll(source))).toEqual({
      kind: 'quota-exceeded',
      quota: 'prompts',
      used: 2,
      limit: 2,
      results: [
        { name: 'a', result: 'created' },
        { name: 'b', result: 'created' },
      ],
    });
    expect((await author.export()).map(({ prompt }) => prompt.name)).toEqual(['a', 'b']);
  });
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
  it('rejects merging an import that would exceed it', async () => {
    const source = new Author();
    await source.mustCreate('a', 'One.');
    const author = anAuthorWithin({ contentBytes: 100 });
    await author.import(await exportAll(source));
    await source.mustPublish('a', 'x'.repeat(100));

    expect(await author.import(await exportAll(source), 'merge')).toMatchObject({
      kind: 'quota-exceeded',
      quota: 'contentBytes',
      limit: 100,
      results: [],
    });
  });
});
