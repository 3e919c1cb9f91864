import { describe, expect, it } from 'vitest';
import { Author, as, seen } from '../../../support/builders/an-author.ts';

/** Three versions; the third breaks callers of the first two. */
async function anAuthorOfThree(): Promise<Author> {
  const author = new Author();
  await author.has('plain', 'One {{a}}.');
  await author.adds('plain', 'Two {{a}}.');
  await author.adds('plain', 'Three {{b}}.');
  return author;
}

async function historyOf(author: Author, label = 'production') {
  const { moves } = as('listed', await author.history('plain', label));
  return moves.map(({ version, previous }) => [previous, version]);
}

describe('moving a label', () => {
  it('puts it where there was none, and then elsewhere', async () => {
    const author = await anAuthorOfThree();

    const first = as('moved', await author.move('plain', 'production', 1, { message: 'go' }));
    author.wait(1000);
    const second = as('moved', await author.move('plain', 'production', 2));

    expect(first.move).toMatchObject({ label: 'production', version: 1, previous: null, by: 'api', message: 'go' });
    expect(second.move).toMatchObject({ version: 2, previous: 1, movedAt: author.now, message: '' });
    expect(second.prompt).toMatchObject({ revision: 5, labels: new Map([['production', 2]]) });
    expect(as('read', await author.read('plain', 'production')).version.version).toBe(2);
  });

  it('records nothing when it points there already, and answers how it got there', async () => {
    const author = await anAuthorOfThree();
    const { move, prompt } = as('moved', await author.move('plain', 'production', 1, { message: 'go' }));

    const again = as('moved', await author.move('plain', 'production', 1, { message: 'again' }));

    expect(again).toMatchObject({ move, prompt });
    expect(await historyOf(author)).toEqual([[null, 1]]);
  });

  it('refuses what would break callers, unless forced', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);

    expect(await author.move('plain', 'production', 3)).toEqual({
      kind: 'breaking',
      changes: [
        { name: 'a', change: 'removed' },
        { name: 'b', change: 'added-required' },
      ],
    });
    expect(await historyOf(author)).toEqual([[null, 1]]);
    expect((await author.move('plain', 'production', 3, { force: true })).kind).toBe('moved');
  });

  it('calls nothing breaking that has a default, is not required, or is put where no label was', async () => {
    const author = new Author();
    const optional = [
      { name: 'a', type: 'string', required: true, default: 'x' },
      { name: 'b', type: 'string', required: false },
    ] as const;
    await author.has('plain', 'One.', { labels: ['production'] });
    await author.adds('plain', '{{a}} {{b}}', { variables: optional });
    await author.adds('plain', '{{c}}');

    expect((await author.move('plain', 'production', 2)).kind).toBe('moved');
    expect((await author.move('plain', 'staging', 3)).kind).toBe('moved');
  });

  it('says what is not there', async () => {
    const author = await anAuthorOfThree();

    expect(await author.move('plain', 'production', 4)).toEqual({ kind: 'version-not-found' });
    expect(await author.move('other', 'production', 1)).toEqual({ kind: 'not-found' });
  });

  it('refuses a long message', async () => {
    const author = await anAuthorOfThree();

    expect(await author.move('plain', 'production', 1, { message: 'x'.repeat(501) })).toEqual({
      kind: 'invalid',
      problems: [{ path: 'message', problem: 'too-long' }],
    });
  });

  it('dates every move after the one before, whatever the clock says', async () => {
    const author = await anAuthorOfThree();
    const first = as('moved', await author.move('plain', 'production', 1)).move.movedAt;
    author.wait(-60_000);

    const second = as('moved', await author.move('plain', 'production', 2)).move.movedAt;

    expect(second.getTime()).toBe(first.getTime() + 1);
  });
});

describe('rolling a label back', () => {
  it('is a new move, to the version before the last one', async () => {
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

  it('undoes itself when it is done twice', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);
    await author.move('plain', 'production', 2);

    await author.rollBack('plain', 'production');

    expect(as('moved', await author.rollBack('plain', 'production')).move.version).toBe(2);
  });

  it('is never refused as breaking', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);
    await author.move('plain', 'production', 3, { force: true });

    expect(as('moved', await author.rollBack('plain', 'production')).move.version).toBe(1);
  });

  it('brings a removed label back', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 2);
    await author.unlabel('plain', 'production');

    const { move, prompt } = as('moved', await author.rollBack('plain', 'production'));

    expect(move).toMatchObject({ version: 2, previous: null });
    expect(prompt.labels).toEqual(new Map([['production', 2]]));
  });

  it('has nothing to go back to after the first move', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);

    expect(await author.rollBack('plain', 'production')).toEqual({ kind: 'nothing-to-roll-back' });
  });

  it('says what is not there', async () => {
    const author = await anAuthorOfThree();

    expect(await author.rollBack('plain', 'production')).toEqual({ kind: 'label-not-found' });
    expect(await author.rollBack('other', 'production')).toEqual({ kind: 'not-found' });
  });
});

describe('removing a label', () => {
  it('takes it away and records that', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);

    expect(await author.unlabel('plain', 'production')).toEqual({ kind: 'removed' });
    expect(await author.read('plain', 'production')).toEqual({ kind: 'label-not-found' });
    expect(await historyOf(author)).toEqual([
      [1, null],
      [null, 1],
    ]);
  });

  it('says what is not there', async () => {
    const author = await anAuthorOfThree();

    expect(await author.unlabel('plain', 'production')).toEqual({ kind: 'label-not-found' });
    expect(await author.unlabel('other', 'production')).toEqual({ kind: 'not-found' });
  });
});

describe('the history of a label', () => {
  it('comes newest first, in pages', async () => {
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

  it('is the own of each label and each prompt', async () => {
    const author = await anAuthorOfThree();
    await author.has('other', 'One.', { labels: ['production'] });
    await author.move('plain', 'staging', 1);

    expect(await author.history('plain', 'production')).toEqual({ kind: 'label-not-found' });
    expect(await historyOf(author, 'staging')).toEqual([[null, 1]]);
    expect(await author.history('nothing', 'production')).toEqual({ kind: 'not-found' });
  });

  it('outlives its label', async () => {
    const author = await anAuthorOfThree();
    await author.move('plain', 'production', 1);
    await author.unlabel('plain', 'production');

    expect(await historyOf(author)).toHaveLength(2);
  });
});

describe('a label of a prompt that somebody else was faster to change', () => {
  it('stays where it is', async () => {
    const author = await anAuthorOfThree();
    const stale = await author.finds('plain');
    await author.move('plain', 'production', 1);
    await author.move('plain', 'production', 2);
    const before = await author.finds('plain');

    const failed = { kind: 'precondition-failed' };
    expect(await author.move('plain', 'production', 1, { precondition: seen(stale) })).toEqual(failed);
    expect(await author.rollBack('plain', 'production', seen(stale))).toEqual(failed);
    expect(await author.unlabel('plain', 'production', seen(stale))).toEqual(failed);
    expect(await author.finds('plain')).toEqual(before);
  });

  it('moves for those who have seen the prompt as it is', async () => {
    const author = await anAuthorOfThree();

    expect(
      (await author.move('plain', 'production', 1, { precondition: seen(await author.finds('plain')) })).kind,
    ).toBe('moved');
    expect((await author.move('plain', 'production', 2, { precondition: 'any' })).kind).toBe('moved');
    expect((await author.rollBack('plain', 'production', seen(await author.finds('plain')))).kind).toBe('moved');
    expect((await author.unlabel('plain', 'production', seen(await author.finds('plain')))).kind).toBe('removed');
  });
});
