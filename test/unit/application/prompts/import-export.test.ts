import { describe, expect, it } from 'vitest';
import {
  anAuthorOfHistory,
  exportAll,
  exportOne,
  importResults,
  toDocument,
} from '../../../support/builders/a-document.ts';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

describe('exporting', () => {
  it('returns all prompts with their history by name, including archived ones', async () => {
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
      ['production', 2, 1],
      ['staging', null, 2],
      ['staging', 2, null],
    ]);
  });

  it('reads more than one page of prompts and of versions', async () => {
    const author = new Author();
    for (let index = 0; index < 51; index += 1) await author.mustCreate(`plain${index}`);
    for (let index = 0; index < 101; index += 1) await author.mustPublish('plain0', `Version ${index}.`);

    const histories = await author.export();

    expect(histories).toHaveLength(51);
    expect(histories[0]?.versions.map(({ version }) => version)).toEqual(Array.from({ length: 102 }, (_, i) => i + 1));
  });

  it('returns only prompts of the account', async () => {
    const author = await anAuthorOfHistory();

    expect(await new Author(author.prompts).export()).toEqual([]);
  });

  it('omits prompts deleted concurrently and moves to versions it does not contain', async () => {
    const author = new Author();
    for (const name of ['a', 'b', 'c']) await author.mustCreate(name, 'One.', { labels: ['production'] });
    const { archive } = author.prompts;
    const readVersions = archive.readVersions.bind(archive);
    archive.readVersions = async (...args) => {
      const versions = await readVersions(...args);
      await author.delete('b');
      await author.publish('c', `Version ${Math.random()}.`, { labels: ['production'] });
      await author.move('c', 'production', 1);
      return versions;
    };

    const histories = await author.export();

    expect(histories.map(({ prompt }) => prompt.name)).toEqual(['a', 'c']);
    for (const { versions, moves } of histories) {
      expect(moves.every(({ version }) => version === null || version <= versions.length)).toBe(true);
    }
    expect((await new Author().import(histories.map(toDocument))).kind).toBe('imported');
  });
});

describe('importing', () => {
  it('restores everything unchanged, under new ids', async () => {
    const source = await anAuthorOfHistory();
    const target = new Author();

    expect(await importResults(target, await exportAll(source))).toEqual(['plain created', 'chat created']);
    expect(await exportAll(target)).toEqual(await exportAll(source));
    expect((await target.mustFind('plain')).id).not.toBe((await source.mustFind('plain')).id);
  });

  it('lets authors continue from the imported state', async () => {
    const target = new Author();
    await target.import(await exportAll(await anAuthorOfHistory()));

    expect(as('read', await target.read('plain')).resolved).toEqual({ by: 'label', label: 'production', version: 1 });
    expect(as('published', await target.publish('plain', 'Four {{a}}.')).version.version).toBe(4);
    expect(await target.rollBack('plain', 'production')).toEqual({ kind: 'nothing-to-roll-back' });
    expect(await target.delete('plain')).toEqual({ kind: 'included-by', includers: ['chat'], count: 1 });
  });

  it('imports included prompts first, whatever their order', async () => {
    const source = await anAuthorWith({ z: 'deep', m: '{{> z}}', a: '{{> m@1}}' });

    expect(await importResults(new Author(), await exportAll(source))).toEqual(['z created', 'm created', 'a created']);
  });

  it('skips names that are taken, unless merging', async () => {
    const source = await anAuthorOfHistory();
    const target = new Author();
    const before = await target.mustCreate('plain', 'Mine {{a}}.', { labels: ['production'] });

    expect(await importResults(target, await exportAll(source))).toEqual(['plain skipped', 'chat created']);
    expect(await target.mustFind('plain')).toEqual(before);
  });

  it('writes nothing in a dry run, but reports what it would do', async () => {
    const source = await anAuthorOfHistory();
    const target = await anAuthorWith({ chat: 'Mine.' });
    const documents = await exportAll(source);

    expect(await importResults(target, documents, 'skip', true)).toEqual(['plain created', 'chat skipped']);
    expect(await importResults(target, documents, 'merge', true)).toEqual(['plain created', 'chat conflict']);
    expect(await target.revision()).toBe(1);
  });

  it('returns at most 10,000 warnings', async () => {
    const source = await anAuthorWith({ plain: '{{a-}}'.repeat(101) });
    const document = await exportOne(source, 'plain');
    const documents = Array.from({ length: 101 }, (_, index) => ({ ...document, name: `p${index}` }));

    const { results } = as('imported', await new Author().import(documents));

    expect(results.flatMap(({ warnings }) => warnings)).toHaveLength(10_000);
    expect(results.at(-1)?.warnings).toEqual([]);
  });

  it('accepts an empty list', async () => {
    expect(await importResults(new Author(), [])).toEqual([]);
  });

  it('never changes the owner of an existing prompt', async () => {
    const source = await anAuthorOfHistory();
    const target = new Author(source.prompts);

    await target.import(await exportAll(source));

    expect((await source.mustFind('plain')).revision).toBe(5);
    expect((await target.mustFind('plain')).owner).toBe(target.owner);
  });
});

describe('merging', () => {
  /** An author with history, and a copy to merge later changes into. */
  async function aCopy(): Promise<{ source: Author; target: Author }> {
    const source = await anAuthorOfHistory();
    const target = new Author();
    await target.import(await exportAll(source));
    source.wait(60_000);
    target.wait(60_000);
    return { source, target };
  }

  it('appends what is missing, with the original times', async () => {
    const { source, target } = await aCopy();
    await source.mustPublish('plain', 'Four {{a}}.', { labels: ['production', 'new'] });
    await source.move('plain', 'staging', 1);

    expect(await importResults(target, await exportAll(source), 'merge', true)).toEqual([
      'plain merged',
      'chat unchanged',
    ]);
    expect(await importResults(target, await exportAll(source), 'merge')).toEqual(['plain merged', 'chat unchanged']);

    const [, theirs] = await source.export();
    const [, ours] = await target.export();
    expect(ours?.versions).toEqual(theirs?.versions);
    expect(new Set(ours?.moves)).toEqual(new Set(theirs?.moves));
    expect((await target.mustFind('plain')).labels).toEqual((await source.mustFind('plain')).labels);
    expect(await importResults(target, await exportAll(source), 'merge')).toEqual([
      'plain unchanged',
      'chat unchanged',
    ]);
  });

  it.each<[string, (target: Author) => Promise<unknown>]>([
    ['a version differs', (target) => target.publish('plain', 'Mine {{a}}.')],
    ['a label was moved elsewhere', (target) => target.move('plain', 'production', 2)],
    ['a label exists only in the target', (target) => target.move('plain', 'mine', 1)],
  ])('reports a conflict and changes nothing when %s', async (_, change) => {
    const { source, target } = await aCopy();
    target.wait(1);
    await change(target);
    await source.mustPublish('plain', 'Four {{a}}.', { labels: ['production'] });
    const before = await exportAll(target);

    expect(await importResults(target, await exportAll(source), 'merge')).toEqual(['plain conflict', 'chat unchanged']);
    expect(await exportAll(target)).toEqual(before);
  });

  it('reports a conflict when the existing prompt is ahead', async () => {
    const { source, target } = await aCopy();
    await target.mustPublish('plain', 'Four {{a}}.');

    expect(await importResults(target, await exportAll(source), 'merge')).toEqual(['plain conflict', 'chat unchanged']);
  });

  it('reports a conflict when the type differs', async () => {
    const source = await anAuthorWith({ plain: 'One.' });
    const target = new Author();
    await target.mustCreate('plain', [{ role: 'user', content: 'One.' }]);

    expect(await importResults(target, await exportAll(source), 'merge')).toEqual(['plain conflict']);
  });

  it('reports a conflict when a prompt would include itself', async () => {
    const source = await anAuthorWith({ a: 'one', b: 'two' });
    const target = new Author();
    await target.import(await exportAll(source));
    await source.mustPublish('a', '{{> b}}');
    await target.mustPublish('b', '{{> a}}');

    const documents = [await exportOne(source, 'a')];

    expect(await importResults(target, documents, 'merge', true)).toEqual(['a conflict']);
    expect(await importResults(target, documents, 'merge')).toEqual(['a conflict']);
    expect((await target.mustFind('a')).latestVersion).toBe(1);
  });

  it('reports a conflict when the existing prompt lacks the included version', async () => {
    const source = await anAuthorWith({ part: 'one' }, { labels: ['staging'] });
    await source.mustCreate('whole', '{{> part@staging}}');
    const target = await anAuthorWith({ part: 'other' });

    const documents = await exportAll(source);
    expect(await importResults(target, documents, 'skip', true)).toEqual(['part skipped', 'whole conflict']);
    expect(await importResults(target, documents)).toEqual(['part skipped', 'whole conflict']);
    await target.mustCreate('whole', 'before');
    const whole = await anAuthorWith({ part: 'one' }, { labels: ['staging'] });
    await whole.mustCreate('whole', 'before');
    await whole.mustPublish('whole', '{{> part@staging}}');
    const others = await exportAll(whole);
    expect(await importResults(target, others, 'merge', true)).toEqual(['part conflict', 'whole conflict']);
    expect(await importResults(target, others, 'merge')).toEqual(['part conflict', 'whole conflict']);
    expect((await target.mustFind('whole')).latestVersion).toBe(1);
  });

  it('takes earlier prompts of the same dry run into account', async () => {
    const source = new Author();
    for (const name of ['a', 'b', 'c']) await source.mustCreate(name, 'one');
    const target = new Author();
    await target.import(await exportAll(source));
    await target.mustPublish('c', '{{> a}}');
    await source.mustCreate('new', 'one', { labels: ['staging'] });
    await source.mustPublish('b', '{{> c}} {{> new@staging}}');
    await source.mustPublish('a', '{{> b@2}}');
    const documents = await Promise.all(['new', 'b', 'a'].map((name) => exportOne(source, name)));

    const dry = await importResults(target, documents, 'merge', true);

    expect(dry).toEqual(['new created', 'b merged', 'a conflict']);
    expect(await importResults(target, documents, 'merge')).toEqual(dry);
  });
});
