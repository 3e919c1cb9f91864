import type { Refusal, SourceFile } from '../../../../../converters/conversion.ts';
import { SOURCE_FILE_BYTES_MAX } from '../../../../../converters/documents/convert-files.ts';
import { isImportable, isSkippedFolder } from '../../../../../converters/source-paths.ts';

export interface ReadFiles {
  readonly files: readonly SourceFile[];
  readonly refusals: readonly Refusal[];
}

/** A browser tab has to hold all of them. */
const TOTAL_BYTES_MAX = 64 * 1024 * 1024;

/** Reads the files that the user chose, or those of a folder that can be prompts. */
export async function readFiles(chosen: readonly File[]): Promise<ReadFiles> {
  // Browsers list the files of a folder in no particular order.
  const candidates = chosen
    .map(toCandidate)
    .filter(isCandidate)
    .sort((one, other) => (one.path < other.path ? -1 : 1));
  const total = candidates.reduce((sum, { file }) => sum + file.size, 0);
  if (total > TOTAL_BYTES_MAX) {
    return {
      files: [],
      refusals: [{ file: '', path: '', problem: 'These files are too large. Choose fewer at a time.' }],
    };
  }
  const read = await Promise.all(candidates.map(readFile));
  return {
    files: read.filter((outcome) => 'text' in outcome),
    refusals: read.filter((outcome) => 'problem' in outcome),
  };
}

interface Candidate {
  readonly file: File;
  readonly path: string;
  /** The user chose this file itself, not a folder with it. */
  readonly isChosen: boolean;
}

/** The path of a file in a folder begins with the name of the folder, which does not belong to names of prompts. */
function toCandidate(file: File): Candidate {
  const inFolder = file.webkitRelativePath.split('/').slice(1).join('/');
  return { file, path: inFolder === '' ? file.name : inFolder, isChosen: inFolder === '' };
}

const isCandidate = ({ path, isChosen }: Candidate): boolean =>
  isChosen || (isImportable(path) && !path.split('/').slice(0, -1).some(isSkippedFolder));

async function readFile({ file, path, isChosen }: Candidate): Promise<SourceFile | Refusal> {
  if (file.size > SOURCE_FILE_BYTES_MAX) return { file: path, path: '', problem: 'is larger than 8 MiB' };
  try {
    const text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(await file.arrayBuffer());
    return { path, text, isChosen };
  } catch {
    return { file: path, path: '', problem: 'is not text in UTF-8, or cannot be read' };
  }
}
