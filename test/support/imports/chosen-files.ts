import type { Conversion, SourceFile } from '../../../src/adapters/converters/conversion.ts';
import type { ImportFilesOptions } from '../../../src/adapters/converters/documents/convert-files.ts';
import { convertSources, readFixtures } from './convert-fixtures.ts';

/** Converts files as if the user had named each of them. */
export const convert = (files: readonly SourceFile[], options: Partial<ImportFilesOptions> = {}): Conversion =>
  convertSources(
    files.map((file) => ({ isChosen: true, ...file })),
    options,
  );

/** Converts some of the fixtures in a folder. */
export const convertChosen = (folder: string, paths: readonly string[]): Conversion =>
  convert(readFixtures(folder).filter(({ path }) => paths.includes(path)));

/** A file in JSON that holds this value. */
export const aJsonFile = (value: unknown, path = 'prompts.json'): SourceFile => ({
  path,
  text: JSON.stringify(value, null, 2),
});

/** `file:line path: problem` for each. */
export const describeAll = (reports: Conversion['losses']): readonly string[] =>
  reports.map(({ file, line, path, problem }) => `${file}:${line ?? ''} ${path}: ${problem}`);
