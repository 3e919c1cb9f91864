import type { ApiAccess, CommandServices } from '../../../src/adapters/inbound/cli/host/command-services.ts';
import { runCommandLine } from '../../../src/adapters/inbound/cli/program.ts';
import { RecordingTerminal } from '../recording-terminal.ts';

export interface CommandRun {
  readonly code: number;
  readonly printed: string;
  readonly reported: string;
}

/** Runs `prompthold prompt …` with the HTTP API only: every other command service throws. */
export async function runPromptCommand(
  args: readonly string[],
  access: Omit<ApiAccess, 'clientName'>,
): Promise<CommandRun> {
  const terminal = new RecordingTerminal();
  const services = servicesWith({ clientName: 'prompthold-cli/0.0.0', ...access });
  const code = await runCommandLine(['prompt', ...args], '0.0.0', terminal, services);
  return { code, printed: terminal.printed, reported: terminal.reported };
}

function servicesWith(access: ApiAccess): CommandServices {
  const unavailable = (): never => {
    throw new Error('prompt commands may use only the HTTP API');
  };
  return {
    serve: unavailable,
    withUseCases: unavailable,
    initKeyring: unavailable,
    replaceKeyring: unavailable,
    recoverKeyring: unavailable,
    copyStorage: unavailable,
    backUp: unavailable,
    checkStorage: unavailable,
    restore: unavailable,
    migrate: unavailable,
    settings: unavailable,
    diagnose: unavailable,
    readyUrl: unavailable,
    bridgeMcp: unavailable,
    langfuse: unavailable,
    api: async () => access,
  };
}
