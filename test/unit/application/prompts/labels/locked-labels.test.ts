import { describe, expect, it } from 'vitest';
import { printIncludeTarget } from '../../../../../src/domain/naming/include-target.ts';
import type { ReleaseLock } from '../../../../../src/domain/prompts/release.ts';
import { exportAll } from '../../../../support/builders/a-document.ts';
import { PRODUCTION, STAGING } from '../../../../support/builders/a-prompt.ts';
import { Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';

/** The prompt `reply`, whose production serves version 1 with three includes. */
async function aReply(): Promise<Author> {
  const author = await anAuthorWith({ voice: 'Calm.', tone: 'Kind. {{> voice}}' });
  await author.mustCreate('reply', '{{> tone}} Yours.', { labels: ['production'] });
  await author.mustPublish('reply', '{{> tone}} Bye.');
  return author;
}

async function aProtectedReply(): Promise<Author> {
  const author = await aReply();
  as('protected', await author.protect('production'));
  return author;
}

async function textOf(author: Author, at?: Date): Promise<string> {
  const { rendered } = as('rendered', await author.render('reply', {}, { by: 'production', ...(at && { at }) }));
  return rendered.type === 'text' ? rendered.text : '';
}

const lockOf = async (author: Author) => as('read', await author.read('reply', 'production')).lock;
const printLock = (lock: ReleaseLock | undefined) =>
  lock?.includes.map(({ target, version }) => `${printIncludeTarget(target)} ${version}`);

describe('a protected label', () => {
  it('serves what its includes were when it was protected, whatever is published later', async () => {
    const author = await aProtectedReply();
    const { fingerprint } = as('rendered', await author.render('reply', {}, { by: 'production' }));

    await author.mustPublish('tone', 'Rude. {{boss}}');
    await author.mustPublish('voice', 'Loud.', { labels: ['staging'] });

    expect(await textOf(author)).toBe('Kind. Calm. Yours.');
    expect(printLock(await lockOf(author))).toEqual(['tone 1', 'voice 1']);
    expect(as('rendered', await author.render('reply', {}, { by: 'production' }))).toMatchObject({
      fingerprint,
      includes: [{ by: 'lock' }, { by: 'lock' }],
    });
    expect((await lockOf(author))?.fingerprint).toBe(fingerprint);
  });

  it('is locked to the includes of the moment when it moves', async () => {
    const author = await aProtectedReply();
    await author.mustPublish('voice', 'Loud.');

    as('moved', await author.move('reply', 'production', 2, { channel: 'dashboard' }));
    await author.mustPublish('voice', 'Silent.');

    expect(await textOf(author)).toBe('Kind. Loud. Bye.');
  });

  it('updates its includes when it moves to where it is, which is a move only if that changes its words', async () => {
    const author = await aProtectedReply();
    const update = () => author.move('reply', 'production', 1, { channel: 'dashboard' });
    const countMoves = async () => as('listed', await author.history('reply', 'production')).moves.length;
    as('moved', await update());
    expect(await countMoves()).toBe(1);

    await author.mustPublish('voice', 'Loud.');
    expect(as('moved', await update()).move).toMatchObject({ version: 1, previous: 1 });

    expect(await textOf(author)).toBe('Kind. Loud. Yours.');
    expect(await countMoves()).toBe(2);
  });

  it('refuses to update includes that break its callers, unless it is forced', async () => {
    const author = await aProtectedReply();
    await author.mustPublish('tone', 'Obey {{boss}}.');
    const update = (force: boolean) => author.move('reply', 'production', 1, { channel: 'dashboard', force });

    expect(await update(false)).toEqual({
      kind: 'breaking',
      changes: [{ path: 'boss', change: 'added-required' }],
    });
    expect((await update(true)).kind).toBe('moved');
  });

  it('gets its lock back when it is rolled back, also to the version where it is', async () => {
    const author = await aProtectedReply();
    const rollBack = () => author.rollBack('reply', 'production', undefined, undefined, 'dashboard');
    await author.mustPublish('voice', 'Loud.');
    await author.move('reply', 'production', 1, { channel: 'dashboard' });
    await author.move('reply', 'production', 2, { channel: 'dashboard' });
    await author.mustPublish('voice', 'Silent.');

    as('moved', await rollBack());
    expect(await textOf(author)).toBe('Kind. Loud. Yours.');
    as('moved', await rollBack());
    expect(await textOf(author)).toBe('Kind. Calm. Yours.');
  });

  it('is rendered as of a moment with the lock that it had then', async () => {
    const author = await aReply();
    const floating = author.wait(60_000);
    author.wait(60_000);
    as('protected', await author.protect('production'));
    const locked = author.wait(60_000);
    await author.mustPublish('voice', 'Loud.');
    const later = author.wait(60_000);
    author.wait(60_000);
    await author.move('reply', 'production', 1, { channel: 'dashboard' });
    const updated = author.wait(60_000);
    author.wait(60_000);
    as('protected', await author.protect());
    await author.mustPublish('voice', 'Silent.');
    const free = author.wait(60_000);
    author.wait(60_000);
    await author.mustPublish('voice', 'Calm again.');

    const moments = [floating, locked, later, updated, free];
    const texts: string[] = [];
    for (const at of moments) texts.push(await textOf(author, at));
    expect(texts).toEqual([
      'Kind. Calm. Yours.',
      'Kind. Calm. Yours.',
      'Kind. Calm. Yours.',
      'Kind. Loud. Yours.',
      'Kind. Silent. Yours.',
    ]);
  });
});

describe('the prompts in which a label is locked', () => {
  it('are behind once an include, direct or not, selects a newer version than the lock', async () => {
    const author = await aProtectedReply();
    await author.mustCreate('pinned', '{{> voice@1}}');
    as('moved', await author.move('pinned', 'production', 1, { channel: 'dashboard' }));
    await author.mustCreate('plain', 'No includes.');
    as('moved', await author.move('plain', 'production', 1, { channel: 'dashboard' }));
    const { id: promptId } = await author.mustFind('reply');
    const pinned = { promptId: (await author.mustFind('pinned')).id, isBehind: false };
    expect(await author.findLocked(PRODUCTION)).toEqual([pinned, { promptId, isBehind: false }]);

    await author.mustPublish('voice', 'Loud.');

    expect(await author.findLocked(PRODUCTION)).toEqual([pinned, { promptId, isBehind: true }]);
    expect(await author.findLocked(STAGING)).toEqual([]);
    as('moved', await author.move('reply', 'production', 1, { channel: 'dashboard' }));
    expect(await author.findLocked(PRODUCTION)).toEqual([pinned, { promptId, isBehind: false }]);
  });
});

describe('a label that is not protected', () => {
  it('follows its includes, again after it was protected', async () => {
    const author = await aProtectedReply();
    await author.mustPublish('voice', 'Loud.');
    as('protected', await author.protect());

    expect(await lockOf(author)).toBeUndefined();
    expect(await textOf(author)).toBe('Kind. Loud. Yours.');
    as('protected', await author.protect('production'));
    expect(await textOf(author)).toBe('Kind. Loud. Yours.');
  });

  it('has a fingerprint in its history', async () => {
    const author = await aReply();
    const { fingerprint } = as('rendered', await author.render('reply', {}, { by: 'production' }));

    expect(as('listed', await author.history('reply', 'production')).moves).toMatchObject([{ fingerprint }]);
  });
});

describe('an import through the dashboard', () => {
  it.each([
    ['keeps the locks of the history', true, ['tone 1', 'voice 1']],
    ['locks a protected label that has none', false, ['tone 1', 'voice 2']],
  ])('%s, with the prompts of the account', async (_, isLocked, includes) => {
    const source = await (isLocked ? aProtectedReply() : aReply());
    await source.mustPublish('voice', 'Loud.');
    const target = new Author();
    as('protected', await target.protect('production'));
    as('imported', await target.import(await exportAll(source), 'skip', false, false, 'dashboard'));
    const { id } = await target.mustFind('tone');

    const lock = await lockOf(target);
    expect(printLock(lock)).toEqual(includes);
    expect(lock?.includes[0]?.promptId).toBe(id);
  });
});
