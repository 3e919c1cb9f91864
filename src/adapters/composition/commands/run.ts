import { runCommandLine } from '../../inbound/cli/program.ts';
import { processTerminal } from '../../inbound/cli/terminal/process-terminal.ts';
import type { Environment } from '../configuration/environment.ts';
import { version } from '../version.ts';
import { commandServices } from './command-services.ts';
import { failure } from './exit-codes.ts';

/** The whole program: runs the command line and answers the exit code of the process. */
export async function run(words: readonly string[], environment: Environment): Promise<number> {
  const terminal = processTerminal;
  try {
    return await runCommandLine(words, version, terminal, commandServices(environment, terminal.report));
  } catch (error) {
    const { code, message } = failure(error);
    terminal.report(message);
    return code;
  }
}
