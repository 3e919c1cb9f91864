import type { CommandHost } from '../host/command-host.ts';
import { EXIT } from '../host/exit-codes.ts';
import { callService } from '../prompts/commands/api-command.ts';
import { visible } from '../terminal/safe-output.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { WrongUsage } from '../terminal/wrong-usage.ts';
import { loadIncludes } from './included-prompts.ts';
import { printPythonTypes, readPythonPrompts } from './python-types-file.ts';
import { readIfPresent, replaceFile, reportUnusableFile } from './replace-file.ts';
import {
  countPrompts,
  describeSelection,
  indexByKey,
  listSelected,
  readSelection,
  type SelectionOptions,
} from './selected-prompts.ts';
import { toTypedPrompts } from './typed-prompts.ts';
import { compareTypes, printTypes, readPrompts } from './types-file.ts';

export interface TypesOptions extends SelectionOptions {
  readonly out?: string;
  readonly check?: boolean;
  readonly python?: boolean;
}

interface TypesFile {
  readonly file: string;
  readonly text: string;
  /** Maps the names of prompts in such a file to what their types are. */
  readonly read: (text: string) => ReadonlyMap<string, string>;
}

/** Mode before the user's own file creation mask is applied, as for every source file. */
const SOURCE_FILE_MODE = 0o666;

/** `prompthold types` */
export async function runTypes(host: CommandHost, options: TypesOptions): Promise<number> {
  const { out, check = false, python = false } = options;
  if (check && out === undefined) throw new WrongUsage('--check needs --out FILE, the file to be checked');
  const selection = readSelection(options);
  return callService(host, {}, async ({ terminal, api }) => {
    const selected = await listSelected(api, selection);
    const { loaded } = await loadIncludes(api, selected, indexByKey(selected, selection));
    const prompts = toTypedPrompts(selected, loaded);
    const text = python ? printPythonTypes(prompts) : printTypes(prompts);
    const read = python ? readPythonPrompts : readPrompts;
    if (selected.length === 0) terminal.report(`There are no prompts${describeSelection(selection)}.`);
    if (out === undefined) {
      terminal.print(text.replace(/\n$/, ''));
      return EXIT.succeeded;
    }
    return reportUnusableFile(terminal, () =>
      check
        ? checkFile(terminal, { file: out, text, read })
        : writeFile(terminal, out, { text, count: selected.length }),
    );
  });
}

async function writeFile(
  terminal: Terminal,
  file: string,
  { text, count }: { readonly text: string; readonly count: number },
): Promise<number> {
  const isCurrent = isSame(await readIfPresent(file), text);
  if (!isCurrent) await replaceFile(file, text, SOURCE_FILE_MODE);
  terminal.report(`${file}: ${countPrompts(count)}${isCurrent ? ', unchanged' : ''}`);
  return EXIT.succeeded;
}

async function checkFile(terminal: Terminal, { file, text, read }: TypesFile): Promise<number> {
  const before = await readIfPresent(file);
  if (isSame(before, text)) return EXIT.succeeded;
  if (before === undefined) terminal.report(`${file} does not exist.`);
  else {
    terminal.report(`${file} differs from the prompts of the service:`);
    const differences = compareTypes(read(before.replaceAll('\r\n', '\n')), read(text));
    if (differences.length === 0)
      terminal.report('  the types of all prompts are the same, but not the rest of the file');
    for (const { kind, name, before: old, after } of differences) {
      terminal.report(`  ${kind} ${name}`);
      if (old !== undefined) terminal.report(visible(`    - ${old}`));
      if (after !== undefined) terminal.report(visible(`    + ${after}`));
    }
  }
  terminal.report('Run the command again without --check to write it.');
  return EXIT.failed;
}

/** Git may have changed the line breaks of a file that is checked in. */
const isSame = (before: string | undefined, after: string): boolean => before?.replaceAll('\r\n', '\n') === after;
