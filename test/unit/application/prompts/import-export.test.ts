import { describe, expect, it } from 'vitest';
import {
  anAuthorOfHistory,
  documentNamed,
  documentOf,
  documentsOf,
  resultsOf,
} from '../../../support/builders/a-document.ts';
import { Author, as } from '../../../support/builders/an-author.ts';

describe('exporting', () => {
  it('gives everything with its history, archived prompts too, by name', async () => {
    const [chat, plain] = await (await anAuthorOfHistory()).export();

    expect(chat?.prompt).toMatchObject({ name: 'chat', archived: true });
    expect(plain?.versions.map(({ version, restoredFrom }) => [version, restoredFrom])).toEqual([
      [1, null],
      [2, null],
      [3, 1],
    ]);
    expect(plain?.moves.map(({ label, previous, version }) => [label, previous, version])).toEqual([
      ['production', null, 1],
      ['production', 1, 2],
      ['staging', null, 2],
      ['production', 2, 1],
      ['staging', 2, null],
    ]);
  });

  it('reaches beyond one page of prompts and one page of versions', async () => {
    const author = new Author();
    for (let index = 0; index < 51; index += 1) await author.has(`plain${index}`);
    for (let index = 0; index < 101; index += 1) await author.adds('plain0', `Version ${index}.`);

    const histories = await author.export();

    expect(histories).toHaveLength(51);
    expect(histories[0]?.versions.map(({ version }) => version)).toEqual(Array.from({ length: 102 }, (_, i) => i + 1));
  });

  it('is of one account', async () => {
    const author = await anAuthorOfHistory();

    expect(await new Author(author.prompts).export()).toEqual([]);
  });

  it('leaves out what is deleted meanwhile, and never names a version that it has not', async () => {
    const author = new Author();
    for (const name of ['a', 'b', 'c']) await author.has(name, 'One.', { labels: ['production'] });
    const { archive } = author.prompts;
    const readMoves = archive.readMoves.bind(archive);
    archive.readMoves = async (...of) => {
      const moves = await readMoves(...of);
      await author.delete('b');
      await author.publish('c', `Version ${Math.random()}.`, { labels: ['production'] });
      return moves;
    };

    const histories = await author.export();

    expect(histories.map(({ prompt }) => prompt.name)).toEqual(['a', 'c']);
    for (const { versions, moves } of histories) {
      expect(moves.every(({ version }) => version === null || version <= versions.length)).toBe(true);
    }
    expect((await new Author().import(histories.map(documentOf))).kind).toBe('imported');
  });
});

describe('importing', () => {
  it('brings everything as it was, under new ids', async () => {
    const source = await anAuthorOfHistory();
    const target = new Author();

    expect(await resultsOf(target, await documentsOf(source))).toEqual(['plain created', 'chat created']);
    expect(await documentsOf(target)).toEqual(await documentsOf(source));
    expect((await target.finds('plain')).id).not.toBe((await source.finds('plain')).id);
  });

  it('goes on from there', async () => {
    const target = new Author();
    await target.import(await documentsOf(await anAuthorOfHistory()));

    expect(as('read', await target.read('plain')).resolved).toEqual({ by: 'label', label: 'production', version: 1 });
    expect(as('published', await target.publish('plain', 'Four {{a}}.')).version.version).toBe(4);
    expect(as('moved', await target.rollBack('plain', 'production')).move).toMatchObject({ version: 2, previous: 1 });
    expect(await target.delete('plain')).toEqual({ kind: 'included-by', includers: ['chat'] });
  });

  it('brings included prompts first, whatever order they come in', async () => {
    const source = new Author();
    await source.has('z', 'deep');
    await source.has('m', '{{> z}}');
    await source.has('a', '{{> m@1}}');

    expect(await resultsOf(new Author(), await documentsOf(source))).toEqual(['z created', 'm created', 'a created']);
  });

  it('leaves names that are taken alone, unless told to merge', async () => {
    const source = await anAuthorOfHistory();
    const target = new Author();
    const before = await target.has('plain', 'Mine {{a}}.', { labels: ['production'] });

    expect(await resultsOf(target, await documentsOf(source))).toEqual(['plain skipped', 'chat created']);
    expect(await target.finds('plain')).toEqual(before);
  });

  it('writes nothing on a dry run, and tells what it would do', async () => {
    const source = await anAuthorOfHistory();
    const target = new Author();
    await target.has('chat', 'Mine.');
    const documents = await documentsOf(source);

    expect(await resultsOf(target, documents, 'skip', true)).toEqual(['plain created', 'chat skipped']);
    expect(await resultsOf(target, documents, 'merge', true)).toEqual(['plain created', 'chat conflict']);
    expect(await target.revision()).toBe(1);
  });

  it('brings nothing where there is nothing', async () => {
    expect(await resultsOf(new Author(), [])).toEqual([]);
  });

  it('never hands a prompt to somebody else', async () => {
    const source = await anAuthorOfHistory();
    const target = new Author(source.prompts);

    await target.import(await documentsOf(source));

    expect((await source.finds('plain')).revision).toBe(5);
    expect((await target.finds('plain')).owner).toBe(target.owner);
  });
});

describe('merging', () => {
  /** A copy of an author whose original goes on. */
  async function aCopy(): Promise<{ source: Author; target: Author }> {
    const source = await anAuthorOfHistory();
    const target = new Author();
    await target.import(await documentsOf(source));
    source.wait(60_000);
    target.wait(60_000);
    return { source, target };
  }

  it('appends what is missing, with its times', async () => {
    const { source, target } = await aCopy();
    await source.adds('plain', 'Four {{a}}.', { labels: ['production', 'new'] });
    await source.move('plain', 'staging', 1);

    expect(await resultsOf(target, await documentsOf(source), 'merge', true)).toEqual([
      'plain merged',
      'chat unchanged',
    ]);
    expect(await resultsOf(target, await documentsOf(source), 'merge')).toEqual(['plain merged', 'chat unchanged']);

    const [, theirs] = await source.export();
    const [, ours] = await target.export();
    expect(ours?.versions).toEqual(theirs?.versions);
    expect(new Set(ours?.moves)).toEqual(new Set(theirs?.moves));
    expect(ours?.prompt.labels).toEqual(theirs?.prompt.labels);
    expect(await resultsOf(target, await documentsOf(source), 'merge')).toEqual(['plain unchanged', 'chat unchanged']);
  });

  it.each<[string, (target: Author) => Promise<unknown>]>([
    ['a version is another one', (target) => target.publish('plain', 'Mine {{a}}.')],
    ['a label went elsewhere', (target) => target.move('plain', 'production', 2)],
    ['a label was put that is not there', (target) => target.move('plain', 'mine', 1)],
  ])('is a conflict where %s, and changes nothing', async (_, change) => {
    const { source, target } = await aCopy();
    target.wait(1);
    await change(target);
    await source.adds('plain', 'Four {{a}}.', { labels: ['production'] });
    const before = await documentsOf(target);

    expect(await resultsOf(target, await documentsOf(source), 'merge')).toEqual(['plain conflict', 'chat unchanged']);
    expect(await documentsOf(target)).toEqual(before);
  });

  it('is a conflict where the prompt here is ahead', async () => {
    const { source, target } = await aCopy();
    await target.adds('plain', 'Four {{a}}.');

    expect(await resultsOf(target, await documentsOf(source), 'merge')).toEqual(['plain conflict', 'chat unchanged']);
  });

  it('is a conflict where the type is another one', async () => {
    const source = new Author();
    await source.has('plain', 'One.');
    const target = new Author();
    await target.has('plain', [{ role: 'user', content: 'One.' }]);

    expect(await resultsOf(target, await documentsOf(source), 'merge')).toEqual(['plain conflict']);
  });

  it('is a conflict where a prompt would come to include itself', async () => {
    const source = new Author();
    await source.has('a', 'one');
    await source.has('b', 'two');
    const target = new Author();
    await target.import(await documentsOf(source));
    await source.adds('a', '{{> b}}');
    await target.adds('b', '{{> a}}');

    const documents = [await documentNamed(source, 'a')];

    expect(await resultsOf(target, documents, 'merge', true)).toEqual(['a conflict']);
    expect(await resultsOf(target, documents, 'merge')).toEqual(['a conflict']);
    expect((await target.finds('a')).latestVersion).toBe(1);
  });

  it('is a conflict where the prompt here lacks the version that is included', async () => {
    const source = new Author();
    await source.has('part', 'one', { labels: ['staging'] });
    await source.has('whole', '{{> part@staging}}');
    const target = new Author();
    await target.has('part', 'other');

    const documents = await documentsOf(source);
    expect(await resultsOf(target, documents, 'skip', true)).toEqual(['part skipped', 'whole conflict']);
    expect(await resultsOf(target, documents)).toEqual(['part skipped', 'whole conflict']);
    await target.has('whole', 'before');
    const whole = new Author();
    await whole.has('part', 'one', { labels: ['staging'] });
    await whole.has('whole', 'before');
    await whole.adds('whole', '{{> part@staging}}');
    const others = await documentsOf(whole);
    expect(await resultsOf(target, others, 'merge', true)).toEqual(['part conflict', 'whole conflict']);
    expect(await resultsOf(target, others, 'merge')).toEqual(['part conflict', 'whole conflict']);
    expect((await target.finds('whole')).latestVersion).toBe(1);
  });

  it('counts on a dry run what would have come by then', async () => {
    const source = new Author();
    for (const name of ['a', 'b', 'c']) await source.has(name, 'one');
    const target = new Author();
    await target.import(await documentsOf(source));
    await target.adds('c', '{{> a}}');
    await source.has('new', 'one', { labels: ['staging'] });
    await source.adds('b', '{{> c}} {{> new@staging}}');
    await source.adds('a', '{{> b@2}}');
    const documents = await Promise.all(['new', 'b', 'a'].map((name) => documentNamed(source, name)));

    const dry = await resultsOf(target, documents, 'merge', true);

    expect(dry).toEqual(['new created', 'b merged', 'a conflict']);
    expect(await resultsOf(target, documents, 'merge')).toEqual(dry);
  });
});
