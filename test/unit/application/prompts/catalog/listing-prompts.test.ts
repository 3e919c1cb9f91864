import { describe, expect, it } from 'vitest';
import { COUNTS_MAX, ListCounts } from '../../../../../src/application/prompts/catalog/list-counts.ts';
import { ListPrompts } from '../../../../../src/application/prompts/catalog/list-prompts.ts';
import type { Label } from '../../../../../src/domain/naming/label.ts';
import type { PromptId } from '../../../../../src/domain/naming/prompt-name.ts';
import { aQuery } from '../../../../support/builders/a-prompt.ts';
import { anAccount } from '../../../../support/builders/an-account.ts';
import { type Author, anAuthorWith } from '../../../../support/builders/an-author.ts';

async function anAuthorWithPrompts(): Promise<Author> {
  const author = await anAuthorWith({ alpha: 'One.' }, { tags: ['a'], labels: ['production'] });
  author.wait(1000);
  await author.mustCreate('mail/beta', 'One.', { tags: ['a', 'b'], description: 'Sent to CUSTOMERS.' });
  author.wait(1000);
  await author.mustCreate('mail/gamma', [{ role: 'user', content: 'One.' }], { labels: ['production', 'staging'] });
  author.wait(1000);
  await author.mustCreate('mail/old/delta', 'One.', { tags: ['b'] });
  await author.change('mail/old/delta', { archived: true });
  return author;
}

describe('listing prompts', () => {
  it.each([false, true])('returns pages and detects the last one (content: %j)', async (withContent) => {
    const author = await anAuthorWithPrompts();

    const first = await author.list({ limit: 2 }, withContent);
    const second = await author.list({ limit: 2, after: first.next }, withContent);
    const full = await author.list({ limit: 3 }, withContent);

    expect(first.prompts.map(({ prompt }) => prompt.name)).toEqual(['alpha', 'mail/beta']);
    expect(first.next).toMatchObject({ name: 'mail/beta' });
    expect(second.prompts.map(({ prompt }) => prompt.name)).toEqual(['mail/gamma']);
    expect([second.next, full.next]).toEqual([undefined, undefined]);
  });

  it.each([false, true])(
    'continues where a search that took too long has stopped (content: %j)',
    async (withContent) => {
      const author = await anAuthorWithPrompts();
      const beta = await author.mustFind('mail/beta');
      const query = aQuery({ limit: 2 });
      const list = (ids: readonly PromptId[]) =>
        new ListPrompts(author.prompts.catalog, { search: async () => ({ ids, stoppedAt: beta }) });

      const nothing = await list([]).execute(author.owner, query, withContent, ['x']);
      const some = await list([beta.id]).execute(author.owner, query, withContent, ['x']);

      expect(nothing).toEqual({ prompts: [], next: beta, endedEarly: true });
      expect(some.prompts.map(({ prompt }) => prompt.name)).toEqual(['mail/beta']);
      expect(some).toMatchObject({ next: beta, endedEarly: true });
    },
  );

  it('returns no content unless requested', async () => {
    const { prompts } = await (await anAuthorWithPrompts()).list();

    expect(prompts.every((listed) => !('version' in listed))).toBe(true);
  });

  it('returns the content that the label selects', async () => {
    const author = await anAuthorWithPrompts();
    await author.mustPublish('alpha', 'Two.');
    await author.mustPublish('mail/beta', 'Two.');

    const listVersions = async (label?: string) =>
      (await author.list({ label: label as Label | undefined, type: 'text' }, true)).prompts.map(
        ({ version, resolved }) => [version?.version, resolved],
      );

    expect(await listVersions('production')).toEqual([[1, { by: 'label', label: 'production', version: 1 }]]);
    expect(await listVersions()).toEqual([
      [1, { by: 'label', label: 'production', version: 1 }],
      [2, { by: 'latest', version: 2 }],
    ]);
    expect(await listVersions('latest')).toEqual([
      [2, { by: 'latest', version: 2 }],
      [2, { by: 'latest', version: 2 }],
    ]);
  });

  it('counts very many tags or folders in pages', async () => {
    const all = Array.from({ length: COUNTS_MAX + 2 }, (_, index) => ({ name: `t${index + 10_000}`, count: 1 }));
    const listCounts = new ListCounts(async (_, { after, limit }) =>
      all.filter(({ name }) => after === undefined || name > after).slice(0, limit),
    );

    const first = await listCounts.execute(anAccount().id);
    const second = await listCounts.execute(anAccount().id, first.next);

    expect([first.counts.length, second.counts.length]).toEqual([COUNTS_MAX, 2]);
    expect([...first.counts, ...second.counts]).toEqual(all);
    expect(second.next).toBeUndefined();
  });
});
