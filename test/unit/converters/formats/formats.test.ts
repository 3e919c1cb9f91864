import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import type { Conversion, Loss, SourceFile } from '../../../../src/adapters/converters/conversion.ts';
import type { ImportFilesOptions } from '../../../../src/adapters/converters/documents/convert-files.ts';
import { aJsonFile, convertSources, describeLoss, readFixtures } from '../../../support/imports/convert-fixtures.ts';

const ROWS = join(import.meta.dirname, '../../../fixtures/conversions');

const FORMATS = [
  ['a dotprompt file', 'dotprompt'],
  ['a prompt of GitHub', 'github'],
  ['a Humanloop file', 'humanloop'],
  ['a Langfuse export', 'langfuse'],
  ['a prompt of LangWatch', 'langwatch'],
  ['a LiteLLM file', 'litellm'],
  ['a prompt of OpenAI', 'openai'],
  ['a promptfoo configuration', 'promptfoo'],
  ['a file of Prompthold', 'prompthold'],
  ['a prompt of PromptLayer', 'promptlayer'],
  ['a Prompty file', 'prompty'],
] as const;

/** A guarantee of a format: files, and all that becomes of them. */
interface Row {
  readonly it: string;
  /** Some of the files in `test/fixtures/imports`, or a folder of them; otherwise the files are in the row. */
  readonly fixtures?: readonly string[];
  readonly folder?: string;
  readonly files?: Readonly<Record<string, string>>;
  readonly json?: unknown;
  /** Files that are there, but that the user did not choose. */
  readonly beside?: Readonly<Record<string, string>>;
  readonly options?: Partial<ImportFilesOptions>;
  readonly documents?: readonly { readonly versions: readonly object[]; readonly history?: readonly object[] }[];
  readonly losses?: readonly string[];
  readonly refusals?: readonly string[];
  readonly ignored?: readonly string[];
}

const NOW = '2026-11-16T12:00:00.000Z';
/** Rows leave out what is as follows. */
const DOCUMENT = { description: '', tags: [], archived: false, createdAt: NOW, updatedAt: NOW };
const VERSION = { variables: [], config: {}, restoredFrom: null, publishedAt: NOW };
const MOVE = { previous: null, movedAt: NOW, by: 'api' };

function sourcesOf(format: string, { fixtures = [], folder, files = {}, json, beside = {} }: Row) {
  const sources: SourceFile[] = folder
    ? [...readFixtures(`${format}/${folder}`)]
    : readFixtures(format).filter(({ path }) => fixtures.includes(path));
  if (json !== undefined) sources.push({ ...aJsonFile(json), isChosen: true });
  for (const [path, text] of Object.entries(files)) sources.push({ path, text, isChosen: true });
  for (const [path, text] of Object.entries(beside)) sources.push({ path, text });
  return sources;
}

/** In our words only, not in those of a parser. */
const describeOwn = (loss: Loss): string => describeLoss(loss).replace(/(is not (?:YAML|JSON)).*/s, '$1');

const describeConversion = ({ documents, losses, refusals, ignored }: Conversion) => ({
  documents: JSON.parse(JSON.stringify(documents)),
  losses: losses.map(describeOwn),
  refusals: refusals.map(describeOwn),
  ignored,
});

const expectedOf = ({ documents = [], losses = [], refusals = [], ignored = [] }: Row) => ({
  documents: documents.map((document) => ({
    ...DOCUMENT,
    ...document,
    versions: document.versions.map((version, index) => ({ version: index + 1, ...VERSION, ...version })),
    history: (document.history ?? []).map((move) => ({ ...MOVE, ...move })),
  })),
  losses,
  refusals,
  ignored,
});

describe.each(FORMATS)('%s', (_, format) => {
  const rows = parse(readFileSync(join(ROWS, `${format}.yaml`), 'utf8')) as readonly Row[];

  it.each(rows.map((row) => [row.it, row] as const))('%s', (_, row) => {
    const conversion = convertSources(sourcesOf(format, row), row.options);

    expect(describeConversion(conversion)).toEqual(expectedOf(row));
  });
});
