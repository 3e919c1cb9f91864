import type { PromptDocument } from '../../../src/application/prompts/import-export/imported-prompt.ts';
import type { PromptHistory } from '../../../src/application/prompts/import-export/prompt-history.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import { Author, as } from './an-author.ts';

/** As it travels: without ids, revisions and owners. */
export const documentOf = ({ prompt, versions, moves }: PromptHistory): PromptDocument => ({
  name: prompt.name,
  type: prompt.type,
  description: prompt.description,
  tags: prompt.tags,
  archived: prompt.archived,
  createdAt: prompt.createdAt,
  updatedAt: prompt.updatedAt,
  versions,
  history: moves,
});

export const documentsOf = async (author: Author): Promise<readonly PromptDocument[]> =>
  (await author.export()).map(documentOf);

/** What became of each, such as `plain created`. */
export const resultsOf = async (author: Author, ...[documents, mode, dryRun]: Parameters<Author['import']>) =>
  as('imported', await author.import(documents, mode, dryRun)).results.map(({ name, result }) => `${name} ${result}`);

/** With a prompt to which everything has happened, and an archived chat that includes it. */
export async function anAuthorOfHistory(): Promise<Author> {
  const author = new Author();
  await author.has('plain', 'One {{a}}.', {
    tags: ['a'],
    description: 'Why.',
    labels: ['production'],
    message: 'first',
  });
  author.wait(1000);
  await author.adds('plain', 'Two {{a}}.', { labels: ['production', 'staging'], config: { model: 'm' } });
  author.wait(1000);
  await author.rollBack('plain', 'production');
  await author.unlabel('plain', 'staging');
  await author.restore('plain', 1);
  await author.has('chat', [{ role: 'user', content: '{{> plain@production}}' }, { placeholder: 'so_far' }]);
  await author.change('chat', { archived: true });
  return author;
}

/** One of the documents of an export. */
export async function documentNamed(author: Author, name: string): Promise<PromptDocument> {
  const document = (await documentsOf(author)).find((candidate) => candidate.name === name);
  invariant(document !== undefined, `${name} is exported`);
  return document;
}
