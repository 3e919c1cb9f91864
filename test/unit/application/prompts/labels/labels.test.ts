import { describe, expect, it } from 'vitest';
import { type Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';

/** Three versions; the third breaks callers of the first two. */
async function anAuthorOfThree(): Promise<Author> {
  const author = await anAuthorWith({ plain: 'One {{a}}.' });
  await author.mustPublish('plain', 'Two {{a}}.');
  await author.mustPublish('plain', 'Three {{b}}.');
  return author;
}

async function historyOf(author: Author, label = 'production') {
  const { moves } = as('listed', await author.history('plain', label));
  return moves.map(({ version, previous }) => [previous, version]);
}

describe('moving a label', () => {
  it('sets a new label, then moves it', async () => {
    const author = await anAuthorOfThree();

    const first = as('moved', await author.move('plain', 'production', 1, { message: 'go' }));
    author.wait(1000);
    const second = as('moved', await author.move('plain', 'production', 2));

    expect(first.move).toMatchObject({ label: 'production', version: 1, previous: null, by: 'api', message: 'go' });
    expect(second.move).toMatchObject({ version: 2, previous: 1, movedAt: author.now, message: '' });
    expect(second.prompt).toMatchObject({ revision: 5, labels: new Map([['production', 2]]) });
    expect(as('read', await author.read('plain', 'production')).version.version).toBe(2);
  });

  it('records nothing and returns the last move when the label already points there', async () => {
    const author = await anAuthorOfThree();
    const { move, prompt } = as('moved', await author.move('plain', 'production', 1, { message: 'go' }));

    const again = as('moved', await author.move('plain', 'production', 1, { message: 'again' }));

    expect(again).toMatchObject({ move, prompt });
    expect(await historyOf(author)).toEqual([[null, 1]]);
  });

  it('rejects a label that does not point to the version that the caller expects', async () => {
    const author = await anAuthorOfThree();

    expect((await author.move('plain', 'production', 1, { expectedVersion: 2 })).kind).toBe('precondition-failed');
    expect((await author.move('plain', 'production', 1, { expectedVersion: 0 })).kind).toBe('moved');
    expect((await author.move('plain', 'production', 2, { expectedVersion: 0 })).kind).toBe('precondition-failed');
    expect((await author.move('plain', 'production', 1, { expectedVersion: 2 })).kind).toBe('precondition-failed');
    expect((await author.move('plain', 'production', 2, { expectedVersion: 1 })).kind).toBe('moved');

    expect(await historyOf(author)).toEqual([
      [1, 2],
      [null, 1],
    ]);
  });

  it('rejects breaking changes unless forced', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);

    expect(await author.move('plain', 'production', 3)).toEqual({
      kind: 'breaking',
      changes: [
        { path: 'a', change: 'removed' },
        { path: 'b', change: 'added-required' },
      ],
    });
    expect(await historyOf(author)).toEqual([[null, 1]]);
    expect((await author.move('plain', 'production', 3, { force: true })).kind).toBe('moved');
  });
});

describe('rolling a label back', () => {
  it('records a new move to the version before the last move', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);
    await author.move('plain', 'production', 2);

    const { move } = as('moved', await author.rollBack('plain', 'production'));

    expect(move).toMatchObject({ version: 1, previous: 2 });
    expect(await historyOf(author)).toEqual([
      [2, 1],
      [1, 2],
      [null, 1],
    ]);
  });

  it('ignores breaking changes', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);
    await author.move('plain', 'production', 3, { force: true });

    expect(as('moved', await author.rollBack('plain', 'production')).move.version).toBe(1);
  });

  it('restores a removed label', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 2);
    await author.unlabel('plain', 'production');

    const { move, prompt } = as('moved', await author.rollBack('plain', 'production'));

    expect(move).toMatchObject({ version: 2, previous: null });
    expect(prompt.labels).toEqual(new Map([['production', 2]]));
  });
});

describe('removing a label', () => {
  it('removes it and records the removal', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);

    expect(await author.unlabel('plain', 'production')).toEqual({ kind: 'removed' });
    expect(await author.read('plain', 'production')).toMatchObject({ kind: 'label-not-found' });
    expect(await historyOf(author)).toEqual([
      [1, null],
      [null, 1],
    ]);
  });
});

describe('the history of a label', () => {
  it('is listed newest first, in pages', async () => {
    const author = await anAuthorOfThree();
    for (const version of [1, 2, 1, 2, 1]) await author.move('plain', 'production', version);

    const newest = as('listed', await author.history('plain', 'production', { limit: 2 }));
    const middle = as('listed', await author.history('plain', 'production', { limit: 2, before: newest.next as Date }));
    const oldest = as('listed', await author.history('plain', 'production', { limit: 2, before: middle.next as Date }));

    expect([newest, middle, oldest].map(({ moves }) => moves.map(({ version }) => version))).toEqual([
      [1, 2],
      [1, 2],
      [1],
    ]);
    expect(oldest.next).toBeUndefined();
  });
});
