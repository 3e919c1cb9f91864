import { describe, expect, it } from 'vitest';
import { type Execution, UNLIMITED } from '../../../../../src/application/ports/execution.ts';
import { aRestoredPrompt, aStoredVersion, toName } from '../../../../support/builders/a-prompt.ts';
import { Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';
import { inMemoryPromptPorts } from '../../../../support/in-memory/prompt-ports.ts';
import { interruptCalls, recordCalls } from '../../../../support/record-calls.ts';

const textOf = async (author: Author, name: string, values: Record<string, unknown> = {}) => {
  const { rendered } = as('rendered', await author.render(name, values));
  return rendered.type === 'text' ? rendered.text : rendered.messages;
};

const problemsIn = (outcome: { kind: string; problems?: readonly { path: string; problem: string }[] }) =>
  outcome.kind === 'invalid' ? outcome.problems : outcome.kind;

describe('the content of includes', () => {
  const KIB = 1024;
  const TOO_LARGE = { path: 'includes', problem: 'too-large', text: 'have more than 1024 KiB of content together' };

  /** Prompts part0, part1 and so on, each of 256 KiB, and a text that includes them. */
  async function someParts(author: Author, count: number): Promise<string> {
    const names = Array.from({ length: count }, (_, index) => `part${index}`);
    for (const name of names) await author.mustCreate(name, 'x'.repeat(256 * KIB));
    return names.map((name) => `{{> ${name}}}`).join('');
  }

  it('may be 1 MiB together, each counted once', async () => {
    const author = new Author();
    const parts = await someParts(author, 4);

    await author.mustCreate('whole', `{{#shown}}${parts}${parts}{{/shown}}`);

    expect(await textOf(author, 'whole')).toBe('');
  });

  it('may not be more, neither when published nor when rendered', async () => {
    const author = new Author();
    const parts = await someParts(author, 4);
    await author.mustCreate('more', '');
    await author.mustCreate('whole', `${parts}{{> more}}`);
    await author.mustPublish('more', 'x');

    expect(problemsIn(await author.create('other', `${parts}{{> more}}`))).toEqual([TOO_LARGE]);
    expect(await author.render('whole')).toEqual({ kind: 'too-large', limit: 'include-bytes' });
  });

  it('is not loaded if the stored lengths exceed the limit', async () => {
    const { author, calls } = aRecordedAuthor();
    const parts = await someParts(author, 9);
    calls.length = 0;

    expect(problemsIn(await author.create('whole', parts))).toEqual([TOO_LARGE]);
    expect(calls).toEqual(['readRevision', 'readIncludedHeads']);
  });

  it('is read once for each text, however often and on however many levels it is included', async () => {
    const { author, calls } = aRecordedAuthor();
    await author.mustCreate('deep', 'x');
    await author.mustCreate('part', '{{> deep}}{{> deep}}');
    await author.mustCreate('whole', '{{> part}}{{> part}}{{> deep}}');
    calls.length = 0;

    expect(await textOf(author, 'whole')).toBe('xxxxx');
    // The prompt itself, the lengths of the first level, and both texts.
    expect(calls).toEqual(['read', 'readIncludedHeads', 'read', 'read']);
  });

  it('may have 50,000 tags together', async () => {
    const author = new Author();
    const parts = Array.from({ length: 6 }, (_, index) => `part${index}`);
    for (const name of parts) await author.mustCreate(name, '{{a}}'.repeat(name === 'part5' ? 1 : 10_000));
    const including = (names: readonly string[]) => names.map((name) => `{{> ${name}}}`).join('');

    expect((await author.create('fits', including(parts.slice(0, 5)))).kind).toBe('created');
    expect(problemsIn(await author.create('whole', including(parts)))).toEqual([
      { path: 'includes', problem: 'too-many', text: 'have more than 50000 tags together' },
    ]);
  });

  it('may have more than 10,000 tags if it was stored before that limit, but is not rendered', async () => {
    const author = new Author();
    const content = { type: 'text', content: '{{a}}'.repeat(10_001) } as const;
    const name = toName('stored');
    const versions = [{ ...aStoredVersion(1), content }] as const;
    await author.prompts.archive.restore(aRestoredPrompt(author.owner, { metadata: { name }, versions }));
    await author.prompts.archive.restore(
      aRestoredPrompt(author.owner, {
        metadata: { name: toName('includer') },
        versions: [{ ...aStoredVersion(1), content: { type: 'text', content: '{{> stored}}' } }],
      }),
    );

    expect(as('read', await author.read('stored')).version.content).toEqual(content);
    expect(await author.render('stored', { a: '' })).toEqual({ kind: 'too-large', limit: 'tags' });
    expect(await author.render('includer', { a: '' })).toEqual({ kind: 'too-large', limit: 'tags' });
    expect(problemsIn(await author.create('new', '{{> stored}}'))).toEqual([
      { path: 'includes', problem: 'too-many', text: 'stored has more than 10000 tags' },
    ]);
  });
});

describe('rendering with includes', () => {
  it('is heavy work, which rendering without includes is not', async () => {
    const author = await anAuthorWith({ part: 'x', whole: '{{> part}}' });
    const started: string[] = [];
    const work = (name: string): Execution => ({
      ...UNLIMITED,
      heavy: (run) => {
        started.push(name);
        return run();
      },
    });

    await author.render('part', {}, { work: work('part') });
    await author.render('whole', {}, { work: work('whole') });

    expect(started).toEqual(['whole']);
  });

  it('ends when its request does', async () => {
    const { author, calls } = aRecordedAuthor();
    const parts = Array.from({ length: 10 }, (_, index) => `part${index}`);
    for (const name of parts) await author.mustCreate(name, 'x');
    await author.mustCreate('whole', parts.map((name) => `{{> ${name}}}`).join(''));
    const request = new AbortController();
    const prompts = interruptCalls(author.prompts.reader, ['readIncludedHeads'], async () => request.abort('gone'));
    const rendering = new Author({ ...author.prompts, reader: prompts }, author.owner);
    calls.length = 0;

    const outcome = rendering.render('whole', {}, { work: { ...UNLIMITED, signal: request.signal } });

    await expect(outcome).rejects.toBe('gone');
    expect(calls).toEqual(['read', 'readIncludedHeads']);
  });
});

describe('publishing with includes', () => {
  it('finds a prompt that includes itself through any of very many others', async () => {
    const author = await anAuthorWith({ a: 'x' });
    const names = Array.from({ length: 99 }, (_, index) => `part${index}`);
    for (const name of names) await author.mustCreate(name, 'x');
    await author.mustPublish('part0', '{{> a}}');
    const content = names.map((name) => `{{> ${name}}}`).join('');

    expect(problemsIn(await author.publish('a', content))).toEqual([
      { path: 'includes', problem: 'circular', text: 'a would include itself' },
    ]);
    expect((await author.create('b', content)).kind).toBe('created');
  });

  it('ends when its request does', async () => {
    const author = await anAuthorWith({ a: 'x', b: '{{> a}}' });
    const request = new AbortController();
    const { object: reader, calls } = recordCalls(
      interruptCalls(author.prompts.reader, ['listIncludes'], async () => request.abort('gone')),
    );
    const publisher = new Author({ ...author.prompts, reader }, author.owner);

    const outcome = publisher.create('c', '{{> b}}', {}, { ...UNLIMITED, signal: request.signal });

    await expect(outcome).rejects.toBe('gone');
    expect(calls.filter((call) => call === 'listIncludes')).toHaveLength(1);
    expect(await author.read('c')).toEqual({ kind: 'not-found' });
  });
});

/** An author, and the names of the methods of PromptReader in the order of their calls. */
function aRecordedAuthor(): { readonly author: Author; readonly calls: string[] } {
  const prompts = inMemoryPromptPorts();
  const { object: reader, calls } = recordCalls(prompts.reader);
  return { author: new Author({ ...prompts, reader }), calls };
}
