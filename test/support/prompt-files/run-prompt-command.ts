import type { ApiAccess, CommandServices } from '../../../src/adapters/inbound/cli/host/command-services.ts';
import { runCommandLine } from '../../../src/adapters/inbound/cli/program.ts';
import { RecordingTerminal } from '../recording-terminal.ts';

export interface CommandRun {
  readonly code: number;
  readonly printed: string;
  readonly reported: string;
}

/** Runs `prompthold prompt …` with the HTTP API only: there are no other command services. */
export async function runPromptCommand(
  args: readonly string[],
  access: Omit<ApiAccess, 'clientName'>,
): Promise<CommandRun> {
  const terminal = new RecordingTerminal();
  const api = async () => ({ clientName: 'prompthold-cli/0.0.0', ...access });
  const services: Pick<CommandServices, 'api'> = { api };
  const code = await runCommandLine(['prompt', ...args], '0.0.0', terminal, services as CommandServices);
  return { code, printed: terminal.printed, reported: terminal.reported };
}
