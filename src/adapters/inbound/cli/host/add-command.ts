import { type Command, Option } from 'commander';
import type { CommandHost } from './command-host.ts';

/** Flags, description and default value. */
type OptionText = readonly [flags: string, description: string, fallback?: string];

export interface CommandSpec<Options, Operands extends readonly unknown[]> {
  readonly name: string;
  readonly description: string;
  /** Name as in `<file>` or `[from]`, description and default value. */
  readonly operands?: readonly (readonly [name: string, description?: string, fallback?: string])[];
  readonly options?: readonly (OptionText | Option)[];
  /** The command lines that people type most often. */
  readonly examples: readonly string[];
  /** Text below the examples. */
  readonly note?: string;
  /** Returns the exit code. */
  readonly run: (options: Options, ...operands: Operands) => Promise<number>;
}

export const JSON_OUTPUT: OptionText = ['--json', 'print JSON'];
const JSON_ALSO_FAILURE: OptionText = ['--json', 'print JSON, also about a failure'];

/** Describes the service and its key at the end of a help text. */
export const WHERE = `

PROMPTHOLD_URL says where the service is (default: http://127.0.0.1:3000);
PROMPTHOLD_KEY, or the file that PROMPTHOLD_KEY_FILE names, holds the account's key.`;

export const required = (flags: string, description: string): Option =>
  new Option(flags, description).makeOptionMandatory();

export const repeatable = (flags: string, description: string): Option =>
  new Option(flags, description).argParser((text: string, texts: readonly string[] = []) => [...texts, text]);

export const oneOf = (flags: string, description: string, choices: readonly string[], fallback?: string): Option =>
  new Option(flags, description).choices(choices).default(fallback);

/** Adds a command that runs. */
export function addCommand<Options, Operands extends readonly unknown[] = string[]>(
  parent: Command,
  host: CommandHost,
  { name, description, operands = [], options = [], examples, note = '', run }: CommandSpec<Options, Operands>,
): void {
  const command = parent.command(name).description(description);
  for (const [operand, ...texts] of operands) command.argument(operand, ...texts);
  for (const option of options) command.addOption(option instanceof Option ? option : toOption(option));
  command.addHelpText('after', formatExamples(examples) + note).action(host.toAction(run));
}

/** Adds a command that calls the service. */
export const addApiCommand = <Options, Operands extends readonly unknown[] = string[]>(
  parent: Command,
  host: CommandHost,
  { options = [], note = '', ...spec }: CommandSpec<Options, Operands>,
): void => addCommand(parent, host, { ...spec, options: [...options, JSON_ALSO_FAILURE], note: WHERE + note });

/** Adds a command that only has others below it. */
export const addGroup = (
  parent: Command,
  name: string,
  description: string,
  examples: readonly string[],
  note = '',
): Command =>
  parent
    .command(name)
    .description(description)
    .addHelpText('after', formatExamples(examples) + note);

export const formatExamples = (commandLines: readonly string[]): string =>
  ['', 'Examples:', ...commandLines.map((commandLine) => `  $ ${commandLine}`)].join('\n');

const toOption = ([flags, description, fallback]: OptionText): Option =>
  new Option(flags, description).default(fallback);
