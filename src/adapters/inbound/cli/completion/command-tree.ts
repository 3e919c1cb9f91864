import type { Command, Option } from 'commander';

/** Completions of an operand or of an option's value: files, folders, names of prompts, or these words. */
export type Offer = 'nothing' | 'files' | 'folders' | 'prompts' | readonly string[];

interface Described {
  readonly name: string;
  readonly description: string;
}

export interface CompletedOption extends Described {
  /** Undefined when the option has no value. */
  readonly value: Offer | undefined;
}

/** A command as shells complete it. */
export interface CompletedCommand {
  /** `prompt list`; empty for the program itself. */
  readonly path: string;
  readonly subcommands: readonly Described[];
  readonly options: readonly CompletedOption[];
  readonly operands: readonly Offer[];
  /** The last operand can be repeated. */
  readonly isVariadic: boolean;
}

/** The command and all commands below it. */
export function listCommands(command: Command, path = ''): CompletedCommand[] {
  const help = command.createHelp();
  const children = help.visibleCommands(command).filter((child) => child.name() !== 'help');
  const options = [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)];
  const completed: CompletedCommand = {
    path,
    subcommands: children.map((child) => ({ name: child.name(), description: help.subcommandDescription(child) })),
    options: [...new Map(options.toReversed().map((option) => [option.long, toOption(option)])).values()].toReversed(),
    operands: command.registeredArguments.map((argument) => argument.argChoices ?? offerFor(argument.name())),
    isVariadic: command.registeredArguments.at(-1)?.variadic ?? false,
  };
  return [completed, ...children.flatMap((child) => listCommands(child, `${path} ${child.name()}`.trimStart()))];
}

function toOption(option: Option): CompletedOption {
  const [, placeholder = ''] = /<(\w+)/.exec(option.flags) ?? [];
  const value = placeholder === '' ? undefined : (option.argChoices ?? offerForValue(placeholder));
  return { name: option.long ?? option.flags, description: option.description, value };
}

/** Operands have the same name in all commands. */
const offerFor = (operand: string): Offer => (operand === 'name' ? 'prompts' : offerForValue(operand));

function offerForValue(placeholder: string): Offer {
  if (placeholder === 'file') return 'files';
  return placeholder === 'dir' ? 'folders' : 'nothing';
}

/** Every option that is followed by a value. */
export const optionsWithValue = (commands: readonly CompletedCommand[]): readonly string[] => [
  ...new Set(
    commands.flatMap(({ options }) => options.filter(({ value }) => value !== undefined).map(({ name }) => name)),
  ),
];

/** Prints the positions at which an operand is offered, as a pattern of bash and zsh. */
export const positionPattern = ({ operands, isVariadic }: CompletedCommand, position: number): string =>
  isVariadic && position === operands.length - 1 ? '*' : `${position}`;

/** Prints the cases of bash and zsh for the values of options. */
export const valueCases = ({ path, options }: CompletedCommand, print: (offer: Offer) => string): string[] =>
  options.flatMap(({ name, value }) =>
    value === undefined || value === 'nothing' ? [] : [`      '${path} ${name}') ${print(value)} ;;`],
  );
