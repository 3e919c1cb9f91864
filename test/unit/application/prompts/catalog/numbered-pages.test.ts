import { describe, expect, it } from 'vitest';
import type { PromptFilter } from '../../../../../src/application/ports/prompts/prompt-catalog.ts';
import { ListNumberedPage } from '../../../../../src/application/prompts/catalog/list-numbered-page.ts';
import { toTags } from '../../../../support/builders/a-prompt.ts';
import { Author } from '../../../../support/builders/an-author.ts';

const ALL: PromptFilter = { tags: [], archived: false };

async function anAuthorOfTwenty() {
  const author = new Author();
  for (let number = 10; number < 30; number += 1) {
    const tags = number % 2 === 0 ? ['even'] : [];
    await author.mustCreate(`p${number}`, 'One.', { tags, config: { number } });
  }
  const { catalog, reader } = author.prompts;
  const listNumberedPage = new ListNumberedPage(catalog, reader);
  const list = (page: number, limit: number, filter: PromptFilter = ALL) =>
    listNumberedPage.execute(author.owner, filter, { page, limit });
  return { author, list };
}

describe('a numbered page', () => {
  it('has the prompts of its number by name, the total, and the latest configs', async () => {
    const { author, list } = await anAuthorOfTwenty();
    await author.mustPublish('p25', 'Two.', { config: { number: 'new' } });

    const { prompts, total } = await list(4, 5);

    expect(total).toBe(20);
    expect(prompts.map(({ prompt }) => prompt.name)).toEqual(['p25', 'p26', 'p27', 'p28', 'p29']);
    expect(prompts.map(({ latestConfig }) => latestConfig['number'])).toEqual(['new', 26, 27, 28, 29]);
  });

  it('has only prompts that match', async () => {
    const { list } = await anAuthorOfTwenty();

    const { prompts, total } = await list(2, 9, { ...ALL, tags: toTags('even') });

    expect(total).toBe(10);
    expect(prompts.map(({ prompt }) => prompt.name)).toEqual(['p28']);
  });

  it('is empty behind the last one', async () => {
    const { list } = await anAuthorOfTwenty();

    expect(await list(3, 10)).toEqual({ prompts: [], total: 20 });
    expect(await list(1, 10, { ...ALL, archived: true })).toEqual({ prompts: [], total: 0 });
  });

  it('ends when nobody waits for it anymore', async () => {
    const { author } = await anAuthorOfTwenty();
    const { catalog, reader } = author.prompts;
    const signal = AbortSignal.abort(new Error('gone'));

    const listing = new ListNumberedPage(catalog, reader).execute(author.owner, ALL, { page: 1, limit: 5 }, { signal });

    await expect(listing).rejects.toThrow('gone');
  });
});
