import { describe, expect, it } from 'vitest';
import type {
  PromptDocument,
  VersionDocument,
} from '../../../../src/application/prompts/import-export/imported-prompt.ts';
import { anAuthorOfHistory, documentNamed, documentsOf, resultsOf } from '../../../support/builders/a-document.ts';
import { aMove, noon, PRODUCTION } from '../../../support/builders/a-prompt.ts';
import { Author, as } from '../../../support/builders/an-author.ts';

describe('a damaged import', () => {
  type Damage = (document: PromptDocument) => PromptDocument;
  const inVersion =
    (index: number, damage: Partial<VersionDocument>): Damage =>
    (document) => ({
      ...document,
      versions: document.versions.map((version, place) => (place === index ? { ...version, ...damage } : version)),
    });
  const withHistory =
    (...history: PromptDocument['history']): Damage =>
    (document) => ({ ...document, history });

  it.each<[string, Damage, string]>([
    [
      'words that are not those of the hash',
      inVersion(1, { content: { type: 'text', content: '{{a}}!' } }),
      'versions.1.hash',
    ],
    ['a hash that is not that of the words', inVersion(0, { hash: `sha256:${'0'.repeat(64)}` }), 'versions.0.hash'],
    [
      'a version that is missing',
      (document) => ({ ...document, versions: document.versions.slice(1) }),
      'versions.0.version',
    ],
    ['no versions', (document) => ({ ...document, versions: [], history: [] }), 'versions'],
    ['another type', inVersion(0, { content: { type: 'chat', messages: [] } }), 'versions.0.messages'],
    ['a bad name', (document) => ({ ...document, name: 'Plain' }), 'name'],
    ['a bad tag', (document) => ({ ...document, tags: ['A'] }), 'tags.0'],
    ['a long description', (document) => ({ ...document, description: 'x'.repeat(2001) }), 'description'],
    ['a long message', inVersion(2, { message: 'x'.repeat(501) }), 'versions.2.message'],
    ['a version restored from itself', inVersion(2, { restoredFrom: 3 }), 'versions.2.restoredFrom'],
    ['an undeclared variable', inVersion(0, { variables: [] }), 'versions.0.variables.a'],
    ['a bad label', withHistory(aMove('latest' as typeof PRODUCTION, 1)), 'history.0'],
    ['a move to no version', withHistory(aMove(PRODUCTION, 4)), 'history.0'],
    ['a move from elsewhere', withHistory(aMove(PRODUCTION, 2, { previous: 1 })), 'history.0'],
    [
      'a move to where it is',
      withHistory(aMove(PRODUCTION, 1), aMove(PRODUCTION, 1, { previous: 1, movedAt: noon(1) })),
      'history.1',
    ],
    ['moves at one moment', withHistory(aMove(PRODUCTION, 1), aMove(PRODUCTION, 2, { previous: 1 })), 'history.1'],
    [
      'a move in the future',
      withHistory(aMove(PRODUCTION, 1, { movedAt: noon(25 * 60 * 60_000) })),
      'history.0.movedAt',
    ],
    ['a version of the future', inVersion(2, { publishedAt: noon(25 * 60 * 60_000) }), 'versions.2.publishedAt'],
    ['a prompt of the future', (document) => ({ ...document, updatedAt: noon(25 * 60 * 60_000) }), 'updatedAt'],
    ['a long reason', withHistory(aMove(PRODUCTION, 1, { message: 'x'.repeat(501) })), 'history.0'],
  ])('is refused as a whole: %s', async (_, damage, path) => {
    const [chat, plain] = await documentsOf(await anAuthorOfHistory());
    const target = new Author();

    const { problems } = as('invalid', await target.import([chat as PromptDocument, damage(plain as PromptDocument)]));

    expect(problems.map((problem) => problem.path)).toContain(`prompts.1.${path}`);
    expect(await target.revision()).toBe(0);
  });

  it('is refused for what is wrong with it, and for nothing else', async () => {
    const plain = await documentNamed(await anAuthorOfHistory(), 'plain');
    const [first] = plain.versions as [VersionDocument];
    const damaged = { ...plain, versions: [{ ...first, message: 'x'.repeat(501) }], history: [] };

    const { problems } = as('invalid', await new Author().import([damaged]));

    expect(problems).toEqual([{ path: 'prompts.0.versions.0.message', problem: 'too-long' }]);
  });

  it('is refused when it names a prompt twice', async () => {
    const [chat, plain] = await documentsOf(await anAuthorOfHistory());

    const outcome = await new Author().import([plain, chat, plain] as PromptDocument[]);

    expect(outcome).toEqual({ kind: 'invalid', problems: [{ path: 'prompts', problem: 'name a prompt twice' }] });
  });

  it.each([
    ['a prompt that is nowhere', 'gone', '{{> gone}}', 'gone'],
    ['a version that is nowhere', 'part', '{{> part@2}}', 'part@2'],
    ['a label that is nowhere', 'part', '{{> part@staging}}', 'part@staging'],
  ])('is refused when it includes %s', async (_, name, words, target) => {
    const source = new Author();
    await source.has('gone', 'one');
    await source.has('part', 'one');
    await source.adds('part', 'two', { labels: ['staging'] });
    await source.has('whole', words);
    const whole = await documentNamed(source, 'whole');
    const part = await documentNamed(source, 'part');
    const former = { ...part, versions: part.versions.slice(0, 1), history: [] };

    const problems = [{ path: 'prompts', problem: expect.stringContaining(`include ${target}, which`) }];
    expect(await new Author().import([whole, former])).toEqual({ kind: 'invalid', problems });
    const reader = new Author();
    if (name !== 'gone') await reader.import([former]);
    expect(await reader.import([whole])).toEqual({ kind: 'invalid', problems });
  });

  it('is refused when it includes a chat', async () => {
    const [source, other] = [new Author(), new Author()];
    await source.has('part', 'one');
    await source.has('whole', '{{> part}}');
    await other.has('part', [{ role: 'user', content: 'one' }]);

    const documents = [await documentNamed(source, 'whole'), await documentNamed(other, 'part')];

    expect(await new Author().import(documents)).toEqual({
      kind: 'invalid',
      problems: [{ path: 'prompts', problem: 'include part, which is a chat: only texts can be included' }],
    });
  });

  it('may include what is here already', async () => {
    const source = new Author();
    await source.has('part', 'one');
    await source.has('whole', '{{> part}}');
    const target = new Author();
    await target.has('part', 'mine');

    expect(await resultsOf(target, [await documentNamed(source, 'whole')])).toEqual(['whole created']);
    expect(as('rendered', await target.render('whole')).rendered).toEqual({ type: 'text', text: 'mine' });
  });

  it('is refused when prompts in it include themselves', async () => {
    const [one, other] = [new Author(), new Author()];
    for (const author of [one, other]) {
      await author.has('a', 'one');
      await author.has('b', 'two');
    }
    await one.adds('a', '{{> b}}');
    await other.adds('b', '{{> a}}');

    const outcome = await new Author().import([await documentNamed(one, 'a'), await documentNamed(other, 'b')]);

    expect(outcome).toEqual({ kind: 'invalid', problems: [{ path: 'prompts', problem: 'a, b include themselves' }] });
  });

  it('tells no more problems than anybody reads', async () => {
    const [, plain] = await documentsOf(await anAuthorOfHistory());
    const documents = Array.from({ length: 200 }, () => ({ ...(plain as PromptDocument), name: 'Plain' }));

    expect(as('invalid', await new Author().import(documents)).problems).toHaveLength(100);
  });
});
