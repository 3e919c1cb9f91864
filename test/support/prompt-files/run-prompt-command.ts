import type { CommandServices } from '../../../src/adapters/inbound/cli/command-host.ts';
import { runCommandLine } from '../../../src/adapters/inbound/cli/program.ts';
import type { ApiAccess } from '../../../src/adapters/inbound/cli/prompts/prompt-api.ts';
import { RecordingTerminal } from '../recording-terminal.ts';

export interface CommandRun {
  readonly code: number;
  readonly printed: string;
  readonly told: string;
}

/** Runs `prompthold prompt …` against a service. It has no door to anything else. */
export async function runPromptCommand(words: readonly string[], access: ApiAccess): Promise<CommandRun> {
  const terminal = new RecordingTerminal();
  const code = await runCommandLine(['prompt', ...words], '0.0.0', terminal, doorsTo(access));
  return { code, printed: terminal.printed, told: terminal.told };
}

function doorsTo(access: ApiAccess): CommandServices {
  const closed = (): never => {
    throw new Error('prompts as files go over the HTTP API alone');
  };
  return {
    serve: closed,
    withUseCases: closed,
    initKeyring: closed,
    copyStorage: closed,
    backUp: closed,
    checkStorage: closed,
    restore: closed,
    migrate: closed,
    settings: closed,
    diagnose: closed,
    readyUrl: closed,
    api: () => access,
  };
}
