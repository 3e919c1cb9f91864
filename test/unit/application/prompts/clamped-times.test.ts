import { describe, expect, it } from 'vitest';
import { exportAll, exportOne, importResults } from '../../../support/builders/a-document.ts';
import { Author, as } from '../../../support/builders/an-author.ts';

const HOUR_MS = 60 * 60 * 1000;
const YEAR_MS = 365 * 24 * HOUR_MS;

/** An author whose clock is ahead, with a prompt that was published and moved at different times. */
async function anAuthorAhead(ms: number): Promise<Author> {
  const author = new Author();
  author.wait(ms);
  await author.mustCreate('plain', 'One.', { labels: ['production', 'staging'] });
  author.wait(1000);
  await author.mustPublish('plain', 'Two.', { labels: ['production'] });
  author.wait(1000);
  await author.rollBack('plain', 'production');
  return author;
}

describe('the times of an imported prompt', () => {
  it('are moved back to now if they lie in the future', async () => {
    const [source, author] = [await anAuthorAhead(YEAR_MS), new Author()];

    expect(await importResults(author, await exportAll(source))).toEqual(['plain created']);

    const { createdAt, updatedAt, versions, history } = await exportOne(author, 'plain');
    for (const time of [createdAt, updatedAt, ...versions.map(({ publishedAt }) => publishedAt)]) {
      expect(time).toEqual(author.now);
    }
    const ago = (ms: number) => new Date(author.now.getTime() - ms);
    expect(history.map(({ label, movedAt }) => [label, movedAt])).toEqual([
      ['production', ago(2)],
      ['production', ago(1)],
      ['production', author.now],
      ['staging', author.now],
    ]);
  });

  it('are preserved if they are in the past, or ahead by less than the difference between clocks', async () => {
    const [source, author] = [await anAuthorAhead(23 * HOUR_MS), new Author()];
    const exported = await exportAll(source);

    await author.import(exported);

    expect(await exportAll(author)).toEqual(exported);
  });

  it('do not prevent what is written next, nor merging the same export again', async () => {
    const [source, author] = [await anAuthorAhead(YEAR_MS), new Author()];
    const exported = await exportAll(source);
    await author.import(exported);

    expect(await importResults(author, exported, 'merge')).toEqual(['plain unchanged']);
    author.wait(1000);
    expect(as('published', await author.publish('plain', 'Three.')).version.publishedAt).toEqual(author.now);
    expect(as('moved', await author.move('plain', 'production', 3)).move.movedAt).toEqual(author.now);
  });
});
