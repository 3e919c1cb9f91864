import { describe, expect, it } from 'vitest';
import type { ProblemCode } from '../../../../../src/domain/problem.ts';
import { Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';

const textOf = async (author: Author, name: string, values: Record<string, unknown> = {}) => {
  const { rendered } = as('rendered', await author.render(name, values));
  return rendered.type === 'text' ? rendered.text : rendered.messages;
};

const problemsIn = (outcome: { kind: string; problems?: readonly { path: string; problem: string }[] }) =>
  outcome.kind === 'invalid' ? outcome.problems : outcome.kind;

const invalid = (problem: ProblemCode, text: string) => [{ path: 'includes', problem, text }];

describe('a prompt that includes another', () => {
  it('infers its variables in order of first appearance', async () => {
    const author = await anAuthorWith({ deep: '{{#c}}{{d}}{{/c}}', part: '{{b}} {{> deep}} {{a.x}}' });

    const { version } = as('created', await author.create('whole', '{{a}} {{> part}} {{e}}'));

    expect(version.variables).toEqual([
      { name: 'a', type: 'json', required: true },
      { name: 'b', type: 'string', required: true },
      { name: 'c', type: 'json', required: false },
      { name: 'd', type: 'string', required: true },
      { name: 'e', type: 'string', required: true },
    ]);
  });

  it('must declare the included variables if it declares any', async () => {
    const author = await anAuthorWith({ part: '{{b}}' });
    const declared = (...names: readonly string[]) =>
      names.map((name) => ({ name, type: 'string', required: true }) as const);

    const missing = await author.create('whole', '{{a}} {{> part}}', { variables: declared('a') });
    const complete = await author.create('whole', '{{a}} {{> part}}', { variables: declared('a', 'b') });

    expect(problemsIn(missing)).toEqual([{ path: 'variables.b', problem: 'undeclared' }]);
    expect(complete.kind).toBe('created');
  });

  it('renders the version that the include selects', async () => {
    const author = await anAuthorWith({ part: 'one' }, { labels: ['production'] });
    await author.mustPublish('part', 'two', { labels: ['staging'] });
    await author.mustPublish('part', 'three');
    await author.mustCreate('whole', '{{> part}} {{> part@1}} {{> part@2}} {{> part@staging}} {{> part@latest}}');

    expect(await textOf(author, 'whole')).toBe('one one two two three');
  });

  it('may be a chat', async () => {
    const author = await anAuthorWith({ part: 'Be {{mood}}.' });
    await author.mustCreate('chat', [{ role: 'system', content: '{{> part}}' }]);

    expect(await textOf(author, 'chat', { mood: 'kind' })).toEqual([{ role: 'system', content: 'Be kind.' }]);
  });

  it('does not change when the included prompt changes', async () => {
    const author = await anAuthorWith({ part: 'one', whole: '<{{> part}}>' });
    const before = await author.version('whole', 1);

    await author.mustPublish('part', 'two');

    expect(await author.version('whole', 1)).toEqual(before);
    expect(await textOf(author, 'whole')).toBe('<two>');
  });

  it('accepts variables that a floating include has started to use', async () => {
    const author = await anAuthorWith({ part: 'one {{a}}', whole: '<{{> part}}>' });
    await author.mustPublish('part', 'two {{a}} {{b}}');

    expect(await author.render('whole', { a: 'x' })).toMatchObject({
      kind: 'variables-invalid',
      problems: [{ path: 'b', problem: 'missing' }],
    });
    expect(await textOf(author, 'whole', { a: 'x', b: 'y' })).toBe('<two x y>');
  });
});

describe('an include without a valid target', () => {
  it.each<readonly [string, string, ProblemCode, string]>([
    ['a missing prompt', '{{> nothing}}', 'not-found', 'no text prompt named nothing'],
    ['a missing version', '{{> part@2}}', 'not-found', 'part has no version 2'],
    ['a missing label', '{{> part@staging}}', 'not-found', 'part has no label staging'],
    ['a chat', '{{> chat}}', 'not-text', 'chat is a chat: only texts can be included'],
    ['a prompt of another account', '{{> theirs}}', 'not-found', 'no text prompt named theirs'],
  ])('is rejected when publishing: %s', async (_, content, problem, text) => {
    const author = await anAuthorWith({ part: 'one' });
    await author.mustCreate('chat', [{ role: 'user', content: 'Hello.' }]);
    await new Author(author.prompts).mustCreate('theirs', 'one');

    expect(problemsIn(await author.create('whole', content))).toEqual(invalid(problem, text));
    expect(problemsIn(await author.put('whole', content))).toEqual(invalid(problem, text));
    await author.mustCreate('whole', 'one');
    expect(problemsIn(await author.publish('whole', content))).toEqual(invalid(problem, text));
    expect(problemsIn(await author.put('whole', content))).toEqual(invalid(problem, text));
  });
});

describe('a prompt that would include itself', () => {
  it.each([
    ['directly', '{{> a@1}}'],
    ['through others', '{{> c}}'],
    ['through an old version', '{{> old}}'],
  ])('is rejected when it does so %s', async (_, content) => {
    const author = await anAuthorWith({ a: 'one', b: '{{> a}}', c: '{{> b}}', old: '{{> a}}' });
    await author.mustPublish('old', 'without', { labels: ['production'] });

    expect(problemsIn(await author.publish('a', content))).toEqual(invalid('circular', 'a would include itself'));
    expect(problemsIn(await author.put('a', content))).toEqual(invalid('circular', 'a would include itself'));
  });
});

describe('includes within includes', () => {
  async function aChain(length: number): Promise<Author> {
    const author = await anAuthorWith({ p0: '{{v}}' });
    for (let index = 1; index <= length; index += 1) await author.mustCreate(`p${index}`, `{{> p${index - 1}}}`);
    return author;
  }

  it('may be nested five levels deep', async () => {
    expect(await textOf(await aChain(5), 'p5', { v: 'x' })).toBe('x');
  });

  it('are rejected six levels deep', async () => {
    const author = await aChain(5);

    expect(problemsIn(await author.create('p6', '{{> p5}}'))).toEqual(
      invalid('too-deep', 'p0 is included more than 5 levels deep'),
    );
  });

  it('are rejected six levels deep even when a shorter path exists', async () => {
    const author = await aChain(5);

    expect((await author.create('p6', '{{> p0}} {{> p1}} {{> p5}}')).kind).toBe('invalid');
  });

  it('fail to render when they become too deep later', async () => {
    const author = await aChain(5);
    await author.mustCreate('below', 'deeper');
    await author.mustPublish('p0', '{{> below}}{{v}}');

    expect(await author.render('p5', { v: 'x' })).toEqual({
      kind: 'includes-invalid',
      problems: invalid('too-deep', 'below is included more than 5 levels deep'),
    });
    expect(await textOf(author, 'p4', { v: 'x' })).toBe('deeperx');
  });

  it('are limited to a hundred', async () => {
    const author = new Author();
    const names = Array.from({ length: 101 }, (_, index) => `part${index}`);
    for (const name of names) await author.mustCreate(name, 'x');

    const include = (count: number) =>
      names
        .slice(0, count)
        .map((name) => `{{> ${name}}}`)
        .join('');
    expect((await author.create('fits', include(100))).kind).toBe('created');
    expect(problemsIn(await author.create('whole', include(101)))).toEqual(invalid('too-many', 'are more than 100'));
    await author.delete('fits');
    for (const name of names) await author.delete(name);
    expect(problemsIn(await author.create('nowhere', include(101)))).toEqual(invalid('too-many', 'are more than 100'));
  });
});
