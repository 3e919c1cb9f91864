import { SchemaTooNew } from '../../application/ports/storage-administration.ts';
import { StorageUnavailable } from '../../application/ports/storage-unavailable.ts';
import { processTerminal } from '../inbound/cli/process-terminal.ts';
import { runCommandLine } from '../inbound/cli/program.ts';
import { KeyringRefused } from '../outbound/crypto/keyring-file.ts';
import { commandDoors } from './command-doors.ts';
import type { Environment } from './configuration-environment.ts';
import { ConfigurationError } from './configuration-mistakes.ts';
import { version } from './version.ts';

/** The whole program: runs the command line and answers the exit code of the process. */
export async function run(words: readonly string[], environment: Environment): Promise<number> {
  const terminal = processTerminal;
  try {
    return await runCommandLine(words, version, terminal, commandDoors(environment, terminal.tell));
  } catch (error) {
    const { code, message } = failure(error);
    terminal.tell(message);
    return code;
  }
}

function failure(error: unknown): { code: number; message: string } {
  if (error instanceof ConfigurationError || error instanceof KeyringRefused || error instanceof SchemaTooNew) {
    return { code: 78, message: error.message };
  }
  if (error instanceof StorageUnavailable) {
    const reason = error.cause instanceof Error ? error.cause.message : String(error.cause);
    return { code: 69, message: `${error.message}: ${reason}` };
  }
  return { code: 1, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
}
