import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../../src/application/ports/execution.ts';
import { Author, as } from '../../../support/builders/an-author.ts';

const TAGS = 9900;
/** Between two pauses. */
const TAGS_PER_TURN = 2000;

/** Counts heavy work and refuses any inside of other: it would wait for a slot while it holds one. */
class CountedWork implements Execution {
  readonly signal = new AbortController().signal;
  readonly nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));
  started = 0;
  #running = 0;

  async heavy<Result>(run: () => Promise<Result>): Promise<Result> {
    if (this.#running > 0) throw new Error('heavy work inside of heavy work');
    this.started += 1;
    this.#running += 1;
    try {
      return await run();
    } finally {
      this.#running -= 1;
    }
  }
}

/** How many iterations of the event loop pass meanwhile. */
async function countTurns(run: () => Promise<unknown>): Promise<number> {
  let turns = 0;
  let isRunning = true;
  const count = () => {
    turns += 1;
    if (isRunning) setImmediate(count);
  };
  setImmediate(count);
  await run();
  isRunning = false;
  return turns;
}

const CONTENTS = {
  'one text': '{{a}}'.repeat(TAGS),
  'many messages': Array.from({ length: 99 }, () => ({ role: 'user' as const, content: '{{a}}'.repeat(TAGS / 99) })),
};

describe.each(Object.entries(CONTENTS))('a prompt with 9,900 tags in %s', (_name, content) => {
  it('is published and compared as heavy work, which lets others run again and again', async () => {
    const author = new Author();
    const work = new CountedWork();
    const turns = await countTurns(async () => {
      as('created', await author.create('many', content, { labels: ['production'] }, work));
    });
    expect(turns).toBeGreaterThanOrEqual(Math.floor(TAGS / TAGS_PER_TURN));
    expect(work.started).toBe(1);

    const changed = typeof content === 'string' ? `${content}x` : [...content, { role: 'user' as const, content: '' }];
    as('published', await author.publish('many', changed, { labels: ['production'] }, work));
    // The new version, both contracts, and their comparison.
    expect(work.started).toBe(5);
  });

  it('is rendered as heavy work, which lets others run again and again', async () => {
    const author = new Author();
    const work = new CountedWork();
    await author.mustCreate('many', content);

    const turns = await countTurns(async () => as('rendered', await author.render('many', { a: '' }, { work })));

    expect(turns).toBeGreaterThanOrEqual((2 * TAGS) / TAGS_PER_TURN);
    expect(work.started).toBe(2);
  });

  it('is checked as heavy work when the rest of a request is invalid', async () => {
    const work = new CountedWork();

    expect((await new Author().create('many', content, { labels: ['Not a label'] }, work)).kind).toBe('invalid');

    expect(work.started).toBe(1);
  });
});

it('a prompt with few tags is never heavy work', async () => {
  const author = new Author();
  const work = new CountedWork();
  as('created', await author.create('few', '{{a}}'.repeat(200), {}, work));
  as('rendered', await author.render('few', { a: '' }, { work }));

  expect(work.started).toBe(0);
});
