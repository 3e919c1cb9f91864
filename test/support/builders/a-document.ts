import { invariant } from '../../../src/domain/invariant.ts';
import type { PromptDocument } from '../../../src/domain/prompts/prompt-document.ts';
import { Author, as, type ExportedHistory } from './an-author.ts';

/** A prompt as it is exported: without id, revision and owner. */
export const toDocument = ({ prompt, versions, moves }: ExportedHistory): PromptDocument => ({
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

export const exportAll = async (author: Author): Promise<readonly PromptDocument[]> =>
  (await author.export()).map(toDocument);

/** Imports the documents and returns one result for each, such as `plain created`. */
export const importResults = async (author: Author, ...[documents, mode, dryRun]: Parameters<Author['import']>) =>
  as('imported', await author.import(documents, mode, dryRun)).results.map(({ name, result }) => `${name} ${result}`);

/** An author with a prompt that has seen every kind of change, and an archived chat that includes it. */
export async function anAuthorOfHistory(): Promise<Author> {
  const author = new Author();
  await author.mustCreate('plain', 'One {{a}}.', {
    tags: ['a'],
    description: 'Why.',
    labels: ['production'],
    message: 'first',
  });
  author.wait(1000);
  await author.mustPublish('plain', 'Two {{a}}.', { labels: ['production', 'staging'], config: { model: 'm' } });
  author.wait(1000);
  await author.rollBack('plain', 'production');
  await author.unlabel('plain', 'staging');
  await author.restore('plain', 1);
  await author.mustCreate('chat', [{ role: 'user', content: '{{> plain@production}}' }, { placeholder: 'so_far' }]);
  await author.change('chat', { archived: true });
  return author;
}

/** Exports one prompt. */
export async function exportOne(author: Author, name: string): Promise<PromptDocument> {
  const document = (await exportAll(author)).find((candidate) => candidate.name === name);
  invariant(document !== undefined, `${name} is exported`);
  return document;
}
