import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './account-commands.ts';
import { type CommandDoors, CommandHost } from './command-host.ts';
import { addKeyCommands } from './key-commands.ts';
import { addOperatorCommands } from './operator-commands.ts';
import type { Terminal } from './terminal.ts';
import { WrongUsage } from './wrong-usage.ts';

const WRONG_USAGE = 64;

/** Runs one command line and answers its exit code. What a command throws for other reasons passes through. */
export async function runCommandLine(
  words: readonly string[],
  version: string,
  terminal: Terminal,
  doors: CommandDoors,
): Promise<number> {
  const program = new Command('prompthold');
  program
    .description('Self-hosted prompt management.')
    .version(version)
    .option('--config <file>', 'configuration file (default: config/default.json where there is one)')
    .exitOverride()
    .configureHelp({ showGlobalOptions: true });
  const host = new CommandHost(terminal, doors, program);
  addOperatorCommands(program, host);
  addAccountCommands(program, host);
  addKeyCommands(program, host);

  try {
    await program.parseAsync(words, { from: 'user' });
    return host.exitCode;
  } catch (error) {
    // Commander has printed its message, or the help that was asked for, already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    if (!(error instanceof WrongUsage)) throw error;
    terminal.tell(error.message);
    return WRONG_USAGE;
  }
}
