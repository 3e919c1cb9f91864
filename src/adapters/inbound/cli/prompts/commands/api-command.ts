import type { CommandHost, JsonOption } from '../../host/command-host.ts';
import type { ApiAccess } from '../../host/command-services.ts';
import { EXIT } from '../../host/exit-codes.ts';
import { hiding, visible } from '../../terminal/safe-output.ts';
import type { Terminal } from '../../terminal/terminal.ts';
import { WrongUsage } from '../../terminal/wrong-usage.ts';
import { ApiClient } from '../api/api-client.ts';
import { ApiFailure } from '../api/api-failure.ts';

/** Dependencies of a command that calls the service. */
export interface ApiTools {
  readonly terminal: Terminal;
  readonly api: ApiClient;
  readonly access: ApiAccess;
}

/** Runs a command that calls the service. A failure is reported to people, and with `--json` printed as JSON too. */
export const runWithApi = (
  host: CommandHost,
  options: JsonOption,
  work: (tools: ApiTools) => Promise<void>,
): Promise<number> =>
  callService(host, options, async (tools) => {
    await work(tools);
    return EXIT.succeeded;
  });

/** Like `runWithApi`, for a command that chooses its exit code. */
export async function callService(
  { services, terminal: open }: CommandHost,
  { json }: JsonOption,
  work: (tools: ApiTools) => Promise<number>,
): Promise<number> {
  const access = await services.api();
  const terminal = hiding(access.key.reveal(), open);
  try {
    return await work({ terminal, api: new ApiClient(access), access });
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    terminal.report(visible(error.message));
    if (json) terminal.print(JSON.stringify(error.toReport()));
    return error.exitCode;
  }
}

export function promptPath(name: string): string {
  // An empty name would address the list of prompts, and URLs resolve the other two.
  if (['', '.', '..'].includes(name)) throw new WrongUsage('<name> must be the name or the id of a prompt');
  return `/api/prompts/${encodeURIComponent(name)}`;
}
