import type { ApiKey } from '../../../../../domain/accounts/api-key.ts';
import { parseLabel, parseLabelOrLatest } from '../../../../../domain/naming/label.ts';
import { parseVersionNumber } from '../../../../../domain/naming/version-selector.ts';
import { isMessage, MESSAGE_CHARACTERS_MAX } from '../../../../../domain/prompts/prompt-version.ts';
import type { CommandHost, JsonOption } from '../../host/command-host.ts';
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
  /** URL of the service, without a trailing slash. */
  readonly url: string;
  readonly key: ApiKey;
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
    return await work({ terminal, api: new ApiClient(access), url: access.url, key: access.key });
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

export interface VersionOptions {
  readonly label?: string;
  readonly version?: string;
}

/** The fields of a request that select a version. */
export function readVersion({ label, version }: VersionOptions): { label?: string; version?: number } {
  if (label !== undefined && version !== undefined) {
    throw new WrongUsage('--label and --version cannot be used together');
  }
  if (label !== undefined) return { label: readLabel(label) };
  return version === undefined ? {} : { version: readVersionNumber('--version', version) };
}

export function readVersionNumber(what: string, text: string): number {
  const version = parseVersionNumber(text);
  if (version === undefined) throw new WrongUsage(`${what} must be the number of a version`);
  return version;
}

export function readLabel(text: string): string {
  const label = parseLabelOrLatest(text);
  if (!label) throw new WrongUsage(`--label ${text}: a label is a-z, then a-z, 0-9 or . _ -`);
  return label;
}

/** Parses a label that the command will move. */
export function readMovableLabel(text: string): string {
  const label = parseLabel(text);
  if (!label) throw new WrongUsage(`--label ${text}: a label is a-z, then a-z, 0-9 or . _ -, not latest`);
  return label;
}

export function checkMessage(message: string | undefined): void {
  if (message !== undefined && !isMessage(message)) {
    throw new WrongUsage(`--message has more than ${MESSAGE_CHARACTERS_MAX} characters`);
  }
}

/** Parses `--limit`; undefined means no limit. */
export function readLimit(text: string | undefined): number {
  if (text === undefined) return Number.POSITIVE_INFINITY;
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new WrongUsage('--limit must be a whole number of at least 1');
  return Number(text);
}
