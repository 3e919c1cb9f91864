import { isPromptfooConfig } from '../formats/promptfoo/promptfoo.ts';
import { listPromptPaths } from '../formats/promptfoo/read-prompt-texts.ts';
import type { OpenedFile } from '../opened-file.ts';

/** The paths, relative to the file, of other files and of folders that it needs. */
export function listReferences(file: OpenedFile): readonly string[] {
  if (isPromptfooConfig(file.fileName)) return listPromptPaths(file);
  return file.fileName.endsWith('.prompty') ? listInserted(file) : [];
}

/** `${file:sample.json}`. Like Prompty itself, not from outside of the folder of the file. */
const listInserted = ({ text }: OpenedFile): readonly string[] =>
  [...text.matchAll(/\$\{file:([^}]+)\}/gi)]
    .map(([, path = '']) => path.trim())
    .filter((path) => !path.startsWith('/') && !path.split('/').includes('..'));
