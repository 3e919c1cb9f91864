import { describe, expect, it } from 'vitest';
import type { Label } from '../../../../src/domain/naming/label.ts';
import { exportAll, exportOne, importResults } from '../../../support/builders/a-document.ts';
import { Author, anAuthorWith, as, seen } from '../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';
import { interruptCalls, recordCalls } from '../../../support/record-calls.ts';

const WRITES: readonly (keyof InMemoryPrompts)[] = ['create', 'revise', 'remove', 'restore', 'append'];

/** An author whose writes, or other steps, are each preceded by a concurrent change of the same account, up to `times` times. */
function anInterruptedAuthor(
  change: (other: Author) => Promise<unknown>,
  times?: number,
  steps = WRITES,
): { author: Author; other: Author } {
  const prompts = new InMemoryPrompts();
  const other: Author = new Author(inMemoryPromptPorts(prompts));
  const interrupted = interruptCalls(prompts, steps, () => change(other), times);
  return { author: new Author(inMemoryPromptPorts(interrupted), other.owner), other };
}

describe('concurrent publishers', () => {
  it('get consecutive versions, and none is lost', async () => {
    const author = await anAuthorWith({ plain: 'One.' });

    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => author.publish('plain', `Version ${i}.`)));

    const versions = outcomes.map((outcome) => as('published', outcome).version.version);
    expect(versions.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 100 }, (_, i) => i + 2));
    for (const [index, version] of versions.entries()) {
      expect(as('read', await author.version('plain', version)).version.content).toMatchObject({
        content: `Version ${index}.`,
      });
    }
  });

  it('get consecutive versions when publishing by name, and none is lost', async () => {
    const author = new Author();

    const outcomes = await Promise.all(Array.from({ length: 100 }, (_, i) => author.put('plain', `Version ${i}.`)));

    const kinds = outcomes.map(({ kind }) => kind).toSorted();
    expect(kinds).toEqual(['created', ...Array.from({ length: 99 }, () => 'revised')]);
    expect((await author.mustFind('plain')).latestVersion).toBe(100);
  });

  it('publish the same content only once', async () => {
    const author = await anAuthorWith({ plain: 'One.' });

    const outcomes = await Promise.all(Array.from({ length: 20 }, () => author.publish('plain', 'Two.')));

    expect(outcomes.filter(({ kind }) => kind === 'published')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'unchanged')).toHaveLength(19);
  });

  it('succeed only once with the same precondition', async () => {
    const author = new Author();
    const precondition = seen(await author.mustCreate('plain', 'One.'));

    const outcomes = await Promise.all(
      Array.from({ length: 20 }, (_, index) => author.publish('plain', `Version ${index}.`, { precondition })),
    );

    expect(outcomes.filter(({ kind }) => kind === 'published')).toHaveLength(1);
    expect(outcomes.filter(({ kind }) => kind === 'precondition-failed')).toHaveLength(19);
  });

  it('create only one prompt with a given name', async () => {
    const author = new Author();

    const created = await Promise.all(Array.from({ length: 20 }, (_, index) => author.create('plain', `${index}`)));
    const only = await Promise.all(Array.from({ length: 20 }, (_, i) => author.put('other', `${i}`, {}, true)));

    expect(created.map(({ kind }) => kind).toSorted()).toEqual(['created', ...Array(19).fill('name-taken')]);
    expect(only.map(({ kind }) => kind).toSorted()).toEqual(['created', ...Array(19).fill('precondition-failed')]);
  });
});

describe('a concurrent change', () => {
  it('makes a label move check the new state for breaking changes', async () => {
    const { author, other } = anInterruptedAuthor(() => other.move('plain', 'production', 3, { force: true }), 1);
    await other.mustCreate('plain', '{{a}}', { labels: ['production'] });
    await other.mustPublish('plain', '{{a}}!');
    await other.mustPublish('plain', '{{b}}');

    expect((await author.move('plain', 'production', 2)).kind).toBe('breaking');
  });

  it.each(['listMoves', 'confirm'] as const)(
    'makes a label move that was a no-op move the label after all, just before %s',
    async (step) => {
      const { author, other } = anInterruptedAuthor(() => other.move('plain', 'production', 2), 1, [step]);
      await other.mustCreate('plain', 'One.', { labels: ['production'] });
      await other.mustPublish('plain', 'Two.');

      expect(as('moved', await author.move('plain', 'production', 1)).move).toMatchObject({ version: 1, previous: 2 });
    },
  );

  it('that deletes the prompt makes a label move return not-found', async () => {
    const { author, other } = anInterruptedAuthor(() => other.delete('plain'), 1, ['listMoves']);
    await other.mustCreate('plain', 'One.', { labels: ['production'] });

    expect(await author.move('plain', 'production', 1)).toEqual({ kind: 'not-found' });
  });

  it('makes a publication with labels check the new state', async () => {
    const { author, other } = anInterruptedAuthor(
      () => other.mustPublish('plain', '{{b}}', { labels: ['production'] }),
      1,
    );
    await other.mustCreate('plain', '{{a}}');

    expect((await author.publish('plain', '{{a}}!', { labels: ['production'] })).kind).toBe('breaking');
  });

  it('makes a roll-back start from the newest move', async () => {
    const { author, other } = anInterruptedAuthor(() => other.move('plain', 'production', 3), 1);
    await other.mustCreate('plain', 'One.', { labels: ['production'] });
    await other.mustPublish('plain', 'Two.', { labels: ['production'] });
    await other.mustPublish('plain', 'Three.');

    expect(as('moved', await author.rollBack('plain', 'production')).move).toMatchObject({ version: 2, previous: 3 });
  });

  it('that adds an include prevents deleting, renaming and removing the label', async () => {
    for (const change of [
      (author: Author) => author.delete('part'),
      (author: Author) => author.change('part', { name: 'other' }),
      (author: Author) => author.unlabel('part', 'staging'),
    ]) {
      const { author, other } = anInterruptedAuthor(() => other.create('whole', '{{> part@staging}}'), 1);
      await other.mustCreate('part', 'one', { labels: ['staging'] });

      expect(await change(author)).toEqual({ kind: 'included-by', includers: ['whole'], count: 1 });
    }
  });

  it('that deletes a prompt prevents including it', async () => {
    for (const write of [
      (author: Author) => author.create('whole', '{{> part}}'),
      (author: Author) => author.put('whole', '{{> part}}'),
      (author: Author) => author.publish('text', '{{> part}}'),
    ]) {
      const { author, other } = anInterruptedAuthor(() => other.delete('part'), 1);
      await other.mustCreate('part', 'one');
      await other.mustCreate('text', 'one');

      expect(await write(author)).toMatchObject({ kind: 'invalid', problems: [{ path: 'includes' }] });
    }
  });

  it('cannot make two prompts include each other', async () => {
    const { author, other } = anInterruptedAuthor(() => other.mustPublish('b', '{{> a}}'), 1);
    await other.mustCreate('a', 'one');
    await other.mustCreate('b', 'two');

    expect((await author.publish('a', '{{> b}}')).kind).toBe('invalid');
  });

  it('that creates the prompt turns a put into a revision, or fails it if createOnly is set', async () => {
    const first = anInterruptedAuthor(() => first.other.mustCreate('plain', 'Other.'), 1);
    const second = anInterruptedAuthor(() => second.other.mustCreate('plain', 'Other.'), 1);

    expect((await first.author.put('plain', 'One.')).kind).toBe('revised');
    expect(await second.author.put('plain', 'One.', {}, true)).toEqual({ kind: 'precondition-failed' });
  });

  it('that archives the prompt prevents publishing', async () => {
    const { author, other } = anInterruptedAuthor(() => other.change('plain', { archived: true }), 1);
    await other.mustCreate('plain', 'One.');

    expect(await author.publish('plain', 'Two.')).toEqual({ kind: 'archived' });
  });

  it('that deletes the prompt makes a change return not-found', async () => {
    const { author, other } = anInterruptedAuthor(() => other.delete('plain'), 1);
    await other.mustCreate('plain', 'One.');

    expect(await author.change('plain', { tags: ['a'] })).toEqual({ kind: 'not-found' });
  });

  it.each<[string, string, (author: Author) => Promise<{ readonly kind: string }>]>([
    ['publish', 'published', (author) => author.publish('plain', 'Two.')],
    ['put', 'revised', (author) => author.put('plain', 'Two.')],
    ['create', 'created', (author) => author.create('new', 'Two.')],
  ])('cannot affect the result of a %s, which reads nothing back', async (_, kind, write) => {
    const { object, calls } = recordCalls(new InMemoryPrompts());
    const author = new Author(inMemoryPromptPorts(object));
    await author.mustCreate('plain', 'One.');

    expect(await write(author)).toMatchObject({ kind, version: { content: { type: 'text', content: 'Two.' } } });
    expect(WRITES).toContain(calls.at(-1));
  });

  it.each<[string, (author: Author) => Promise<{ readonly kind: string }>]>([
    ['publish', (author) => author.publish('plain', 'One.')],
    ['put', (author) => author.put('plain', 'One.')],
    ['put with new tags', (author) => author.put('plain', 'One.', { tags: ['a'] })],
  ])('that deletes the prompt makes an unchanged %s return not-found', async (_, write) => {
    const { author, other } = anInterruptedAuthor(() => other.delete('plain'), undefined, ['findVersion']);
    await other.mustCreate('plain', 'One.');

    expect(await write(author)).toEqual({ kind: 'not-found' });
  });

  it('that publishes other content makes unchanged content new again', async () => {
    // The prompt is looked up again after the content was found to be that of the latest version.
    const { author, other } = anInterruptedAuthor(() => other.mustPublish('plain', 'Two.'), 1, ['find']);
    await other.mustCreate('plain', 'One.');

    expect(as('published', await author.publish('plain', 'One.')).version.version).toBe(3);
  });

  it('that creates the prompt makes an import skip it', async () => {
    const { author, other } = anInterruptedAuthor(() => other.mustCreate('plain', 'Mine.'), 1);
    const source = await anAuthorWith({ plain: 'Theirs.' });

    expect(await importResults(author, await exportAll(source))).toEqual(['plain skipped']);
  });

  it('that deletes a prompt prevents an import from including it', async () => {
    const { author, other } = anInterruptedAuthor(() => other.delete('part'), 1);
    const source = new Author();
    for (const owner of [source, other]) await owner.mustCreate('part', 'one');
    await source.mustCreate('whole', '{{> part}}');

    expect(await importResults(author, [await exportOne(source, 'whole')])).toEqual(['whole conflict']);
  });
});

describe('a concurrent change before every attempt', () => {
  const publishingWithLabel = (...labels: readonly string[]) => {
    let count = 0;
    return (other: Author) => {
      count += 1;
      return other.mustPublish('plain', `Other ${count} {{a}}.`, { labels: [...labels] });
    };
  };

  it.each<[string, (author: Author) => Promise<{ readonly kind: string }>]>([
    ['label move', (author) => author.move('plain', 'production', 1)],
    ['label removal', (author) => author.unlabel('plain', 'production')],
    ['roll-back', (author) => author.rollBack('plain', 'production')],
    ['change', (author) => author.change('plain', { tags: ['a'] })],
    ['deletion', (author) => author.delete('plain')],
    ['publication with labels', (author) => author.publish('plain', 'New {{a}}.', { labels: ['production'] })],
    ['put with labels', (author) => author.put('plain', 'New {{a}}.', { labels: ['production'] })],
    ['publication that includes the prompt', (author) => author.publish('text', '{{> plain}}')],
    ['creation that includes the prompt', (author) => author.create('whole', '{{> plain}}')],
  ])('of the same prompt and label makes a %s end as a conflict that changes nothing', async (_, change) => {
    const { author, other } = anInterruptedAuthor(publishingWithLabel('production'));
    await other.mustCreate('text', 'one');
    await other.mustCreate('plain', 'One {{a}}.', { labels: ['production'] });
    await other.mustPublish('plain', 'Two {{a}}.', { labels: ['production'] });

    expect(await change(author)).toEqual({ kind: 'conflict' });
    const { latestVersion, tags, labels } = await other.mustFind('plain');
    expect(latestVersion).toBeGreaterThan(20);
    expect([tags, [...labels]]).toEqual([[], [['production', latestVersion]]]);
    expect((await other.mustFind('text')).latestVersion).toBe(1);
  });

  it.each<[string, string, (author: Author) => Promise<{ readonly kind: string }>]>([
    ['label move', 'moved', (author) => author.move('plain', 'staging', 1)],
    ['label removal', 'removed', (author) => author.unlabel('plain', 'staging')],
    ['publication', 'published', (author) => author.publish('plain', 'Mine {{a}}.')],
    ['put', 'revised', (author) => author.put('plain', 'Mine {{a}}.')],
    [
      'publication with labels',
      'published',
      (author) => author.publish('plain', 'New {{a}}.', { labels: ['staging'] }),
    ],
    ['put with labels', 'revised', (author) => author.put('plain', 'New {{a}}.', { labels: ['staging'] })],
    ['publication with includes', 'published', (author) => author.publish('text', '{{> part}}')],
    ['creation with includes', 'created', (author) => author.create('whole', '{{> part}}')],
    ['deletion of another prompt', 'deleted', (author) => author.delete('text')],
    ['renaming of another prompt', 'changed', (author) => author.change('text', { name: 'other' })],
  ])('of other prompts and labels does not prevent a %s', async (_, kind, write) => {
    const { author, other } = anInterruptedAuthor(publishingWithLabel('production'));
    await other.mustCreate('part', 'one');
    await other.mustCreate('text', 'one');
    await other.mustCreate('plain', 'One {{a}}.', { labels: ['production', 'staging'] });
    await other.mustPublish('plain', 'Two {{a}}.', { labels: ['staging'] });

    expect((await write(author)).kind).toBe(kind);
    // Written at the first attempt.
    expect((await other.mustFind('plain')).labels.get('production' as Label)).toBeLessThanOrEqual(4);
  });

  it('of other prompts does not prevent an import with includes', async () => {
    const { author, other } = anInterruptedAuthor(publishingWithLabel('production'));
    const source = new Author();
    for (const owner of [source, other]) await owner.mustCreate('part', 'one');
    await source.mustCreate('whole', '{{> part}}');
    await other.mustCreate('plain', 'One {{a}}.');

    expect(await importResults(author, [await exportOne(source, 'whole')])).toEqual(['whole created']);
    await source.mustPublish('whole', '{{> part}}!');
    expect(await importResults(author, [await exportOne(source, 'whole')], 'merge')).toEqual(['whole merged']);
    expect((await other.mustFind('plain')).latestVersion).toBe(3);
  });
});
