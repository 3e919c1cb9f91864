import type { PromptName } from '../../../../../domain/naming/prompt-name.ts';
import type { Template } from '../../../../../domain/templates/template.ts';
import { checkPrompt } from './prompt-check.ts';
import { parsePromptFile, type WrittenPrompt } from './prompt-file.ts';
import { FolderRefused, type FoundFile, type PromptFilesFolder } from './prompt-files-folder.ts';

/** A file that the service may be asked to take. */
export interface SoundFile {
  readonly path: string;
  readonly name: PromptName;
  readonly prompt: WrittenPrompt;
  readonly templates: readonly Template[];
}

export interface BadFile {
  readonly path: string;
  /** Null when it is about the file as a whole. */
  readonly line: number | null;
  readonly problem: string;
}

/** Reads all prompts of a folder, and says everything that is wrong with any of them. */
export async function readPromptFiles(folder: PromptFilesFolder) {
  const sound: SoundFile[] = [];
  const bad: BadFile[] = [];
  for (const file of await folder.find()) {
    const outcome = await readOne(folder, file);
    if ('problems' in outcome) bad.push(...outcome.problems.map((problem) => ({ path: file.path, ...problem })));
    else sound.push(outcome);
  }
  return { sound, bad };
}

type Problems = { readonly problems: readonly Omit<BadFile, 'path'>[] };

async function readOne(folder: PromptFilesFolder, { path, name }: FoundFile): Promise<SoundFile | Problems> {
  if (!name) return wholeFile('no prompt can have this name: use up to 5 parts of a-z, 0-9 and . _ - joined by /');
  const text = await textOf(folder, path);
  if (typeof text !== 'string') return text;
  const read = parsePromptFile(text);
  if (read.kind === 'invalid') return read;

  const { prompt, lines } = read;
  if (prompt.name !== undefined && prompt.name !== name) {
    const problem = `the name is ${JSON.stringify(prompt.name)}, but the file is where ${name} belongs`;
    return { problems: [{ line: lines.field('name'), problem }] };
  }
  const checked = checkPrompt(prompt, lines);
  return checked.kind === 'invalid' ? checked : { path, name, prompt, templates: checked.templates };
}

async function textOf(folder: PromptFilesFolder, path: string): Promise<string | Problems> {
  try {
    return await folder.read(path);
  } catch (error) {
    if (!(error instanceof FolderRefused)) throw error;
    return wholeFile(error.problem);
  }
}

const wholeFile = (problem: string): Problems => ({ problems: [{ line: null, problem }] });
