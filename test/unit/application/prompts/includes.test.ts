import { describe, expect, it } from 'vitest';
import { Author, as } from '../../../support/builders/an-author.ts';

const textOf = async (author: Author, name: string, values: Record<string, unknown> = {}) => {
  const { rendered } = as('rendered', await author.render(name, values));
  return rendered.type === 'text' ? rendered.text : rendered.messages;
};

const problemsIn = (outcome: { kind: string; problems?: readonly { path: string; problem: string }[] }) =>
  outcome.kind === 'invalid' ? outcome.problems : outcome.kind;

describe('a prompt that includes another', () => {
  it('has its variables inferred, in order of first appearance', async () => {
    const author = new Author();
    await author.has('deep', '{{#c}}{{d}}{{/c}}');
    await author.has('part', '{{b}} {{> deep}} {{a.x}}');

    const { version } = as('created', await author.create('whole', '{{a}} {{> part}} {{e}}'));

    expect(version.variables).toEqual([
      { name: 'a', type: 'json', required: true },
      { name: 'b', type: 'string', required: true },
      { name: 'c', type: 'json', required: false },
      { name: 'd', type: 'string', required: true },
      { name: 'e', type: 'string', required: true },
    ]);
  });

  it('must declare its variables, where it declares any', async () => {
    const author = new Author();
    await author.has('part', '{{b}}');
    const declared = (...names: readonly string[]) =>
      names.map((name) => ({ name, type: 'string', required: true }) as const);

    const missing = await author.create('whole', '{{a}} {{> part}}', { variables: declared('a') });
    const complete = await author.create('whole', '{{a}} {{> part}}', { variables: declared('a', 'b') });

    expect(problemsIn(missing)).toEqual([{ path: 'variables.b', problem: 'undeclared' }]);
    expect(complete.kind).toBe('created');
  });

  it('renders with it in place, whichever version the include selects', async () => {
    const author = new Author();
    await author.has('part', 'one', { labels: ['production'] });
    await author.adds('part', 'two', { labels: ['staging'] });
    await author.adds('part', 'three');
    await author.has('whole', '{{> part}} {{> part@1}} {{> part@2}} {{> part@staging}} {{> part@latest}}');

    expect(await textOf(author, 'whole')).toBe('one one two two three');
  });

  it('may be a chat', async () => {
    const author = new Author();
    await author.has('part', 'Be {{mood}}.');
    await author.has('chat', [{ role: 'system', content: '{{> part}}' }]);

    expect(await textOf(author, 'chat', { mood: 'kind' })).toEqual([{ role: 'system', content: 'Be kind.' }]);
  });

  it('is the same version whatever the included one becomes', async () => {
    const author = new Author();
    await author.has('part', 'one');
    await author.has('whole', '<{{> part}}>');
    const before = await author.version('whole', 1);

    await author.adds('part', 'two');

    expect(await author.version('whole', 1)).toEqual(before);
    expect(await textOf(author, 'whole')).toBe('<two>');
  });

  it('takes variables that a floating include has come to use', async () => {
    const author = new Author();
    await author.has('part', 'one {{a}}');
    await author.has('whole', '<{{> part}}>');
    await author.adds('part', 'two {{a}} {{b}}');

    expect(await author.render('whole', { a: 'x' })).toEqual({
      kind: 'variables-invalid',
      problems: [{ path: 'b', problem: 'missing' }],
    });
    expect(await textOf(author, 'whole', { a: 'x', b: 'y' })).toBe('<two x y>');
  });

  it('shows an item of a list to what it includes from within the list', async () => {
    const author = new Author();
    await author.has('part', '[{{.}} {{a}}]');
    await author.has('whole', '{{#list}}{{> part}}{{/list}}');

    expect(await textOf(author, 'whole', { list: [1, 2], a: 'x' })).toBe('[1 x][2 x]');
  });
});

describe('an include that leads nowhere', () => {
  it.each([
    ['a prompt that is not there', '{{> nothing}}', 'nothing is no prompt of this account'],
    ['a version that is not there', '{{> part@2}}', 'part@2 is no version of that prompt'],
    ['a label that is not there', '{{> part@staging}}', 'part@staging is no version of that prompt'],
    ['a chat', '{{> chat}}', 'chat is a chat: only texts can be included'],
    ['a prompt of somebody else', '{{> theirs}}', 'theirs is no prompt of this account'],
  ])('is refused when written: %s', async (_, words, problem) => {
    const author = new Author();
    await author.has('part', 'one');
    await author.has('chat', [{ role: 'user', content: 'Hello.' }]);
    await new Author(author.prompts).has('theirs', 'one');
    const refused = [{ path: 'includes', problem }];

    expect(problemsIn(await author.create('whole', words))).toEqual(refused);
    expect(problemsIn(await author.put('whole', words))).toEqual(refused);
    await author.has('whole', 'one');
    expect(problemsIn(await author.publish('whole', words))).toEqual(refused);
    expect(problemsIn(await author.put('whole', words))).toEqual(refused);
  });
});

describe('a prompt that would include itself', () => {
  it('is refused directly', async () => {
    const author = new Author();
    await author.has('a', 'one');

    expect(problemsIn(await author.publish('a', '{{> a@1}}'))).toEqual([
      { path: 'includes', problem: 'a would include itself' },
    ]);
  });

  it('is refused over others', async () => {
    const author = new Author();
    await author.has('a', 'one');
    await author.has('b', '{{> a}}');
    await author.has('c', '{{> b}}');

    expect(problemsIn(await author.publish('a', '{{> c}}'))).toEqual([
      { path: 'includes', problem: 'a would include itself' },
    ]);
    expect(problemsIn(await author.put('a', '{{> c}}'))).toEqual([
      { path: 'includes', problem: 'a would include itself' },
    ]);
  });

  it('is refused over a version that nothing points to any more', async () => {
    const author = new Author();
    await author.has('a', 'one');
    await author.has('b', '{{> a}}');
    await author.adds('b', 'without', { labels: ['production'] });

    expect(problemsIn(await author.publish('a', '{{> b}}'))).toEqual([
      { path: 'includes', problem: 'a would include itself' },
    ]);
  });
});

describe('includes within includes', () => {
  async function aChain(length: number): Promise<Author> {
    const author = new Author();
    await author.has('p0', '{{v}}');
    for (let index = 1; index <= length; index += 1) await author.has(`p${index}`, `{{> p${index - 1}}}`);
    return author;
  }

  it('may be five deep', async () => {
    expect(await textOf(await aChain(5), 'p5', { v: 'x' })).toBe('x');
  });

  it('are refused six deep', async () => {
    const author = await aChain(5);

    expect(problemsIn(await author.create('p6', '{{> p5}}'))).toEqual([
      { path: 'includes', problem: 'p0 is included more than 5 levels deep' },
    ]);
  });

  it('are refused six deep also where a shorter way leads there', async () => {
    const author = await aChain(5);

    expect((await author.create('p6', '{{> p0}} {{> p1}} {{> p5}}')).kind).toBe('invalid');
  });

  it('are refused when they become too deep later, and rendered no more', async () => {
    const author = await aChain(5);
    await author.has('below', 'deeper');
    await author.adds('p0', '{{> below}}{{v}}');

    expect(await author.render('p5', { v: 'x' })).toEqual({
      kind: 'includes-invalid',
      problems: [{ path: 'includes', problem: 'below is included more than 5 levels deep' }],
    });
    expect(await textOf(author, 'p4', { v: 'x' })).toBe('deeperx');
  });

  it('are refused when they are more than a hundred', async () => {
    const author = new Author();
    const names = Array.from({ length: 101 }, (_, index) => `part${index}`);
    for (const name of names) await author.has(name, 'x');

    const include = (count: number) =>
      names
        .slice(0, count)
        .map((name) => `{{> ${name}}}`)
        .join('');
    expect((await author.create('fits', include(100))).kind).toBe('created');
    expect(problemsIn(await author.create('whole', include(101)))).toEqual([
      { path: 'includes', problem: 'are more than 100' },
    ]);
    await author.delete('fits');
    for (const name of names) await author.delete(name);
    expect(problemsIn(await author.create('nowhere', include(101)))).toEqual([
      { path: 'includes', problem: 'are more than 100' },
    ]);
  });
});
