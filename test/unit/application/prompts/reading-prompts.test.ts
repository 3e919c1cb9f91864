import { describe, expect, it } from 'vitest';
import { aDeclaration } from '../../../support/builders/a-declaration.ts';
import { Author, anAuthorWith, as } from '../../../support/builders/an-author.ts';

const resolvedOf = async (author: Author, choice?: string, at?: Date) =>
  as('read', await author.read('plain', choice, at)).resolved;

describe('reading a prompt', () => {
  it('returns production if that label exists, otherwise the latest', async () => {
    const author = await anAuthorWith({ plain: 'One.' });
    await author.mustPublish('plain', 'Two.');

    expect(await resolvedOf(author)).toEqual({ by: 'latest', version: 2 });
    await author.move('plain', 'production', 1);
    expect(await resolvedOf(author)).toEqual({ by: 'label', label: 'production', version: 1 });
  });

  it('returns the requested version or label', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production', 'staging'] });
    await author.mustPublish('plain', 'Two.');

    expect(await resolvedOf(author, '2')).toEqual({ by: 'version', version: 2 });
    expect(await resolvedOf(author, 'staging')).toEqual({ by: 'label', label: 'staging', version: 1 });
    expect(await resolvedOf(author, 'latest')).toEqual({ by: 'latest', version: 2 });
  });
});

describe('reading a prompt as of a moment', () => {
  it('returns the version that the label pointed to at that moment', async () => {
    const author = await anAuthorWith({ plain: 'One.' });
    await author.mustPublish('plain', 'Two.');
    const first = author.wait(60_000);
    await author.move('plain', 'staging', 1);
    const second = author.wait(60_000);
    await author.move('plain', 'staging', 2);
    const removed = author.wait(60_000);
    await author.unlabel('plain', 'staging');

    const at = (moment: Date, ms = 0) => resolvedOf(author, 'staging', new Date(moment.getTime() + ms));
    expect(await author.read('plain', 'staging', new Date(first.getTime() - 1))).toMatchObject({
      kind: 'label-not-found',
    });
    expect(await at(first)).toEqual({ by: 'label', label: 'staging', version: 1 });
    expect((await at(second, -1)).version).toBe(1);
    expect((await at(second)).version).toBe(2);
    expect((await at(removed, -1)).version).toBe(2);
    expect(await author.read('plain', 'staging', removed)).toMatchObject({ kind: 'label-not-found' });
  });

  it('applies the default rule as of that moment', async () => {
    const author = new Author();
    const created = author.now;
    await author.mustCreate('plain', 'One.');
    const published = author.wait(60_000);
    await author.mustPublish('plain', 'Two.');
    const promoted = author.wait(60_000);
    await author.move('plain', 'production', 1);
    const removed = author.wait(60_000);
    await author.unlabel('plain', 'production');

    expect(await author.read('plain', undefined, new Date(created.getTime() - 1))).toMatchObject({
      kind: 'version-not-found',
    });
    expect(await resolvedOf(author, undefined, created)).toEqual({ by: 'latest', version: 1 });
    expect(await resolvedOf(author, undefined, published)).toEqual({ by: 'latest', version: 2 });
    expect(await resolvedOf(author, undefined, promoted)).toEqual({ by: 'label', label: 'production', version: 1 });
    expect(await resolvedOf(author, undefined, removed)).toEqual({ by: 'latest', version: 2 });
  });

  it.each([undefined, 'production', 'latest'])(
    'is reading the present (%s) when the moment is not past',
    async (choice) => {
      const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production'] });
      const now = author.now;
      author.wait(3_600_000);
      await author.mustPublish('plain', 'Two.', { labels: ['production'] });
      author.wait(-3_600_000);

      expect((await resolvedOf(author, choice, now)).version).toBe(2);
      expect(await resolvedOf(author, choice, new Date(now.getTime() + 1))).toEqual(await resolvedOf(author, choice));
    },
  );

  it('returns the latest version as of that moment', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { labels: ['production'] });
    const published = author.wait(60_000);
    await author.mustPublish('plain', 'Two.', { labels: ['production'] });

    const before = new Date(published.getTime() - 1);
    expect(await resolvedOf(author, 'latest', before)).toEqual({ by: 'latest', version: 1 });
    expect(await resolvedOf(author, 'latest', published)).toEqual({ by: 'latest', version: 2 });
    expect(await author.read('plain', 'latest', new Date(0))).toMatchObject({ kind: 'version-not-found' });
  });
});

describe('the versions of a prompt', () => {
  it('are listed newest first, without content, in pages', async () => {
    const author = await anAuthorWith({ plain: 'One.' }, { message: 'first' });
    for (const content of ['Two.', 'Three.']) await author.mustPublish('plain', content);

    const newest = as('listed', await author.versions('plain', { limit: 2 }));
    const oldest = as('listed', await author.versions('plain', { limit: 2, before: newest.next as number }));

    expect(newest.versions.map(({ version }) => version)).toEqual([3, 2]);
    expect(oldest.versions).toEqual([
      {
        version: 1,
        variables: [],
        config: {},
        message: 'first',
        hash: expect.any(String),
        restoredFrom: null,
        publishedAt: author.now,
      },
    ]);
    expect(oldest.next).toBeUndefined();
  });

  it('end with a full page without another cursor', async () => {
    const author = await anAuthorWith({ plain: 'One.' });
    await author.mustPublish('plain', 'Two.');

    expect(as('listed', await author.versions('plain', { limit: 2 })).next).toBeUndefined();
  });

  it('end a page before it exceeds 4 MiB, with a cursor', async () => {
    const author = new Author();
    const config = { text: 'x'.repeat(16_000) };
    const variables = [aDeclaration('a', { default: 'x'.repeat(60_000) })];
    await author.mustCreate('plain', '{{a}}', { config, variables });
    for (let version = 2; version <= 60; version += 1) await author.mustPublish('plain', `${version} {{a}}`);

    const newest = as('listed', await author.versions('plain', { limit: 200 }));
    const oldest = as('listed', await author.versions('plain', { limit: 200, before: newest.next as number }));

    expect(JSON.stringify(newest.versions).length).toBeLessThan(4.1 * 1024 * 1024);
    expect([newest.versions.length, oldest.versions.length]).toEqual([55, 5]);
    expect(oldest.next).toBeUndefined();
  });

  it('can be read individually', async () => {
    const author = new Author();
    const { id } = await author.mustCreate('plain', 'One.');
    await author.mustPublish('plain', 'Two.');

    expect(as('read', await author.version(id, 1)).version.content).toEqual({ type: 'text', content: 'One.' });
  });
});

describe('comparing two versions', () => {
  it('shows changes in content, variables and config', async () => {
    const author = new Author();
    await author.mustCreate('plain', 'Dear {{name}},\nhello {{a}}.\n', { config: { model: 'm', top: 1, seed: 7 } });
    await author.mustPublish('plain', 'Dear {{name}},\nhello {{b.x}} {{a.y}}.\n', {
      config: { model: 'n', top: 1, stop: [] },
    });

    const { text, variables, config, breaking } = as('compared', await author.diff('plain', '1', 'latest'));

    expect(text).toBe('--- 1\n+++ latest\n@@ -1,2 +1,2 @@\n Dear {{name}},\n-hello {{a}}.\n+hello {{b.x}} {{a.y}}.\n');
    expect(variables).toEqual({
      added: [{ name: 'b', type: 'json', required: true }],
      removed: [],
      changed: [
        { from: { name: 'a', type: 'string', required: true }, to: { name: 'a', type: 'json', required: true } },
      ],
    });
    expect(config).toEqual({
      added: { stop: [] },
      removed: { seed: 7 },
      changed: { model: { from: 'm', to: 'n' } },
    });
    expect(breaking).toEqual([
      { path: 'a', change: 'type-changed' },
      { path: 'b', change: 'added-required' },
    ]);
  });

  it('is empty and not breaking for the same version', async () => {
    const author = await anAuthorWith({ plain: 'Hello {{a}}.' }, { labels: ['production'] });

    expect(await author.diff('plain', '1', 'production')).toEqual({
      kind: 'compared',
      text: '',
      variables: { added: [], removed: [], changed: [] },
      config: { added: {}, removed: {}, changed: {} },
      breaking: [],
    });
  });

  it('is breaking when an included text reads another member', async () => {
    const author = await anAuthorWith({ row: '{{.name}}', plain: '{{#rows}}{{.title}}{{/rows}}' });
    await author.mustPublish('plain', '{{#rows}}{{> row}}{{/rows}}');

    expect(as('compared', await author.diff('plain', '1', '2')).breaking).toEqual([
      { path: 'rows.*.name', change: 'member-added' },
    ]);
  });

  it('shows a chat in readable form', async () => {
    const author = new Author();
    await author.mustCreate('chat', [{ role: 'system', content: 'Be kind.' }, { placeholder: 'so_far' }]);
    await author.mustPublish('chat', [{ role: 'system', content: 'Be brief.' }, { placeholder: 'so_far' }]);

    const { text } = as('compared', await author.diff('chat', '1', '2'));

    expect(text.split('\n').slice(3)).toEqual([' ## system', '-Be kind.', '+Be brief.', ' ', ' ## {so_far}', '']);
  });
});
