import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './accounts/account-commands.ts';
import { addKeyCommands } from './accounts/key-commands.ts';
import { CommandHost } from './host/command-host.ts';
import type { CommandServices } from './host/command-services.ts';
import { addKeyringCommands } from './keyring/keyring-commands.ts';
import { addPromptCommands } from './prompts/prompt-commands.ts';
import { addBackupCommands } from './storage/backup-commands.ts';
import { addDoctorCommand } from './storage/doctor-command.ts';
import { addOperatorCommands } from './storage/operator-commands.ts';
import { addStorageCommands } from './storage/storage-commands.ts';
import { Cancelled } from './terminal/cancelled.ts';
import type { Terminal } from './terminal/terminal.ts';
import { WrongUsage } from './terminal/wrong-usage.ts';

const REFUSED = 1;
const WRONG_USAGE = 64;

/** Runs one command line and answers its exit code. What a command throws for other reasons passes through. */
export async function runCommandLine(
  words: readonly string[],
  version: string,
  terminal: Terminal,
  services: CommandServices,
): Promise<number> {
  const program = new Command('prompthold');
  program
    .description('Self-hosted prompt management.')
    .version(version)
    .option('--config <file>', 'configuration file (default: config/default.json where there is one)')
    .exitOverride()
    .configureOutput({ outputError: (text, write) => write(withoutValues(text)) })
    .configureHelp({ showGlobalOptions: true });
  const host = new CommandHost(terminal, services, program);
  addOperatorCommands(program, host);
  addStorageCommands(program, host);
  addBackupCommands(program, host);
  addAccountCommands(program, host);
  addKeyCommands(program, host);
  addKeyringCommands(program, host);
  addPromptCommands(program, host);
  addDoctorCommand(program, host);

  try {
    await program.parseAsync(words, { from: 'user' });
    return host.exitCode;
  } catch (error) {
    // Commander has printed its message, or the help that was asked for, already.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : WRONG_USAGE;
    if (error instanceof Cancelled) {
      terminal.report('\nCancelled; nothing was changed.');
      return REFUSED;
    }
    if (!(error instanceof WrongUsage)) throw error;
    terminal.report(error.message);
    return WRONG_USAGE;
  }
}

/** Commander repeats what it does not understand; a password that somebody typed there shall not end up in a log. */
const withoutValues = (text: string): string =>
  text.replace(/'(-[^=']*)=.*'/s, "'$1'").replace(/( but got \d+): .*/s, '$1.\n');
