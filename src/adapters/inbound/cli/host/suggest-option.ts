import type { Command } from 'commander';
import leven from 'leven';

const EDITS_MAX = 2;

/** Adds the option that `--lable=value` was meant to be: commander compares the value too, and finds nothing similar. */
export function suggestOption(program: Command, commandLine: readonly string[], error: string): string {
  const [, flag] = /^error: unknown option '(--[^=']+)=/.exec(error) ?? [];
  if (flag === undefined || error.includes('Did you mean')) return error;
  const similar = optionsOf(findCommand(program, commandLine)).find((option) => leven(option, flag) <= EDITS_MAX);
  return similar === undefined ? error : `${error.trimEnd()}\n(Did you mean ${similar}?)\n`;
}

const findCommand = (program: Command, commandLine: readonly string[]): Command =>
  commandLine.reduce((command, word) => command.commands.find((child) => child.name() === word) ?? command, program);

function optionsOf(command: Command): string[] {
  const help = command.createHelp();
  return [...help.visibleOptions(command), ...help.visibleGlobalOptions(command)].flatMap(({ long }) => long ?? []);
}
