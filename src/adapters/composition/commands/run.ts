import { printFailureAsJson } from '../../inbound/cli/host/json-failure.ts';
import { runCommandLine } from '../../inbound/cli/program.ts';
import { processTerminal } from '../../inbound/cli/terminal/process-terminal.ts';
import type { Terminal } from '../../inbound/cli/terminal/terminal.ts';
import type { Environment } from '../configuration/environment.ts';
import { version } from '../version.ts';
import { lazyCommandServices } from './lazy-command-services.ts';

/** The whole program: runs the command line and returns the exit code of the process. */
export async function run(
  commandLine: readonly string[],
  environment: Environment,
  terminal: Terminal = processTerminal,
): Promise<number> {
  if (!commandLine.includes('--json')) return execute(commandLine, environment, terminal);
  return printFailureAsJson(terminal, (observed) => execute(commandLine, environment, observed));
}

async function execute(commandLine: readonly string[], environment: Environment, terminal: Terminal): Promise<number> {
  const services = lazyCommandServices(environment, (text) => terminal.report(text));
  try {
    return await runCommandLine(commandLine, version, terminal, services);
  } catch (error) {
    // This module is loaded only now: it knows the errors of everything that a command may load.
    const { toFailure } = await import('./to-failure.ts');
    const { code, message } = toFailure(error);
    terminal.report(message);
    return code;
  }
}
