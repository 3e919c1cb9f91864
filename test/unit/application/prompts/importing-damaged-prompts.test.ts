import { describe, expect, it } from 'vitest';
import type { PromptDocument, VersionDocument } from '../../../../src/domain/prompts/prompt-document.ts';
import { anAuthorOfHistory, exportAll, exportOne, importResults } from '../../../support/builders/a-document.ts';
import { aMove, noon, PRODUCTION } from '../../../support/builders/a-prompt.ts';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

describe('a damaged import', () => {
  type Damage = (document: PromptDocument) => PromptDocument;
  const inVersion =
    (index: number, damage: Partial<VersionDocument>): Damage =>
    (document) => ({
      ...document,
      versions: document.versions.map((version, position) =>
        position === index ? { ...version, ...damage } : version,
      ),
    });
  const withHistory =
    (...history: PromptDocument['history']): Damage =>
    (document) => ({ ...document, history });

  it.each<[string, Damage, string]>([
    [
      'content that does not match the hash',
      inVersion(1, { content: { type: 'text', content: '{{a}}!' } }),
      'versions.1.hash',
    ],
    ['a hash that does not match the content', inVersion(0, { hash: `sha256:${'0'.repeat(64)}` }), 'versions.0.hash'],
    ['a missing version', (document) => ({ ...document, versions: document.versions.slice(1) }), 'versions.0.version'],
    ['no versions', (document) => ({ ...document, versions: [], history: [] }), 'versions'],
    ['a different type', inVersion(0, { content: { type: 'chat', messages: [] } }), 'versions.0.messages'],
    ['a malformed name', (document) => ({ ...document, name: 'Plain' }), 'name'],
    ['a malformed tag', (document) => ({ ...document, tags: ['A'] }), 'tags.0'],
    ['a long description', (document) => ({ ...document, description: 'x'.repeat(2001) }), 'description'],
    ['a long message', inVersion(2, { message: 'x'.repeat(501) }), 'versions.2.message'],
    ['a version restored from itself', inVersion(2, { restoredFrom: 3 }), 'versions.2.restoredFrom'],
    ['an undeclared variable', inVersion(0, { variables: [] }), 'versions.0.variables.a'],
    ['a reserved label', withHistory(aMove('latest' as typeof PRODUCTION, 1)), 'history.0'],
    ['a move to a missing version', withHistory(aMove(PRODUCTION, 4)), 'history.0'],
    [
      'a move that does not start at the previous target',
      withHistory(aMove(PRODUCTION, 2, { previous: 1 })),
      'history.0',
    ],
    [
      'a move to the current target',
      withHistory(aMove(PRODUCTION, 1), aMove(PRODUCTION, 1, { previous: 1, movedAt: noon(1) })),
      'history.1',
    ],
    [
      'two moves at the same time',
      withHistory(aMove(PRODUCTION, 1), aMove(PRODUCTION, 2, { previous: 1 })),
      'history.1',
    ],
    ['a move with a long message', withHistory(aMove(PRODUCTION, 1, { message: 'x'.repeat(501) })), 'history.0'],
  ])('is rejected as a whole for %s', async (_, damage, path) => {
    const [chat, plain] = await exportAll(await anAuthorOfHistory());
    const target = new Author();

    const { problems } = as('invalid', await target.import([chat as PromptDocument, damage(plain as PromptDocument)]));

    expect(problems.map((problem) => problem.path)).toContain(`prompts.1.${path}`);
    expect(await target.revision()).toBe(0);
  });

  it('is rejected only for its actual problems', async () => {
    const plain = await exportOne(await anAuthorOfHistory(), 'plain');
    const [first] = plain.versions as [VersionDocument];
    const damaged = { ...plain, versions: [{ ...first, message: 'x'.repeat(501) }], history: [] };

    const { problems } = as('invalid', await new Author().import([damaged]));

    expect(problems).toEqual([{ path: 'prompts.0.versions.0.message', problem: 'too-long' }]);
  });

  it('is rejected when it contains a name twice', async () => {
    const [chat, plain] = await exportAll(await anAuthorOfHistory());

    const outcome = await new Author().import([plain, chat, plain] as PromptDocument[]);

    expect(outcome).toEqual({
      kind: 'invalid',
      problems: [{ path: 'prompts', problem: 'duplicate', text: 'have the same name twice' }],
    });
  });

  it.each([
    ['a prompt that does not exist', 'gone', '{{> gone}}', 'gone'],
    ['a version that does not exist', 'part', '{{> part@2}}', 'part@2'],
    ['a label that does not exist', 'part', '{{> part@staging}}', 'part@staging'],
  ])('is rejected when it includes %s', async (_, name, content, target) => {
    const source = await anAuthorWith({ gone: 'one', part: 'one' });
    await source.mustPublish('part', 'two', { labels: ['staging'] });
    await source.mustCreate('whole', content);
    const whole = await exportOne(source, 'whole');
    const part = await exportOne(source, 'part');
    const former = { ...part, versions: part.versions.slice(0, 1), history: [] };

    const problems = [
      { path: 'prompts', problem: 'not-found', text: expect.stringContaining(`cannot include ${target}:`) },
    ];
    expect(await new Author().import([whole, former])).toEqual({ kind: 'invalid', problems });
    const reader = new Author();
    if (name !== 'gone') await reader.import([former]);
    expect(await reader.import([whole])).toEqual({ kind: 'invalid', problems });
  });

  it('is rejected when it includes a chat', async () => {
    const [source, other] = [new Author(), new Author()];
    await source.mustCreate('part', 'one');
    await source.mustCreate('whole', '{{> part}}');
    await other.mustCreate('part', [{ role: 'user', content: 'one' }]);

    const documents = [await exportOne(source, 'whole'), await exportOne(other, 'part')];

    expect(await new Author().import(documents)).toEqual({
      kind: 'invalid',
      problems: [
        {
          path: 'prompts',
          problem: 'not-text',
          text: 'cannot include part: part is a chat: only texts can be included',
        },
      ],
    });
  });

  it('may include existing prompts', async () => {
    const source = await anAuthorWith({ part: 'one', whole: '{{> part}}' });
    const target = await anAuthorWith({ part: 'mine' });

    expect(await importResults(target, [await exportOne(source, 'whole')])).toEqual(['whole created']);
    expect(as('rendered', await target.render('whole')).rendered).toEqual({ type: 'text', text: 'mine' });
  });

  it('is rejected when its prompts include themselves', async () => {
    const [one, other] = [new Author(), new Author()];
    for (const author of [one, other]) {
      await author.mustCreate('a', 'one');
      await author.mustCreate('b', 'two');
    }
    await one.mustPublish('a', '{{> b}}');
    await other.mustPublish('b', '{{> a}}');

    const outcome = await new Author().import([await exportOne(one, 'a'), await exportOne(other, 'b')]);

    expect(outcome).toEqual({
      kind: 'invalid',
      problems: [{ path: 'prompts', problem: 'circular', text: 'a, b include themselves' }],
    });
  });

  it('reports a limited number of problems', async () => {
    const [, plain] = await exportAll(await anAuthorOfHistory());
    const documents = Array.from({ length: 200 }, () => ({ ...(plain as PromptDocument), name: 'Plain' }));

    expect(as('invalid', await new Author().import(documents)).problems).toHaveLength(100);
  });
});
