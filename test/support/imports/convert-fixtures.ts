import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import type { Conversion, Loss, SourceFile } from '../../../src/adapters/converters/conversion.ts';
import { convertFiles, type ImportFilesOptions } from '../../../src/adapters/converters/documents/convert-files.ts';
import { parseYaml } from '../../../src/adapters/text/parse-yaml.ts';
import { invariant } from '../../../src/domain/invariant.ts';
import type { VersionDocument } from '../../../src/domain/prompts/prompt-document.ts';

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

/** Converts files as if the user had named each of them. */
export const convertChosen = (files: readonly SourceFile[], options: Partial<ImportFilesOptions> = {}): Conversion =>
  convertSources(
    files.map((file) => ({ isChosen: true, ...file })),
    options,
  );

/** A file in JSON that holds this value. */
export const aJsonFile = (value: unknown, path = 'prompts.json'): SourceFile => ({
  path,
  text: JSON.stringify(value, null, 2),
});

export function newestVersion({ documents }: Conversion, name: string): VersionDocument {
  const version = documents.find((document) => document.name === name)?.versions.at(-1);
  invariant(version !== undefined, `${name} is one of ${documents.map((one) => one.name).join(', ')}`);
  return version;
}

/** `file:line path: problem`. */
export const describeLoss = ({ file, line, path, problem }: Loss): string =>
  `${file}:${line ?? ''} ${path}: ${problem}`;
