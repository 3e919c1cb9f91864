import { describe, expect, it } from 'vitest';
import { Author, anAuthorWith, seen } from '../../../support/builders/an-author.ts';

type Call = (author: Author) => Promise<{ readonly kind: string }>;
type Calls = Readonly<Record<string, Call>>;

/** Two versions of `plain`, both with `production`, and the second with `staging`. */
async function anAuthorOfTwo(): Promise<Author> {
  const author = await anAuthorWith({ plain: 'One {{a}}.' }, { labels: ['production'] });
  await author.mustPublish('plain', 'Two {{a}}.', { labels: ['production', 'staging'] });
  return author;
}

const WRITES = (name: string): Calls => ({
  publish: (author) => author.publish(name, 'Three {{a}}.'),
  'publish the same content': (author) => author.publish(name, 'Two {{a}}.'),
  restore: (author) => author.restore(name, 1),
  'move a label': (author) => author.move(name, 'production', 1),
  'roll a label back': (author) => author.rollBack(name, 'production'),
  'remove a label': (author) => author.unlabel(name, 'production'),
});

const READS = (name: string, choice?: string): Calls => ({
  read: (author) => author.read(name, choice),
  'read as of a moment': (author) => author.read(name, choice ?? 'latest', author.now),
  render: (author) => author.render(name, { a: 'x' }, choice === undefined ? {} : { by: choice }),
  flatten: (author) => author.flatten(name, choice),
  compare: (author) => author.diff(name, '1', choice ?? '1'),
  'compare from it': (author) => author.diff(name, choice ?? '1', '1'),
});

describe('a prompt that does not exist', () => {
  it.each(
    Object.entries({
      ...WRITES('other'),
      ...READS('other'),
      change: (author: Author) => author.change('other', { tags: [] }),
      delete: (author: Author) => author.delete('other', 'any'),
      'publish with a precondition': (author: Author) => author.publish('other', 'One.', { precondition: 'any' }),
      'put by id': (author: Author) => author.put('p_1700000000000_abcdef', 'One.'),
      'list versions': (author: Author) => author.versions('other'),
      'read a version': (author: Author) => author.version('other', 1),
      'list moves of a label': (author: Author) => author.history('other', 'production'),
    }),
  )('is not found by %s', async (_, call) => {
    expect(await call(await anAuthorOfTwo())).toEqual({ kind: 'not-found' });
  });
});

describe('a version or label that does not exist', () => {
  it.each(
    Object.entries({
      ...READS('plain', '3'),
      restore: (author: Author) => author.restore('plain', 3),
      'move a label': (author: Author) => author.move('plain', 'production', 3),
      'read a version': (author: Author) => author.version('plain', 3),
    }),
  )('is never substituted by %s of a version', async (_, call) => {
    expect(await call(await anAuthorOfTwo())).toMatchObject({ kind: 'version-not-found', version: 3 });
  });

  it.each(
    Object.entries({
      ...READS('plain', 'none'),
      'roll a label back': (author: Author) => author.rollBack('plain', 'none'),
      'remove a label': (author: Author) => author.unlabel('plain', 'none'),
      'list moves of a label': (author: Author) => author.history('plain', 'none'),
    }),
  )('is never substituted by %s of a label', async (_, call) => {
    expect(await call(await anAuthorOfTwo())).toMatchObject({ kind: 'label-not-found', label: 'none' });
  });
});

describe('an archived prompt', () => {
  it.each(
    Object.entries({
      ...WRITES('plain'),
      put: (author: Author) => author.put('plain', 'Three {{a}}.'),
      'put with a label': (author: Author) => author.put('plain', 'Two {{a}}.', { labels: ['new'] }),
    }),
  )('is not changed by %s', async (_, call) => {
    const author = await anAuthorOfTwo();
    await author.change('plain', { archived: true });
    const before = await author.mustFind('plain');

    expect(await call(author)).toEqual({ kind: 'archived' });
    expect(await author.mustFind('plain')).toEqual(before);
  });
});

describe('a precondition', () => {
  type Write = (author: Author, precondition: ReturnType<typeof seen> | 'any') => Promise<{ readonly kind: string }>;
  const PRECONDITIONED: Readonly<Record<string, readonly [kind: string, write: Write]>> = {
    publish: ['published', (author, precondition) => author.publish('plain', 'Three {{a}}.', { precondition })],
    'publish the same content': [
      'unchanged',
      (author, precondition) => author.publish('plain', 'Two {{a}}.', { precondition }),
    ],
    restore: ['published', (author, precondition) => author.restore('plain', 1, { precondition })],
    put: ['revised', (author, precondition) => author.put('plain', 'Three {{a}}.', { precondition })],
    change: ['changed', (author, precondition) => author.change('plain', { tags: ['a'] }, precondition)],
    delete: ['deleted', (author, precondition) => author.delete('plain', precondition)],
    'move a label': ['moved', (author, precondition) => author.move('plain', 'production', 1, { precondition })],
    'roll a label back': ['moved', (author, precondition) => author.rollBack('plain', 'production', precondition)],
    'remove a label': ['removed', (author, precondition) => author.unlabel('plain', 'production', precondition)],
  };
  const rows = Object.entries(PRECONDITIONED).map(([name, [kind, write]]) => [name, kind, write] as const);

  it.each(rows)('lets callers %s that saw the current state, one of several, or accept any', async (_, kind, write) => {
    const author = await anAuthorOfTwo();
    const other = await anAuthorOfTwo();
    const [current, older] = [await author.mustFind('plain'), await other.mustFind('plain')];

    expect((await write(author, [...(seen(older) as []), ...(seen(current) as [])])).kind).toBe(kind);
    expect((await write(other, 'any')).kind).toBe(kind);
  });

  it.each(rows)('does not let callers %s that saw another state', async (_, _kind, write) => {
    const author = new Author();
    const stale = await author.mustCreate('plain', 'One {{a}}.', { labels: ['production'] });
    const before = await author.mustPublish('plain', 'Two {{a}}.', { labels: ['production'] });
    const other = await author.mustCreate('other', 'One.');

    for (const precondition of [seen(stale), seen({ ...other, revision: before.revision } as typeof other), []]) {
      expect(await write(author, precondition)).toEqual({ kind: 'precondition-failed' });
    }
    expect(await author.mustFind('plain')).toEqual(before);
  });
});

describe('invalid input', () => {
  const TOO_LONG = 'x'.repeat(501);
  const variables = [{ name: '1', type: 'string', required: true }] as const;
  const version = { labels: ['latest'], config: [], message: TOO_LONG, variables };
  const metadata = { tags: ['A'], description: 'x'.repeat(2001) };
  const ofMetadata = ['description too-long', 'tags.0 malformed'];
  const ofVersion = [
    'labels.0 reserved',
    'content unbalanced',
    'variables.0.name malformed',
    'config malformed',
    'message too-long',
  ];

  it.each<[string, (author: Author) => Promise<object>, readonly string[]]>([
    [
      'create',
      (author) => author.create('Plain', '{{#a}}', { ...version, ...metadata }),
      ['name malformed', ...ofMetadata, ...ofVersion],
    ],
    ['publish', (author) => author.publish('plain', '{{#a}}', version), ofVersion],
    [
      'put of a prompt',
      (author) => author.put('plain', '{{#a}}', { ...version, ...metadata }),
      [...ofMetadata, ...ofVersion],
    ],
    [
      'put of a new prompt',
      (author) => author.put('new', '{{#a}}', { ...version, ...metadata }),
      [...ofMetadata, ...ofVersion],
    ],
    ['change', (author) => author.change('plain', { name: 'A', ...metadata }), ['name malformed', ...ofMetadata]],
    ['move', (author) => author.move('plain', 'production', 1, { message: TOO_LONG }), ['message too-long']],
    [
      'publish with unused and undeclared variables',
      (author) => author.publish('plain', '{{b}}', { variables: [{ name: 'a', type: 'string', required: true }] }),
      ['variables.a unused', 'variables.b undeclared'],
    ],
  ])('of a %s is reported with all problems together, and changes nothing', async (_, call, problems) => {
    const author = await anAuthorOfTwo();
    const before = await author.revision();

    const outcome = (await call(author)) as { kind: string; problems: readonly { path: string; problem: string }[] };

    expect(outcome.kind).toBe('invalid');
    expect(outcome.problems.map(({ path, problem }) => `${path} ${problem}`)).toEqual(problems);
    expect(await author.revision()).toBe(before);
  });
});
