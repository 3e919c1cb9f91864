import { describe, expect, it } from 'vitest';
import type { Execution } from '../../../../src/application/ports/execution.ts';
import type { RenderPromptOutcome } from '../../../../src/application/prompts/render-prompt.ts';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

const oneProblem = (path: string, problem: string) => ({ kind: 'variables-invalid', problems: [{ path, problem }] });

const problemsIn = (outcome: RenderPromptOutcome): readonly string[] =>
  as('variables-invalid', outcome).problems.map(({ path, problem }) => `${path} ${problem}`);

describe('rendering a prompt', () => {
  it('inserts values and returns the version', async () => {
    const author = await anAuthorWith({ plain: 'Hello {{name}}.' }, { config: { model: 'm' } });

    const outcome = await author.render('plain', { name: 'Ada {{name}}' });

    expect(outcome).toEqual({
      kind: 'rendered',
      promptId: (await author.mustFind('plain')).id,
      rendered: { type: 'text', text: 'Hello Ada {{name}}.' },
      config: { model: 'm' },
      version: 1,
      hash: (await author.mustFind('plain')).latestHash,
      fingerprint: (await author.mustFind('plain')).latestHash,
      includes: [],
    });
  });

  it('selects the version by the same rule as reading', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production'] });
    await author.mustPublish('plain', 'Two.', { labels: ['staging'] });

    const version = async (by?: string) =>
      as('rendered', await author.render('plain', {}, by === undefined ? {} : { by })).version;
    expect([await version(), await version('staging'), await version('latest'), await version('1')]).toEqual([
      1, 2, 2, 1,
    ]);
  });

  it('fills placeholders with messages and inserts values only into the messages of the prompt', async () => {
    const author = new Author();
    const soFar = [{ role: 'user', content: 'What is {{mood}}?' }];
    await author.mustCreate('chat', [{ role: 'system', content: 'Be {{mood}}.' }, { placeholder: 'so_far' }]);

    const { rendered } = as(
      'rendered',
      await author.render('chat', { mood: 'kind' }, { placeholders: { so_far: soFar } }),
    );

    expect(rendered).toEqual({ type: 'chat', messages: [{ role: 'system', content: 'Be kind.' }, ...soFar] });
  });

  it('reports all problems at once, missing members of values and placeholders included', async () => {
    const author = new Author();
    const variables = [
      { name: 'name', type: 'string', required: true },
      { name: 'age', type: 'number', required: true },
      { name: 'mood', type: 'string', required: true, enum: ['kind'] },
      { name: 'user', type: 'json', required: true },
      { name: 'list', type: 'json', required: false },
    ] as const;
    const content = '{{name}} {{age}} {{mood}} {{user.mail.home}} {{#list}}{{.title}}{{/list}}';
    await author.mustCreate('chat', [{ role: 'user', content }, { placeholder: 'so_far' }], { variables });
    const values = { nmae: 'Ada', age: '36', mood: 'curt', user: { mail: {} }, list: [{ title: 1 }, {}] };

    const outcome = await author.render('chat', values, { placeholders: { sofar: [] } });

    expect(problemsIn(outcome)).toEqual([
      'name missing',
      'user.mail.home missing',
      'list.1.title missing',
      'age type',
      'mood enum',
      'nmae unknown',
      'placeholders.so_far missing',
      'placeholders.sofar unknown',
    ]);
  });

  it('renders an optional variable that is omitted as nothing, with its members, in includes and sections too', async () => {
    const author = await anAuthorWith({ part: '({{city}})' });
    const variables = [
      { name: 'city', type: 'string', required: false },
      { name: 'user', type: 'json', required: false },
    ] as const;
    const content =
      '<{{city}}{{user}}{{user.name.first}}{{#user}}!{{/user}}{{^user}}{{user.name}}none{{/user}}>{{> part}}';
    await author.mustCreate('plain', content, { variables });

    for (const omitted of [{}, { city: null, user: null }]) {
      const { rendered } = as('rendered', await author.render('plain', omitted));
      expect(rendered).toEqual({ type: 'text', text: '<none>()' });
    }
    // Members of a value that is sent may still be missing.
    expect(problemsIn(await author.render('plain', { user: {} }))).toEqual(['user.name missing']);
  });

  it('does not report a part of a wrong value as missing', async () => {
    const author = new Author();
    const variables = [{ name: 'user', type: 'json', required: true, enum: [{ name: 'Ada' }] }] as const;
    await author.mustCreate('plain', '{{user.name}}', { variables });

    expect(problemsIn(await author.render('plain', { user: {} }))).toEqual(['user enum']);
  });

  it('reports wrong values even of a rendering that would be too large', async () => {
    const author = await anAuthorWith({ plain: '{{#list}}{{text}}{{/list}}' });
    const values = { list: Array(1025).fill(0), text: 'x'.repeat(1024), other: 1 };

    expect(problemsIn(await author.render('plain', values))).toEqual(['other unknown']);
    expect(await author.render('plain', { ...values, other: undefined }, { strict: false })).toMatchObject({
      kind: 'too-large',
    });
  });

  it('reports at most a hundred problems', async () => {
    const author = await anAuthorWith({ plain: '{{#list}}{{.a}}{{/list}}' });
    const unknown = Object.fromEntries(Array.from({ length: 150 }, (_, index) => [`x${index}`, 1]));

    expect(problemsIn(await author.render('plain', { list: Array(150).fill({}), ...unknown }))).toHaveLength(100);
  });

  it('renders missing values as empty and ignores unknown ones, unless strict', async () => {
    const author = new Author();
    await author.mustCreate('chat', [{ role: 'user', content: '<{{a}}{{b.c}}>' }, { placeholder: 'so_far' }]);

    const lenient = await author.render('chat', { d: 1 }, { placeholders: { more: [] }, strict: false });
    const wrong = await author.render('chat', { a: 1 }, { strict: false });

    expect(as('rendered', lenient).rendered).toEqual({ type: 'chat', messages: [{ role: 'user', content: '<>' }] });
    expect(wrong).toMatchObject(oneProblem('a', 'type'));
  });

  it('lets others run while it takes long, as heavy work that ends when its request does', async () => {
    const author = await anAuthorWith({ plain: '{{#list}}{{#list}}{{/list}}{{/list}}' });
    const request = new AbortController();
    let heavy = 0;
    const work: Execution = {
      signal: request.signal,
      nextTurn: () => new Promise((resolve) => setImmediate(resolve)),
      heavy: (run) => {
        heavy += 1;
        setImmediate(() => request.abort('gone'));
        return run();
      },
    };

    await expect(author.render('plain', { list: Array(300).fill(0) }, { work })).rejects.toBe('gone');
    expect(heavy).toBe(1);
  });
});
