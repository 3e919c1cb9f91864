import { expect, it, vi } from 'vitest';
import { Prompt } from '../../../../src/domain/prompts/prompt.ts';
import { Author } from '../../../support/builders/an-author.ts';
import { interruptNext } from '../../../support/record-calls.ts';

const NAMES = ['a', 'b', 'c', 'd'];

async function anAuthorOfPrompts(): Promise<Author> {
  const author = new Author();
  for (const name of NAMES) {
    await author.mustCreate(name, 'One.', { labels: ['production', 'staging'], tags: ['old'], description: 'Old.' });
    await author.mustPublish(name, 'Two.', { labels: ['staging'] });
    // In the same millisecond, so that these moves are later than the update of their prompt.
    for (const version of [2, 1, 2]) await author.move(name, 'production', version);
  }
  return author;
}

async function changeEverything(author: Author): Promise<void> {
  for (const name of NAMES) {
    await author.mustPublish(name, 'Three: new.', { labels: ['staging'] });
    await author.move(name, 'production', 1);
    await author.unlabel(name, 'staging');
    await author.change(name, { name: `${name}-new`, description: 'New.', tags: ['new'], archived: true });
  }
  await author.mustCreate('bb', 'New.');
}

it('exports everything as it was when the export started', async () => {
  const author = await anAuthorOfPrompts();
  const before = await author.export();
  author.wait(1000);
  const { archive } = author.prompts;
  const changeOnce = vi.fn(() => changeEverything(author));
  interruptNext(archive, 'readVersions', changeOnce);

  const exported = await author.export();

  expect(changeOnce).toHaveBeenCalledOnce();
  expect(exported).toEqual(before);
});

it('exports one moment of an account that changes while its prompts are listed', async () => {
  const author = await anAuthorOfPrompts();
  const { catalog } = author.prompts;
  const list = catalog.list.bind(catalog);
  let isChanged = false;
  catalog.list = async (...query) => {
    const page = await list(...query);
    if (!isChanged) {
      isChanged = true;
      await author.delete('c');
      await changeEverything(author).catch(() => undefined);
    }
    return page;
  };

  const exported = await author.export();

  expect(exported).toEqual(await author.export());
  expect(exported.map(({ prompt }) => prompt.name)).toEqual(['a-new', 'b-new', 'd']);
});

it('reads descriptions again that would take too much memory', async () => {
  const author = new Author();
  for (let index = 0; index < 20; index += 1)
    await author.mustCreate(`p${index}`, 'One.', { description: 'Read again.' });
  const { catalog } = author.prompts;
  const list = catalog.list.bind(catalog);
  const description = 'x'.repeat(1024 * 1024);
  catalog.list = async (...query) => (await list(...query)).map((prompt) => Prompt.of({ ...prompt, description }));

  const exported = await author.export();

  expect(exported.filter(({ prompt }) => prompt.description === description)).toHaveLength(16);
  expect(exported.filter(({ prompt }) => prompt.description === 'Read again.')).toHaveLength(4);
});
