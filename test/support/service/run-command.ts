import { commandServices } from '../../../src/adapters/composition/commands/command-services.ts';
import { runCommandLine } from '../../../src/adapters/inbound/cli/program.ts';
import type { CommandRun } from '../prompt-files/run-prompt-command.ts';
import { RecordingTerminal } from '../recording-terminal.ts';

/** Runs a command inside this process, with everything that the real one has: for tests of many commands. */
export async function runCommand(
  words: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<CommandRun> {
  const terminal = new RecordingTerminal();
  const services = commandServices(settings, (text) => terminal.report(text));
  const code = await runCommandLine(words, '0.0.0', terminal, services);
  return { code, printed: terminal.printed, reported: terminal.reported };
}
