import { describe, expect, it } from 'vitest';
import { ATTEMPTS_MAX } from '../../../../src/application/prompts/until-decided.ts';
import { documentNamed, documentsOf, resultsOf } from '../../../support/builders/a-document.ts';
import { Author, as, seen } from '../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';
import { interrupted, recorded } from '../../../support/record-calls.ts';

const WRITES: readonly (keyof InMemoryPrompts)[] = ['create', 'revise', 'remove', 'restore', 'append'];

/** An author whom somebody else of the same account gets in the way of, so many times, just before a write. */
function anUnluckyAuthor(
  happens: (other: Author) => Promise<unknown>,
  times?: number,
): { author: Author; other: Author } {
  const prompts = new InMemoryPrompts();
  const other: Author = new Author(inMemoryPromptPorts(prompts));
  const author = new Author(inMemoryPromptPorts(interrupted(prompts, WRITES, () => happens(other), times)));
  return { author: Object.assign(author, { owner: other.owner }), other };
}

/** A new version each time. */
const publishing = (name: string) => {
  let count = 0;
  return (other: Author) => {
    count += 1;
    return other.adds(name, `Other ${count} {{a}}.`);
  };
};

describe('simultaneous publishes', () => {
  it('get consecutive versions, none lost', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => author.publish('plain', `Version ${i}.`)));

    const versions = outcomes.map((outcome) => as('published', outcome).version.version);
    expect(versions.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
    for (const [index, version] of versions.entries()) {
      expect(as('read', await author.version('plain', version)).version.content).toMatchObject({
        content: `Version ${index}.`,
      });
    }
  });

  it('by name get consecutive versions, none lost', async () => {
    const author = new Author();

    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => author.put('plain', `Version ${i}.`)));

    const kinds = outcomes.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['created', ...Array.from({ length: 99 }, () => 'revised')]);
    expect((await author.finds('plain')).latestVersion).toBe(100);
  });

  it('of the same words give one version', async () => {
    const author = new Author();
    await author.has('plain', 'One.');

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => author.publish('plain', 'Two.')));

    expect(outcomes.filter(({ kind }) => kind === 'published')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'unchanged')).toHaveLength(19);
  });

  it('with the same precondition have one winner', async () => {
    const author = new Author();
    const precondition = seen(await author.has('plain', 'One.'));

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => author.publish('plain', `Version ${index}.`, { precondition })),
    );

    expect(outcomes.filter(({ kind }) => kind === 'published')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'precondition-failed')).toHaveLength(19);
  });

  it('create one prompt of a name', async () => {
    const author = new Author();

    const created = await Promise.all(Array.from({ length: 20 }, (_, index) => author.create('plain', `${index}`)));
    const only = await Promise.all(Array.from({ length: 20 }, (_, i) => author.put('other', `${i}`, {}, true)));

    expect(created.map(({ kind }) => kind).toSorted()).toEqual(['created', ...Array(19).fill('name-taken')]);
    expect(only.map(({ kind }) => kind).toSorted()).toEqual(['created', ...Array(19).fill('precondition-failed')]);
  });
});

describe('somebody who was faster', () => {
  it('leaves a label move a decision on what is there now', async () => {
    const { author, other } = anUnluckyAuthor(() => other.move('plain', 'production', 3, { force: true }), 1);
    await other.has('plain', '{{a}}', { labels: ['production'] });
    await other.adds('plain', '{{a}}!');
    await other.adds('plain', '{{b}}');

    expect((await author.move('plain', 'production', 2)).kind).toBe('breaking');
  });

  it.each(['listMoves', 'confirm'] as const)(
    'does not answer for a label that is where it shall be, just before %s',
    async (step) => {
      const prompts = new InMemoryPrompts();
      const other = new Author(inMemoryPromptPorts(prompts));
      const faster = interrupted(prompts, [step], () => other.move('plain', 'production', 2), 1);
      const author = Object.assign(new Author(inMemoryPromptPorts(faster)), { owner: other.owner });
      await other.has('plain', 'One.', { labels: ['production'] });
      await other.adds('plain', 'Two.');

      expect(as('moved', await author.move('plain', 'production', 1)).move).toMatchObject({ version: 1, previous: 2 });
    },
  );

  it('and deletes the prompt of a label that is where it shall be leaves nothing to move', async () => {
    const prompts = new InMemoryPrompts();
    const other = new Author(inMemoryPromptPorts(prompts));
    const faster = interrupted(prompts, ['listMoves'], () => other.delete('plain'), 1);
    const author = Object.assign(new Author(inMemoryPromptPorts(faster)), { owner: other.owner });
    await other.has('plain', 'One.', { labels: ['production'] });

    expect(await author.move('plain', 'production', 1)).toEqual({ kind: 'not-found' });
  });

  it('leaves a publication with labels a decision on what is there now', async () => {
    const { author, other } = anUnluckyAuthor(() => other.adds('plain', '{{b}}', { labels: ['production'] }), 1);
    await other.has('plain', '{{a}}');

    expect((await author.publish('plain', '{{a}}!', { labels: ['production'] })).kind).toBe('breaking');
  });

  it('leaves a roll-back the last move there is', async () => {
    const { author, other } = anUnluckyAuthor(() => other.move('plain', 'production', 3), 1);
    await other.has('plain', 'One.', { labels: ['production'] });
    await other.adds('plain', 'Two.', { labels: ['production'] });
    await other.adds('plain', 'Three.');

    expect(as('moved', await author.rollBack('plain', 'production')).move).toMatchObject({ version: 2, previous: 3 });
  });

  it('keeps a prompt from being deleted, renamed or robbed of a label that is included since', async () => {
    for (const change of [
      (author: Author) => author.delete('part'),
      (author: Author) => author.change('part', { name: 'other' }),
      (author: Author) => author.unlabel('part', 'staging'),
    ]) {
      const { author, other } = anUnluckyAuthor(() => other.create('whole', '{{> part@staging}}'), 1);
      await other.has('part', 'one', { labels: ['staging'] });

      expect(await change(author)).toEqual({ kind: 'included-by', includers: ['whole'] });
    }
  });

  it('keeps a prompt from including what is gone since', async () => {
    for (const write of [
      (author: Author) => author.create('whole', '{{> part}}'),
      (author: Author) => author.put('whole', '{{> part}}'),
      (author: Author) => author.publish('text', '{{> part}}'),
    ]) {
      const { author, other } = anUnluckyAuthor(() => other.delete('part'), 1);
      await other.has('part', 'one');
      await other.has('text', 'one');

      expect(await write(author)).toMatchObject({ kind: 'invalid', problems: [{ path: 'includes' }] });
    }
  });

  it('keeps two prompts from including each other', async () => {
    const { author, other } = anUnluckyAuthor(() => other.adds('b', '{{> a}}'), 1);
    await other.has('a', 'one');
    await other.has('b', 'two');

    expect((await author.publish('a', '{{> b}}')).kind).toBe('invalid');
  });

  it('makes a put a revision, or a failure for those who wanted to be first', async () => {
    const first = anUnluckyAuthor(() => first.other.has('plain', 'Other.'), 1);
    const second = anUnluckyAuthor(() => second.other.has('plain', 'Other.'), 1);

    expect((await first.author.put('plain', 'One.')).kind).toBe('revised');
    expect(await second.author.put('plain', 'One.', {}, true)).toEqual({ kind: 'precondition-failed' });
  });

  it('archives a prompt before it is published', async () => {
    const { author, other } = anUnluckyAuthor(() => other.change('plain', { archived: true }), 1);
    await other.has('plain', 'One.');

    expect(await author.publish('plain', 'Two.')).toEqual({ kind: 'archived' });
  });

  it('deletes a prompt before it is changed', async () => {
    const { author, other } = anUnluckyAuthor(() => other.delete('plain'), 1);
    await other.has('plain', 'One.');

    expect(await author.change('plain', { tags: ['a'] })).toEqual({ kind: 'not-found' });
  });

  it.each<[string, string, (author: Author) => Promise<{ readonly kind: string }>]>([
    ['publish', 'published', (author) => author.publish('plain', 'Two.')],
    ['put', 'revised', (author) => author.put('plain', 'Two.')],
    ['create', 'created', (author) => author.create('new', 'Two.')],
  ])('cannot delete what a %s wrote before it is reported: nothing is read back', async (_, kind, write) => {
    const { object, calls } = recorded(new InMemoryPrompts());
    const author = new Author(inMemoryPromptPorts(object));
    await author.has('plain', 'One.');

    expect(await write(author)).toMatchObject({ kind, version: { content: { type: 'text', content: 'Two.' } } });
    expect(WRITES).toContain(calls.at(-1));
  });

  it.each<[string, (author: Author) => Promise<{ readonly kind: string }>]>([
    ['publish', (author) => author.publish('plain', 'One.')],
    ['put', (author) => author.put('plain', 'One.')],
    ['put with new tags', (author) => author.put('plain', 'One.', { tags: ['a'] })],
  ])('deletes a prompt before the unchanged version of a %s is read', async (_, write) => {
    const prompts = new InMemoryPrompts();
    const other = new Author(inMemoryPromptPorts(prompts));
    const slower = interrupted(prompts, ['readVersion'], () => other.delete('plain'));
    const author = Object.assign(new Author(inMemoryPromptPorts(slower)), { owner: other.owner });
    await other.has('plain', 'One.');

    expect(await write(author)).toEqual({ kind: 'not-found' });
  });

  it('publishes other words, so that the same ones are new again', async () => {
    // Before the prompt is looked up for the second time: once it was found that the words are the latest.
    let finds = 0;
    const prompts = new InMemoryPrompts();
    const other = new Author(inMemoryPromptPorts(prompts));
    const happens = async () => {
      finds += 1;
      if (finds === 2) await other.adds('plain', 'Two.');
    };
    const author = Object.assign(new Author(inMemoryPromptPorts(interrupted(prompts, ['find'], happens))), {
      owner: other.owner,
    });
    await other.has('plain', 'One.');

    expect(as('published', await author.publish('plain', 'One.')).version.version).toBe(3);
  });

  it('leaves an import what there is now', async () => {
    const { author, other } = anUnluckyAuthor(() => other.has('plain', 'Mine.'), 1);
    const source = new Author();
    await source.has('plain', 'Theirs.');

    expect(await resultsOf(author, await documentsOf(source))).toEqual(['plain skipped']);
  });

  it('keeps an import from including what is gone since', async () => {
    const { author, other } = anUnluckyAuthor(() => other.delete('part'), 1);
    const source = new Author();
    for (const owner of [source, other]) await owner.has('part', 'one');
    await source.has('whole', '{{> part}}');

    expect(await resultsOf(author, [await documentNamed(source, 'whole')])).toEqual(['whole conflict']);
  });
});

describe('somebody who is faster every time', () => {
  it.each<[string, (author: Author) => Promise<{ readonly kind: string }>]>([
    ['label move', (author) => author.move('plain', 'production', 2)],
    ['label removal', (author) => author.unlabel('plain', 'production')],
    ['roll-back', (author) => author.rollBack('plain', 'staging')],
    ['change', (author) => author.change('plain', { tags: ['a'] })],
    ['deletion', (author) => author.delete('plain')],
    ['publication with labels', (author) => author.publish('plain', 'New {{a}}.', { labels: ['production'] })],
    ['put with labels', (author) => author.put('plain', 'New {{a}}.', { labels: ['production'] })],
    ['publication with includes', (author) => author.publish('plain', '{{a}} {{> part}}')],
    ['creation with includes', (author) => author.create('whole', '{{> part}}')],
  ])('makes a %s a conflict in the end, and it changes nothing', async (_, change) => {
    const { author, other } = anUnluckyAuthor(publishing('plain'));
    await other.has('part', 'one');
    await other.has('plain', 'One {{a}}.', { labels: ['production', 'staging'] });
    await other.adds('plain', 'Two {{a}}.', { labels: ['staging'] });

    expect(await change(author)).toEqual({ kind: 'conflict' });
    expect(await other.finds('plain')).toMatchObject({
      latestVersion: 2 + ATTEMPTS_MAX,
      tags: [],
      labels: new Map([
        ['production', 1],
        ['staging', 2],
      ]),
    });
  });

  it('does not keep words alone from being published', async () => {
    const { author, other } = anUnluckyAuthor(publishing('plain'));
    await other.has('plain', 'One {{a}}.');

    expect((await author.publish('plain', 'Mine.')).kind).toBe('published');
    expect((await author.put('plain', 'Mine too.')).kind).toBe('revised');
  });
});
