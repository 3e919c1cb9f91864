import { Command, CommanderError } from 'commander';
import { addAccountCommands } from './accounts/account-commands.ts';
import { addKeyCommands } from './accounts/key-commands.ts';
import { addClientCommands } from './clients/add-client-commands.ts';
import { addCompletionCommand } from './completion/completion-command.ts';
import { formatExamples } from './host/add-command.ts';
import { CommandHost } from './host/command-host.ts';
import type { CommandServices } from './host/command-services.ts';
import { EXIT } from './host/exit-codes.ts';
import { suggestOption } from './host/suggest-option.ts';
import { addImportCommand } from './imports/add-import-command.ts';
import { addKeyringCommands } from './keyring/keyring-commands.ts';
import { addMcpCommand } from './mcp/mcp-command.ts';
import { addPromptCommands } from './prompts/prompt-commands.ts';
import { addBackupCommands } from './storage/backup-commands.ts';
import { addDoctorCommand } from './storage/doctor-command.ts';
import { addOperatorCommands } from './storage/operator-commands.ts';
import { addStorageCommands } from './storage/storage-commands.ts';
import { Cancelled } from './terminal/cancelled.ts';
import type { Terminal } from './terminal/terminal.ts';
import { WrongUsage } from './terminal/wrong-usage.ts';

const EXAMPLES = formatExamples([
  'prompthold serve',
  'prompthold account create --email ada@example.com --name Ada',
  'prompthold prompt list',
  'prompthold doctor',
]);

/** Runs one command line and returns its exit code. Unexpected errors of commands pass through. */
export async function runCommandLine(
  commandLine: readonly string[],
  version: string,
  terminal: Terminal,
  services: CommandServices,
): Promise<number> {
  const program = new Command('prompthold');
  program
    .description('Self-hosted prompt management.')
    .option('--config <file>', 'configuration file (default: config/default.json, if it exists)')
    .exitOverride()
    .configureOutput({
      writeOut: (text) => terminal.print(text.replace(/\n$/, '')),
      writeErr: (text) => terminal.report(text.replace(/\n$/, '')),
      outputError: (text, write) => write(removeValues(suggestOption(program, commandLine, text))),
    })
    .configureHelp({ showGlobalOptions: true })
    .addHelpText('after', EXAMPLES);
  // Commander would take `prompt show NAME --version 2` for its own option.
  if (!commandLine.includes('prompt')) program.version(version);
  const host = new CommandHost(terminal, services, program);
  addOperatorCommands(program, host);
  addStorageCommands(program, host);
  addBackupCommands(program, host);
  addAccountCommands(program, host);
  addKeyCommands(program, host);
  addKeyringCommands(program, host);
  addPromptCommands(program, host);
  addImportCommand(program, host);
  addClientCommands(program, host);
  addMcpCommand(program, host);
  addDoctorCommand(program, host);
  addCompletionCommand(program, host);

  try {
    await program.parseAsync(commandLine, { from: 'user' });
    return host.exitCode;
  } catch (error) {
    // Commander has already printed its message or the help.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT.wrongUsage;
    if (error instanceof Cancelled) {
      terminal.report('\nCancelled. Nothing was changed.');
      return EXIT.failed;
    }
    if (!(error instanceof WrongUsage)) throw error;
    terminal.report(error.message);
    return EXIT.wrongUsage;
  }
}

/** Commander repeats what it does not understand, but a password typed there must not end up in a log. */
const removeValues = (text: string): string =>
  text.replace(/'(-[^=']*)=.*'/s, "'$1'").replace(/( but got \d+): .*/s, '$1.\n');
