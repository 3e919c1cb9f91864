import { describe, expect, it } from 'vitest';
import type { FindImpactOutcome } from '../../../../../src/application/prompts/impact/find-impact.ts';
import { printIncludeTarget } from '../../../../../src/domain/naming/include-target.ts';
import type { Fingerprint, LockedInclude, ReleaseLock } from '../../../../../src/domain/prompts/release.ts';
import { Author, as } from '../../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../../support/in-memory/prompt-ports.ts';

/** An author whose label `locked` has a lock on these versions of `tone`, in every prompt. */
function anAuthorWithLock(versions: Readonly<Record<string, number>>): Author {
  const ports = inMemoryPromptPorts(new InMemoryPrompts());
  const { read } = ports.reader;
  const includes = Object.entries(versions).map(([label, version]) => {
    const target = { name: 'tone', selector: label === '' ? undefined : { by: 'label', label } };
    return { target, promptId: '', version } as unknown as LockedInclude;
  });
  const lock: ReleaseLock = { fingerprint: 'f' as Fingerprint, includes };
  ports.reader.read = async (owner, reference, choice) => {
    const reading = await read.call(ports.reader, owner, reference, choice);
    return reading && choice.by === 'label' && choice.label === 'locked' ? { ...reading, lock } : reading;
  };
  return new Author(ports);
}

/** `tone` with three versions, the second with `staging`. */
async function writeTone(author: Author): Promise<Author> {
  await author.mustCreate('tone', '{{mood}}');
  await author.mustPublish('tone', '{{mood}}!', { labels: ['staging'] });
  await author.mustPublish('tone', '{{mood}} {{boss}}', { force: true });
  return author;
}

const entriesIn = (outcome: FindImpactOutcome) =>
  as('found', outcome).entries.map(({ name, label, include, state, breaking }) =>
    [`${name}@${label}`, printIncludeTarget(include), state, ...breaking.map(({ path }) => path)].join(' '),
  );

describe('the impact of a change', () => {
  async function anAuthorOfIncluders() {
    const author = await writeTone(anAuthorWithLock({ '': 3 }));
    await author.mustCreate('a', '{{> tone}}', { labels: ['live', 'locked'] });
    await author.mustCreate('b', '{{> tone@staging}}', { labels: ['live'] });
    await author.mustCreate('c', '{{> a}}');
    await author.mustCreate('d', '{{> tone@1}}', { labels: ['live'] });
    return author;
  }
  const latest = ['a@live tone follows', 'a@locked tone locked', 'a@latest tone follows', 'c@latest tone follows'];

  it.each<[string, number | string, readonly string[], readonly string[]]>([
    ['new content', '{{boss}} {{mood}}!', [], latest],
    [
      'new content with a label',
      '{{boss}} {{mood}}!',
      ['staging'],
      [...latest, 'b@live tone@staging follows boss', 'b@latest tone@staging follows boss'],
    ],
    ['the same content', '{{mood}} {{boss}}', [], []],
    ['the same content with a label', '{{mood}} {{boss}}', ['other'], []],
    ['the latest version', 3, [], []],
    ['an earlier version', 1, [], latest],
    ['a label move', 1, ['staging'], ['b@live tone@staging follows', 'b@latest tone@staging follows']],
    ['a label move to where it is', 2, ['staging'], []],
    ['a first move of production', 3, ['production'], []],
  ])(
    'of %s names labels and latest versions that would change, and why they break',
    async (_, change, labels, entries) => {
      const author = await anAuthorOfIncluders();
      const { revision } = await author.mustFind('tone');

      const outcome = as('found', await author.impact('tone', change, labels));

      expect(entriesIn(outcome).toSorted()).toEqual(entries.toSorted());
      expect(outcome.affected).toBe(entries.filter((entry) => entry.includes('follows')).length);
      expect((await author.mustFind('tone')).revision).toBe(revision);
    },
  );

  it('lists at most 200 entries, first those that break, and counts all', async () => {
    const author = await writeTone(new Author());
    const labels = Array.from({ length: 20 }, (_, index) => `live${index}`);
    for (let index = 0; index < 10; index += 1) await author.mustCreate(`a${index}`, '{{boss}} {{> tone}}', { labels });
    await author.publish('tone', '{{mood}}', { force: true });
    await author.mustCreate('z', '{{> tone}}');

    const outcome = as('found', await author.impact('tone', '{{mood}} {{boss}}'));

    expect(outcome).toMatchObject({ affected: 211, truncated: true });
    expect(entriesIn(outcome)).toHaveLength(200);
    expect(entriesIn(outcome)[0]).toBe('z@latest tone follows boss');
  });

  it.each<[string, number | string, readonly string[], object]>([
    ['a version that does not exist', 9, [], { kind: 'version-not-found', version: 9 }],
    ['a malformed label', 1, ['latest'], { kind: 'invalid', problems: [{ path: 'labels.0' }] }],
    ['an invalid draft', '{{#a}}', [], { kind: 'invalid' }],
    ['a draft that includes itself', '{{> a}}', [], { kind: 'invalid' }],
  ])('is refused for %s', async (_, change, labels, outcome) => {
    expect(await (await anAuthorOfIncluders()).impact('tone', change, labels)).toMatchObject(outcome);
  });

  it('is refused for the messages of a chat, and for a prompt that does not exist', async () => {
    const author = await anAuthorOfIncluders();

    expect((await author.impact('tone', [{ role: 'user', content: 'Hi' }])).kind).toBe('type-mismatch');
    expect((await author.impact('none', 'Hi')).kind).toBe('not-found');
  });
});

describe('the includers of a prompt', () => {
  const includersOf = async (author: Author, page?: Parameters<Author['includers']>[1]) => {
    const { includers, next } = as('listed', await author.includers('tone', page));
    const rows = includers.map(({ prompt, version, labels, isLatest, include, state }) =>
      [prompt.name, version, labels.join(), isLatest, printIncludeTarget(include), state].join(' '),
    );
    return { rows, next };
  };

  it('are labelled and latest versions that include it directly, with their state', async () => {
    const author = await writeTone(anAuthorWithLock({ '': 3, staging: 1, latest: 2 }));
    await author.mustCreate('a', '{{> tone}} {{> tone@staging}} {{> tone@2}}', { labels: ['live', 'locked'] });
    await author.mustCreate('b', '{{> tone@latest}}', { labels: ['locked'] });
    await author.mustPublish('b', '{{> a}}');
    await author.mustCreate('c', '{{> tone}}');
    await author.mustPublish('c', 'nothing', { force: true });

    expect((await includersOf(author)).rows).toEqual([
      'a 1 live true tone follows',
      'a 1 locked false tone locked',
      'a 1 live true tone@staging follows',
      'a 1 locked false tone@staging behind',
      'a 1 live,locked true tone@2 pinned',
      'b 1 locked false tone@latest behind',
    ]);
  });

  it('are listed in pages, also within one prompt', async () => {
    const author = await writeTone(new Author());
    for (const name of ['b', 'a', 'c']) await author.mustCreate(name, '{{> tone}} {{> tone@1}}');
    const { rows } = await includersOf(author);
    expect(rows).toHaveLength(6);

    for (const limit of [1, 2, 4, 6]) {
      const paged: string[] = [];
      for (
        let page = await includersOf(author, { limit });
        ;
        page = await includersOf(author, { limit, after: page.next })
      ) {
        expect(page.rows.length).toBeLessThanOrEqual(limit);
        paged.push(...page.rows);
        if (!page.next) break;
      }
      expect(paged).toEqual(rows);
    }
  });

  it('of a prompt that does not exist are not found', async () => {
    expect(await new Author().includers('none')).toEqual({ kind: 'not-found' });
  });
});
