import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Conversion, SourceFile } from '../../../src/adapters/converters/conversion.ts';
import { convertFiles, type ImportFilesOptions } from '../../../src/adapters/converters/documents/convert-files.ts';
import { parseYaml } from '../../../src/adapters/text/parse-yaml.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { PromptDocument, VersionDocument } from '../../../src/domain/prompts/prompt-document.ts';

const FIXTURES = join(import.meta.dirname, '../../fixtures/imports');

/** All files of a folder of fixtures, in order of their paths. */
export function readFixtures(folder: string): readonly SourceFile[] {
  const root = join(FIXTURES, folder);
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort()
    .map((path) => ({ path: relative(root, path).split(sep).join('/'), text: readFileSync(path, 'utf8') }));
}

export const convertSources = (files: readonly SourceFile[], options: Partial<ImportFilesOptions> = {}): Conversion =>
  convertFiles(files, {
    from: 'auto',
    folder: '',
    label: undefined,
    raw: false,
    now: new Date('2026-11-16T12:00:00.000Z'),
    parseYaml,
    ...options,
  });

export const convertFixtures = (folder: string, options: Partial<ImportFilesOptions> = {}): Conversion =>
  convertSources(readFixtures(folder), options);

/** Converts one file that the user chose. */
export const convertText = (path: string, text: string, options: Partial<ImportFilesOptions> = {}): Conversion =>
  convertSources([{ path, text, isChosen: true }], options);

export function findDocument({ documents }: Conversion, name: string): PromptDocument {
  const document = documents.find((candidate) => candidate.name === name);
  invariant(document !== undefined, `${name} is one of ${documents.map((one) => one.name).join(', ')}`);
  return document;
}

export function newestVersion(conversion: Conversion, name: string): VersionDocument {
  const version = findDocument(conversion, name).versions.at(-1);
  invariant(version !== undefined, 'a document has versions');
  return version;
}

/** Texts such as `hello.prompt line 4: …`, or with a path of keys. */
export const listLosses = ({ losses }: Conversion): readonly string[] =>
  losses.map(({ file, path, problem }) => `${file}${path === '' ? '' : ` ${path}`}: ${problem}`);

export const listRefusals = ({ refusals }: Conversion): readonly string[] =>
  refusals.map(({ file, line, problem }) => `${file}${line === undefined ? '' : `:${line}`} ${problem}`);
