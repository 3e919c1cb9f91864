import { describe, expect, it } from 'vitest';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';
import { InMemoryPrompts } from '../../../support/in-memory/in-memory-prompts.ts';
import { inMemoryPromptPorts } from '../../../support/in-memory/prompt-ports.ts';
import { interruptCalls } from '../../../support/record-calls.ts';

const tone = aDeclaration('tone', { required: false, default: 'kind', enum: ['kind', 'curt'] });
const settings = { variables: [tone], config: { model: 'm', temperature: 0.2 } };

/** Both ways to publish a version of an existing prompt. */
const PUBLISHING = [
  ['publishing', 'published', (author: Author, ...rest: Rest) => author.publish('plain', ...rest)],
  ['putting', 'revised', (author: Author, ...rest: Rest) => author.put('plain', ...rest)],
] as const;
type Rest = [content: string, fields?: Parameters<Author['publish']>[2]];

describe.each(PUBLISHING)('%s a version that leaves out settings', (_, kind, publish) => {
  it('takes over the config and the declarations that it still uses from the newest version', async () => {
    const author = await anAuthorWith({ plain: 'One {{tone}}.' }, { ...settings, labels: ['production'] });
    await author.mustPublish('plain', 'Two {{tone}} {{name}}.', { config: { model: 'n' } });

    const { version } = as(kind, await publish(author, 'Three {{tone}} {{other}}.'));

    expect(version).toMatchObject({ version: 3, config: { model: 'n' }, variables: [tone, aDeclaration('other')] });
  });

  it('takes over each of the two by itself', async () => {
    const author = new Author();
    await author.mustCreate('plain', 'One {{tone}}.', settings);

    const second = as(kind, await publish(author, 'Two {{tone}}.', { config: { model: 'n' } })).version;
    const third = as(kind, await publish(author, 'Three {{tone}}.', { variables: [aDeclaration('tone')] })).version;

    expect(second).toMatchObject({ config: { model: 'n' }, variables: [tone] });
    expect(third).toMatchObject({ config: { model: 'n' }, variables: [aDeclaration('tone')] });
  });

  it('takes over nothing that is given as empty', async () => {
    const author = new Author();
    await author.mustCreate('plain', 'One {{tone}}.', settings);

    const { version } = as(kind, await publish(author, 'Two.', { config: {}, variables: [] }));

    expect(version).toMatchObject({ config: {}, variables: [] });
    expect(await publish(author, 'Three {{tone}}.', { variables: [] })).toEqual({
      kind: 'invalid',
      problems: [{ path: 'variables.tone', problem: 'undeclared' }],
    });
  });

  it('changes nothing when the content is the same, whatever the order of declarations', async () => {
    const author = new Author();
    const variables = [aDeclaration('b', { type: 'number' }), aDeclaration('a', { description: 'x' })];
    const before = await author.mustCreate('plain', '{{a}} {{b}}', { variables, config: settings.config });

    expect((await publish(author, '{{a}} {{b}}')).kind).toBe('unchanged');
    expect((await publish(author, '{{a}} {{b}}', { config: settings.config })).kind).toBe('unchanged');
    expect(await author.mustFind('plain')).toEqual(before);
  });

  it('considers the variables of included prompts as used', async () => {
    const author = await anAuthorWith({ part: 'In a {{tone}} voice.' });
    await author.mustCreate('plain', 'One {{> part}}', settings);

    const { version } = as(kind, await publish(author, 'Two {{> part}}'));

    expect(version.variables).toEqual([tone]);
  });

  it('follows the version that it inherits from, even if another one is published concurrently', async () => {
    const prompts = new InMemoryPrompts();
    const other = new Author(inMemoryPromptPorts(prompts));
    const changeConfig = () => other.publish('plain', 'Other.', { config: { model: 'other' } });
    const interrupted = interruptCalls(prompts, ['revise'], changeConfig, 1);
    const author = new Author(inMemoryPromptPorts(interrupted), other.owner);
    await other.mustCreate('plain', 'One.', { config: settings.config });

    const { version } = as(kind, await publish(author, 'Two.'));

    expect(version).toMatchObject({ version: 3, config: { model: 'other' } });
  });
});

describe('settings', () => {
  it('are empty or inferred in the first version, whichever way it is published', async () => {
    const author = new Author();

    const created = as('created', await author.create('one', '{{a}}')).version;
    const put = as('created', await author.put('two', '{{a}}')).version;

    for (const version of [created, put]) expect(version).toMatchObject({ config: {}, variables: [aDeclaration('a')] });
  });

  it('of a restored version are its own, not those of the newest version', async () => {
    const author = new Author();
    await author.mustCreate('plain', 'One {{tone}}.', settings);
    await author.mustPublish('plain', 'Two.', { config: { model: 'n' } });

    const { version } = as('published', await author.restore('plain', 1));

    expect(version).toMatchObject({ ...settings, restoredFrom: 1 });
  });

  it('that are inherited count for breaking changes', async () => {
    const author = new Author();
    await author.mustCreate('plain', '{{n}}', { variables: [aDeclaration('n', { type: 'number' })], labels: ['live'] });

    expect((await author.publish('plain', '{{n}}!', { labels: ['live'] })).kind).toBe('published');
  });
});
