import { describe, expect, it } from 'vitest';
import { Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';

/** The versions to which rollbacks lead, one after the other, until one is refused. */
async function rollBackAll(author: Author): Promise<readonly (number | string | null)[]> {
  const versions: (number | string | null)[] = [];
  while (versions.length < 50) {
    const outcome = await author.rollBack('plain', 'production');
    if (outcome.kind !== 'moved') return [...versions, outcome.kind];
    versions.push(outcome.move.version);
  }
  return versions;
}

/** A prompt with four versions, whose label has moved to the given ones in turn. */
async function anAuthorWhoMoved(...versions: readonly number[]): Promise<Author> {
  const author = await anAuthorWith({ plain: 'One.' });
  for (const content of ['Two.', 'Three.', 'Four.']) await author.mustPublish('plain', content);
  for (const version of versions) as('moved', await author.move('plain', 'production', version));
  return author;
}

describe('rolling a label back again', () => {
  it('leads further back, to the first version and no further', async () => {
    expect(await rollBackAll(await anAuthorWhoMoved(1, 2, 3))).toEqual([2, 1, 'nothing-to-roll-back']);
  });

  it('returns to where the label was before a move that followed a rollback', async () => {
    const author = await anAuthorWhoMoved(1, 2, 3);
    await author.rollBack('plain', 'production');
    await author.move('plain', 'production', 4);

    expect(await rollBackAll(author)).toEqual([2, 1, 'nothing-to-roll-back']);
  });

  it('takes back a removal of the label too', async () => {
    const author = await anAuthorWhoMoved(1, 2);
    await author.unlabel('plain', 'production');

    expect(await rollBackAll(author)).toEqual([2, 1, 'nothing-to-roll-back']);
  });

  it('reads a long history in pages', async () => {
    const author = await anAuthorWhoMoved(1, ...Array.from({ length: 30 }, (_, index) => 2 + (index % 2)));

    expect(await rollBackAll(author)).toHaveLength(31);
  });

  it('is marked in the history, which moves are not', async () => {
    const author = await anAuthorWhoMoved(1, 2);
    await author.rollBack('plain', 'production');

    const { moves } = as('listed', await author.history('plain', 'production'));
    expect(moves.map(({ rollback }) => rollback)).toEqual([true, undefined, undefined]);
  });
});

describe('rolling a label back from a version', () => {
  it('is refused with the version to which the label points if that is another one', async () => {
    const author = await anAuthorWhoMoved(1, 2, 3);

    expect(await author.rollBack('plain', 'production', undefined, 2)).toEqual({ kind: 'label-elsewhere', version: 3 });
    expect(as('moved', await author.rollBack('plain', 'production', undefined, 3)).move.version).toBe(2);
  });

  it('is refused for a label that was removed', async () => {
    const author = new Author();
    await author.mustCreate('plain', 'One.', { labels: ['production'] });
    await author.unlabel('plain', 'production');

    expect(await author.rollBack('plain', 'production', undefined, 1)).toEqual({
      kind: 'label-elsewhere',
      version: undefined,
    });
  });
});

describe('rolling a label back that other prompts include', () => {
  it('names the labels whose callers it breaks, and breaks them all the same', async () => {
    const author = await anAuthorWith({ tone: 'Obey {{boss}}.' });
    await author.move('tone', 'staging', 1);
    await author.mustPublish('tone', 'Kind.', { labels: ['staging'], force: true });
    await author.mustCreate('reply', '{{> tone@staging}}', { labels: ['production'] });

    expect(as('moved', await author.rollBack('tone', 'staging')).broken).toEqual([
      { name: 'reply', label: 'production', changes: [{ path: 'boss', change: 'added-required' }] },
    ]);
    expect(await author.render('reply')).toMatchObject({ kind: 'variables-invalid' });
  });
});
