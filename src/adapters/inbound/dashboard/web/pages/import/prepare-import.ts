import { parseLabel } from '../../../../../../domain/naming/label.ts';
import { parsePromptName } from '../../../../../../domain/naming/prompt-name.ts';
import type { Conversion, SourceFile, SourceName } from '../../../../../converters/conversion.ts';
import { convertFiles } from '../../../../../converters/documents/convert-files.ts';
import { parseYaml } from '../../../../../text/parse-yaml.ts';

/** Settings of a conversion that the user can choose. */
export interface ImportSettings {
  readonly from: SourceName | 'auto';
  readonly folder: string;
  readonly label: string;
  readonly raw: boolean;
}

/** A prompt that would be imported. */
export interface PreparedPrompt {
  readonly name: string;
  readonly type: string;
  readonly versions: number;
  readonly labels: readonly string[];
}

export interface PreparedImport extends Pick<Conversion, 'documents' | 'losses' | 'refusals'> {
  readonly prompts: readonly PreparedPrompt[];
}

const UNDETECTED = 'is in an unknown format. Choose the format above if you know it.';

/** Converts the files like the command line does. */
export function prepareImport(files: readonly SourceFile[], settings: ImportSettings, now: Date): PreparedImport {
  const { documents, losses, refusals, ignored } = convertFiles(files, {
    from: settings.from,
    folder: settings.folder,
    label: settings.label === '' ? undefined : parseLabel(settings.label),
    raw: settings.raw,
    now,
    parseYaml,
  });
  const chosen = new Set(files.filter(({ isChosen }) => isChosen).map(({ path }) => path));
  const undetected = ignored
    .filter((path) => chosen.has(path))
    .map((file) => ({ file, path: '', problem: UNDETECTED }));
  return {
    documents,
    prompts: documents.map(({ name, type, versions, history }) => ({
      name,
      type,
      versions: versions.length,
      labels: [...new Set(history.map(({ label }) => label))],
    })),
    losses,
    refusals: [...refusals, ...undetected],
  };
}

export const findFolderProblem = (folder: string): string | null =>
  folder === '' || parsePromptName(`${folder}/name`)
    ? null
    : 'Lowercase letters, digits, . _ - ; use / between up to 4 folders';

export const findLabelProblem = (label: string): string | null =>
  label === '' || parseLabel(label) ? null : 'A lowercase letter, then letters, digits, . _ - ; not latest';
