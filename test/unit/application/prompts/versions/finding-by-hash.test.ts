import { describe, expect, it, vi } from 'vitest';
import { UNLIMITED } from '../../../../../src/application/ports/execution.ts';
import {
  FindVersionByHash,
  SEARCHED_VERSIONS_MAX,
} from '../../../../../src/application/prompts/versions/find-version-by-hash.ts';
import type { PromptName } from '../../../../../src/domain/naming/prompt-name.ts';
import type { ContentHash } from '../../../../../src/domain/prompts/prompt-version.ts';
import { Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';

const plain = { by: 'name', name: 'plain' as PromptName } as const;
const UNKNOWN = `sha256:${'0'.repeat(64)}` as ContentHash;

async function publishVersions(count: number): Promise<Author> {
  const author = await anAuthorWith({ plain: 'Version 1.' });
  for (let number = 2; number <= count; number += 1) await author.mustPublish('plain', `Version ${number}.`);
  return author;
}

async function hashOf(author: Author, version: number): Promise<ContentHash> {
  return as('read', await author.read('plain', String(version))).version.hash;
}

describe('a version', () => {
  it('is found by its hash', async () => {
    const author = await publishVersions(3);
    const find = new FindVersionByHash(author.prompts.reader);

    for (const version of [1, 2, 3]) {
      expect(await find.execute(author.owner, plain, await hashOf(author, version))).toEqual({
        kind: 'found',
        version,
      });
    }
    expect(await find.execute(author.owner, plain, UNKNOWN)).toMatchObject({
      kind: 'hash-not-found',
      prompt: { name: 'plain' },
    });
  });

  it('is the newest of those with the same hash', async () => {
    const author = await publishVersions(2);
    await author.mustPublish('plain', 'Version 1.');
    await author.mustPublish('plain', 'Version 4.');
    const find = new FindVersionByHash(author.prompts.reader);

    expect(await find.execute(author.owner, plain, await hashOf(author, 1))).toEqual({ kind: 'found', version: 3 });
  });

  it('is searched among the newest 200, page by page', async () => {
    const author = await publishVersions(SEARCHED_VERSIONS_MAX + 1);
    const { reader } = author.prompts;
    const listVersions = vi.fn<typeof reader.listVersions>(async (owner, id, page) =>
      // As if large configs ended every page early.
      reader.listVersions(owner, id, { ...page, limit: Math.min(page.limit, 30) }),
    );
    const find = new FindVersionByHash({ find: reader.find.bind(reader), listVersions });

    expect(await find.execute(author.owner, plain, await hashOf(author, 2))).toEqual({ kind: 'found', version: 2 });
    expect(listVersions).toHaveBeenCalledTimes(7);
    expect(await find.execute(author.owner, plain, await hashOf(author, 1))).toMatchObject({ kind: 'hash-not-found' });
  });

  it('is not searched where it cannot be: in no prompt, or in one of another account', async () => {
    const author = await publishVersions(1);
    const find = new FindVersionByHash(author.prompts.reader);
    const other = new Author(author.prompts, 'u_1700000000000_other0' as Author['owner']);
    const hash = await hashOf(author, 1);

    expect(await find.execute(other.owner, plain, hash)).toEqual({ kind: 'not-found' });
  });

  it('is searched as heavy work, and only until nobody waits for it', async () => {
    const author = await publishVersions(3);
    const find = new FindVersionByHash(author.prompts.reader);
    const gone = new AbortController();
    const heavy = vi.fn(UNLIMITED.heavy) as typeof UNLIMITED.heavy;
    const work = { ...UNLIMITED, signal: gone.signal, heavy };

    await find.execute(author.owner, plain, await hashOf(author, 3), work);
    expect(heavy).not.toHaveBeenCalled();
    gone.abort(new Error('gone'));

    await expect(find.execute(author.owner, plain, UNKNOWN, work)).rejects.toThrow('gone');
    expect(heavy).toHaveBeenCalledOnce();
  });
});
