import { describe, expect, it } from 'vitest';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

describe('creating a prompt', () => {
  it('assigns an id and stores all given fields in the first version', async () => {
    const author = new Author();

    const { prompt, version } = as(
      'created',
      await author.create('team/greeting', 'Hello {{name}}.', {
        description: 'How we greet.',
        tags: ['b', 'a'],
        labels: ['production', 'staging'],
        config: { model: 'm', temperature: 0.2 },
        message: 'first',
      }),
    );

    expect(prompt).toMatchObject({
      id: expect.stringMatching(/^p_\d{13}_[a-z0-9]{6}$/),
      name: 'team/greeting',
      type: 'text',
      description: 'How we greet.',
      tags: ['b', 'a'],
      labels: new Map([
        ['production', 1],
        ['staging', 1],
      ]),
      latestVersion: 1,
      revision: 1,
      archived: false,
      createdAt: author.now,
      updatedAt: author.now,
    });
    expect(version).toEqual({
      version: 1,
      content: { type: 'text', content: 'Hello {{name}}.' },
      variables: [{ name: 'name', type: 'string', required: true }],
      config: { model: 'm', temperature: 0.2 },
      message: 'first',
      hash: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      restoredFrom: null,
      publishedAt: author.now,
    });
  });

  it('requires only a name and content', async () => {
    const { prompt, version } = as('created', await new Author().create('plain', 'Hello.'));

    expect(prompt).toMatchObject({ description: '', tags: [], labels: new Map() });
    expect(version).toMatchObject({ variables: [], config: {}, message: '' });
  });

  it('creates a chat from messages and placeholders', async () => {
    const messages = [{ role: 'system', content: 'You are {{mood}}.' } as const, { placeholder: 'so_far' }];

    const { prompt, version } = as('created', await new Author().create('chat', messages));

    expect(prompt.type).toBe('chat');
    expect(version.content).toEqual({ type: 'chat', messages });
    expect(version.variables.map(({ name }) => name)).toEqual(['mood']);
  });

  it('records its label moves with the message of the version', async () => {
    const author = await anAuthorWith({ plain: 'Hello.' }, { labels: ['production'], message: 'first' });

    const { moves } = as('listed', await author.history('plain', 'production'));

    expect(moves).toMatchObject([
      { label: 'production', version: 1, previous: null, movedAt: author.now, by: 'api', message: 'first' },
    ]);
  });

  it('moves a label that is listed twice only once', async () => {
    const author = await anAuthorWith({ plain: 'Hello.' }, { labels: ['production', 'production'] });

    expect(as('listed', await author.history('plain', 'production')).moves).toHaveLength(1);
  });
});
