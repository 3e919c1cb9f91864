import { describe, expect, it } from 'vitest';
import type { PromptReader } from '../../../../../src/application/ports/prompts/prompt-reader.ts';
import type { Fingerprint } from '../../../../../src/domain/prompts/release.ts';
import { exportOne } from '../../../../support/builders/a-document.ts';
import { Author, as } from '../../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../../support/in-memory/prompt-ports.ts';
import { interruptCalls, recordCalls } from '../../../../support/record-calls.ts';

const BREAKING = '{{mood}} {{boss}}';

/** Its own callers need not send `boss`. Those of includers must, because only the text is inserted. */
const variables = ['mood', 'boss'].map((name) => ({ name, type: 'string' as const, required: false }));

type Write = (author: Author, force?: boolean) => Promise<{ readonly kind: string }>;

/** `tone` at version 3, whose version 2 alone requires `boss`, with `staging` on 1 and `other` on 3. */
async function anAuthorOfTone(author = new Author()): Promise<Author> {
  await author.mustCreate('tone', '{{mood}}', { labels: ['staging'] });
  await author.mustPublish('tone', BREAKING, { variables });
  await author.mustPublish('tone', '{{mood}}!', { labels: ['other'] });
  return author;
}

const broken = (name: string, label: string, path = 'boss', change = 'added-required') => ({
  kind: 'breaks-includers',
  broken: [{ name, label, changes: [{ path, change }] }],
});

/** Adds version 4, which requires `boss`, to a copy with the same history, and imports that. */
const importing =
  (dryRun: boolean): Write =>
  async (author, force = false) => {
    const copy = new Author();
    await copy.import([await exportOne(author, 'tone')]);
    copy.wait(1000);
    await copy.mustPublish('tone', BREAKING);
    const outcome = await author.import([await exportOne(copy, 'tone')], 'merge', dryRun, force);
    const [result] = as('imported', outcome).results;
    return result?.result === 'breaking' ? { kind: 'breaks-includers', ...result } : { kind: result?.result ?? '' };
  };

const WRITES: Readonly<Record<string, readonly [include: string, write: Write]>> = {
  'a publication': ['tone', (author, force = false) => author.publish('tone', BREAKING, { force })],
  'a publication of the latest': [
    'tone@latest',
    (author, force = false) => author.publish('tone', BREAKING, { force }),
  ],
  'a publication with a label': [
    'tone@staging',
    (author, force = false) => author.publish('tone', BREAKING, { labels: ['staging'], variables, force }),
  ],
  'a restored version': ['tone', (author, force = false) => author.restore('tone', 2, { force })],
  'a put': ['tone', (author, force = false) => author.put('tone', BREAKING, { force })],
  'a move of an included label': ['tone@other', (author, force = false) => author.move('tone', 'other', 2, { force })],
  'a first move of production': ['tone', (author, force = false) => author.move('tone', 'production', 2, { force })],
  'an import': ['tone', importing(false)],
};

describe('a write that breaks a label of a prompt that includes it', () => {
  it.each(Object.entries(WRITES))('is refused for %s, and writes nothing', async (_, [include, write]) => {
    const author = await anAuthorOfTone();
    await author.mustCreate('reply', `Hi {{> ${include}}}`, { labels: ['live'] });
    const before = await author.mustFind('tone');

    expect(await write(author)).toMatchObject(broken('reply', 'live'));
    expect(await author.mustFind('tone')).toEqual(before);
  });

  it.each(Object.entries(WRITES))('is written by force for %s', async (_, [include, write]) => {
    const author = await anAuthorOfTone();
    await author.mustCreate('reply', `Hi {{> ${include}}}`, { labels: ['live'] });
    const { revision } = await author.mustFind('tone');

    await write(author, true);
    expect((await author.mustFind('tone')).revision).toBe(revision + 1);
  });

  it('is refused for a removal of production, which makes includes select the latest version', async () => {
    const author = await anAuthorOfTone();
    await author.publish('tone', BREAKING, { force: true });
    await author.move('tone', 'production', 3);
    await author.mustCreate('reply', '{{> tone}}', { labels: ['live'] });

    expect(await author.unlabel('tone', 'production')).toMatchObject(broken('reply', 'live'));
  });

  it('is refused for a dry run of an import', async () => {
    const author = await anAuthorOfTone();
    await author.mustCreate('reply', '{{> tone}}', { labels: ['live'] });

    expect((await importing(true)(author)).kind).toBe('breaks-includers');
  });

  it.each([
    ['another prompt', { old: 'something', mid: '{{> tone}}', reply: '{{> mid}}' }],
    ['a version that no label points to', { old: '{{> tone}}', reply: '{{> old@1}}' }],
    ['two other prompts', { old: '{{> tone}}', mid: '{{> old@1}}', reply: '{{> mid}} {{> old}}' }],
  ])('is refused if the label includes it through %s', async (_, prompts) => {
    const author = await anAuthorOfTone();
    for (const [name, content] of Object.entries(prompts)) await author.mustCreate(name, content);
    await author.move('reply', 'live', 1);
    await author.mustPublish('old', 'nothing');

    expect(await author.publish('tone', BREAKING)).toMatchObject(broken('reply', 'live'));
  });

  it.each<[string, string, string, string]>([
    ['removes a variable', 'nothing', 'mood', 'removed'],
    ['reads a member', '{{mood.first}}', 'mood', 'type-changed'],
  ])('is refused if it %s that only floating includes use', async (_, content, path, change) => {
    const author = await anAuthorOfTone();
    await author.mustCreate('part', 'nothing');
    await author.mustCreate('reply', '{{> part}}', { labels: ['live'] });
    await author.mustPublish('part', '{{> tone}}', { force: true });

    expect(await author.publish('tone', content)).toMatchObject(broken('reply', 'live', path, change));
  });

  it('is refused as protected first, if the channel may not move its label', async () => {
    const author = await anAuthorOfTone();
    await author.mustCreate('reply', '{{> tone}}', { labels: ['live'] });
    await author.protect('production');

    const outcome = { kind: 'protected', labels: ['production'] };
    expect(await author.move('tone', 'production', 2)).toEqual(outcome);
    expect(await author.publish('tone', BREAKING, { labels: ['production'] })).toEqual(outcome);
  });
});

describe('a write that breaks no label of other prompts', () => {
  it.each<[string, Readonly<Record<string, string>>, string]>([
    ['the includer has no label', { unlabelled: '{{> tone}}' }, BREAKING],
    ['the label includes a fixed version', { reply: '{{> tone@3}}' }, BREAKING],
    ['the label includes it by a label that stays', { reply: '{{> tone@staging}}' }, BREAKING],
    ['the callers of the includer send the variable', { reply: '{{boss}} {{> tone}}' }, BREAKING],
    ['only the words change', { reply: '{{> tone}}' }, 'Now {{mood}}'],
  ])('is written: %s', async (_, prompts, content) => {
    const author = await anAuthorOfTone();
    for (const [name, text] of Object.entries(prompts)) {
      await author.mustCreate(name, text, { labels: name === 'reply' ? ['live'] : [] });
    }

    expect((await author.publish('tone', content)).kind).toBe('published');
  });

  it('is written although a label that it would break is locked', async () => {
    const prompts = new InMemoryPrompts();
    const ports = inMemoryPromptPorts(prompts);
    const lock = { fingerprint: 'f' as Fingerprint, includes: [] };
    const read: PromptReader['read'] = async (owner, reference, choice) => {
      const reading = await ports.reader.read(owner, reference, choice);
      return reading && choice.by === 'label' && choice.label === 'locked' ? { ...reading, lock } : reading;
    };
    const reader = new Proxy(ports.reader, {
      get: (target, name) => (name === 'read' ? read : Reflect.get(target, name).bind(target)),
    });
    const author = await anAuthorOfTone(new Author({ ...ports, reader }));
    await author.mustCreate('reply', '{{> tone}}', { labels: ['locked'] });

    expect((await author.publish('tone', BREAKING)).kind).toBe('published');
  });

  it('reads once more for a prompt that nobody includes', async () => {
    const { object, calls } = recordCalls(new InMemoryPrompts());
    const author = new Author(inMemoryPromptPorts(object));
    await author.mustCreate('tone', '{{mood}}');
    calls.length = 0;

    await author.publish('tone', BREAKING);
    expect(calls).toEqual(['read', 'listIncluders', 'revise']);
  });

  it('does not look at includers if its contract stays', async () => {
    const { object, calls } = recordCalls(new InMemoryPrompts());
    const author = await anAuthorOfTone(new Author(inMemoryPromptPorts(object)));
    await author.mustCreate('reply', '{{> tone}}', { labels: ['live'] });
    calls.length = 0;

    await author.publish('tone', '{{mood}}?');
    expect(calls.filter((call) => call === 'listIncluders')).toHaveLength(1);
    expect(calls).not.toContain('readRevision');
  });
});

describe('a concurrent change', () => {
  const anInterrupted = (change: (other: Author) => Promise<unknown>) => {
    const prompts = new InMemoryPrompts();
    const other = new Author(inMemoryPromptPorts(prompts));
    const interrupted = interruptCalls(prompts, ['revise', 'append'], () => change(other), 1);
    return { author: new Author(inMemoryPromptPorts(interrupted), other.owner), other };
  };

  it.each<[string, Readonly<Record<string, string>>, (other: Author) => Promise<unknown>]>([
    ['creates the first includer', {}, (other) => other.create('reply', '{{> tone}}', { labels: ['live'] })],
    [
      'creates another includer',
      { first: '{{> tone}}' },
      (other) => other.create('reply', '{{> tone}}', { labels: ['live'] }),
    ],
    ['labels an includer', { reply: '{{> tone}}' }, (other) => other.move('reply', 'live', 1)],
    [
      'includes it through another prompt',
      { mid: '{{> tone}}', reply: '{{> mid@1}}' },
      (other) => other.move('reply', 'live', 1),
    ],
  ])('that %s is seen by a write that would break it', async (_, prompts, change) => {
    for (const write of [
      WRITES['a publication'],
      WRITES['a put'],
      WRITES['a first move of production'],
      WRITES['an import'],
    ]) {
      const { author, other } = anInterrupted(change);
      await anAuthorOfTone(other);
      for (const [name, content] of Object.entries(prompts)) await other.mustCreate(name, content);

      expect(await write?.[1](author)).toMatchObject(broken('reply', 'live'));
    }
  });

  it('that publishes what it would have broken makes a publication compare again', async () => {
    const { author, other } = anInterrupted((other) => other.mustPublish('tone', '{{boss}} {{mood}}', { force: true }));
    await anAuthorOfTone(other);
    await other.mustCreate('reply', '{{boss}} {{> tone}}', { labels: ['live'] });
    await other.mustCreate('part', 'nothing');
    await other.mustCreate('floating', '{{> part}}', { labels: ['live'] });
    await other.mustPublish('part', '{{> tone}}', { force: true });

    const own = { variables: variables.slice(0, 1), config: {} };
    expect(await author.publish('tone', '{{mood}}?', own)).toMatchObject(broken('floating', 'live', 'boss', 'removed'));
  });
});

describe('the labels that a rollback breaks', () => {
  it('are found without a refusal', async () => {
    const author = await anAuthorOfTone();
    await author.mustCreate('reply', '{{> tone@other}}', { labels: ['live'] });
    await author.mustCreate('alone', '{{a}}', { labels: ['live'] });

    expect(await author.findBroken('tone', 'other', 2)).toEqual(broken('reply', 'live').broken);
    expect(await author.findBroken('tone', 'other', 1)).toEqual([]);
    expect(await author.findBroken('alone', 'live', 1)).toEqual([]);
  });
});
