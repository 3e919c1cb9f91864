import { describe, expect, it } from 'vitest';
import { printDocument } from '../../../../src/adapters/converters/documents/print-document.ts';
import { anAuthorOfHistory, exportAll, importResults } from '../../../support/builders/a-document.ts';
import { Author, anAuthorWith } from '../../../support/builders/an-author.ts';
import { aJsonFile, convertChosen } from '../../../support/imports/convert-fixtures.ts';

const HEADER = { format: 'prompthold-export', version: 1 };

/** The export of an account with every kind of change, as the API returns it. */
async function anExport() {
  const documents = await exportAll(await anAuthorOfHistory());
  return { documents, prompts: JSON.parse(JSON.stringify(documents.map(printDocument))) as object[] };
}

describe('an export of Prompthold', () => {
  it('becomes the same prompts, with the whole history', async () => {
    const { documents, prompts } = await anExport();

    const conversion = convertChosen([aJsonFile({ data: { ...HEADER, prompts } })]);

    expect(conversion).toMatchObject({ losses: [], refusals: [] });
    const target = new Author();
    expect(await importResults(target, conversion.documents)).toEqual(['plain created', 'chat created']);
    expect(await exportAll(target)).toEqual(documents);
  });

  it('keeps rollbacks, fingerprints and locks', async () => {
    const author = await anAuthorWith({ tone: 'Kind.' });
    await author.mustCreate('reply', '{{> tone}}', { labels: ['production'] });
    await author.protect('production');
    await author.protect();
    await author.unlabel('reply', 'production');
    await author.rollBack('reply', 'production');
    const documents = await exportAll(author);
    const prompts = JSON.parse(JSON.stringify(documents.map(printDocument))) as object[];

    const conversion = convertChosen([aJsonFile({ data: { ...HEADER, prompts } })]);
    const target = new Author();
    expect(await importResults(target, conversion.documents)).toHaveLength(2);

    const [reply] = JSON.parse(JSON.stringify((await exportAll(target)).map(printDocument))) as { history: unknown }[];
    expect(reply?.history).toEqual((prompts[0] as { history: unknown }).history);
    expect(reply?.history).toMatchObject([
      {
        fingerprint: expect.stringMatching(/^sha256:/),
        locks: [{ lock: { includes: [{ include: 'tone' }] } }, { lock: null }],
      },
      {},
      { rollback: true },
    ]);
  });

  it('can have one prompt per line', async () => {
    const { prompts } = await anExport();
    const text = [HEADER, ...prompts].map((line) => JSON.stringify(line)).join('\n');

    const { documents, refusals } = convertChosen([{ path: 'prompts.ndjson', text }]);

    expect(refusals).toEqual([]);
    expect(documents).toHaveLength(2);
  });

  it('can be moved below a folder, with its includes', async () => {
    const { prompts } = await anExport();

    const { documents } = convertChosen([aJsonFile({ data: { ...HEADER, prompts } })], { folder: 'team' });

    expect(JSON.stringify(documents)).toContain('{{> team/plain@production}}');
    expect(await importResults(new Author(), documents)).toEqual(['team/plain created', 'team/chat created']);
  });

  it('is refused prompt by prompt where it is damaged', async () => {
    const { prompts } = await anExport();
    const damaged = [{ ...prompts[0], versions: [{ version: 1 }] }, { ...prompts[1], history: [{}] }, {}];

    const { documents, refusals } = convertChosen([aJsonFile({ data: { ...HEADER, prompts: damaged } })]);

    expect(documents).toEqual([]);
    expect(refusals.map(({ path }) => path)).toEqual(['data.prompts.0', 'data.prompts.1', 'data.prompts.2']);
  });
});
