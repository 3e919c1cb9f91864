import { describe, expect, it } from 'vitest';
import { sha256ContentHashing as hashing } from '../../../../../src/adapters/outbound/crypto/sha256.ts';
import { printIncludeTarget } from '../../../../../src/domain/naming/include-target.ts';
import { type Author, anAuthorWith, as } from '../../../../support/builders/an-author.ts';

type Fields = Parameters<Author['render']>[2];

/** What a rendering of `reply` inserted, one line for each include. */
async function includesOf(author: Author, fields: Fields = {}): Promise<readonly string[]> {
  const { includes } = as('rendered', await author.render('reply', {}, fields));
  return includes.map(
    ({ target, name, version, by }) => `${printIncludeTarget(target)} is ${name} ${version} by ${by}`,
  );
}

const textOf = async (author: Author, fields: Fields = {}) =>
  as('rendered', await author.render('reply', {}, fields)).rendered;

async function aReply(): Promise<Author> {
  const author = await anAuthorWith({ voice: 'Calm.', tone: 'Kind. {{> voice@1}}', logo: 'Logo.' });
  await author.move('tone', 'staging', 1);
  await author.mustCreate('reply', '{{> tone@staging}} {{> logo}} {{> tone@staging}} {{> voice@latest}}');
  return author;
}

describe('a rendering', () => {
  it('lists everything that was included depth first, each expression once, with the rule that selected it', async () => {
    const author = await aReply();
    await author.mustPublish('logo', 'New logo.', { labels: ['production'] });

    expect(await includesOf(author)).toEqual([
      'tone@staging is tone 1 by label',
      'voice@1 is voice 1 by version',
      'logo is logo 2 by label',
      'voice@latest is voice 1 by latest',
    ]);
  });

  it('has a fingerprint that changes with every included text, and returns with it', async () => {
    const author = await aReply();
    const fingerprint = async () => as('rendered', await author.render('reply')).fingerprint;
    const hashOf = async (name: string) => (await author.mustFind(name)).latestHash;
    const first = await fingerprint();
    const tone = hashing.hash(JSON.stringify([await hashOf('tone'), [await hashOf('voice')]]));

    expect(first).toBe(
      hashing.hash(JSON.stringify([await hashOf('reply'), [tone, await hashOf('logo'), await hashOf('voice')]])),
    );
    await author.mustPublish('logo', 'New logo.');
    expect(await fingerprint()).not.toBe(first);
    await author.restore('logo', 1);
    expect(await fingerprint()).toBe(first);
  });
});

describe('a rendering as of a moment', () => {
  it('resolves the label and every include as they were then', async () => {
    const author = await aReply();
    await author.move('reply', 'production', 1);
    const before = author.wait(60_000);
    author.wait(60_000);
    await author.mustPublish('voice', 'Loud.');
    await author.mustPublish('tone', 'Rude.', { labels: ['staging'] });
    await author.mustPublish('logo', 'New logo.', { labels: ['production'] });
    await author.mustPublish('reply', 'Gone.', { labels: ['production'] });

    expect(await textOf(author)).toEqual({ type: 'text', text: 'Gone.' });
    expect(await textOf(author, { at: before })).toEqual({ type: 'text', text: 'Kind. Calm. Logo. Kind. Calm. Calm.' });
    expect(await includesOf(author, { at: before })).toEqual([
      'tone@staging is tone 1 by label',
      'voice@1 is voice 1 by version',
      'logo is logo 1 by latest',
      'voice@latest is voice 1 by latest',
    ]);
  });

  it('renders a version that the caller names with the includes of that moment', async () => {
    const author = await aReply();
    const before = author.wait(60_000);
    author.wait(60_000);
    await author.mustPublish('logo', 'New logo.');

    expect((await includesOf(author, { by: '1', at: before }))[2]).toBe('logo is logo 1 by latest');
    expect((await includesOf(author, { by: '1' }))[2]).toBe('logo is logo 2 by latest');
  });

  it('fails where an include led nowhere then', async () => {
    const author = await aReply();
    const created = author.wait(60_000);
    await author.mustPublish('tone', 'Rude.', { labels: ['strict'] });
    await author.mustPublish('reply', '{{> tone@strict}}');

    expect(await author.render('reply', {}, { by: '2', at: new Date(created.getTime() - 1) })).toMatchObject({
      kind: 'includes-invalid',
      problems: [{ path: 'includes' }],
    });
  });
});
