import { existsSync } from 'node:fs';
import { checkReady } from '../../inbound/cli/storage/ready-check.ts';
import { processTerminal } from '../../inbound/cli/terminal/process-terminal.ts';
import type { Environment } from '../configuration/environment.ts';
import { readyUrl } from '../configuration/ready-url.ts';

/**
 * `doctor --ready` with nothing else of the program loaded: containers run it every 30 seconds beside the service.
 * Returns the exit code of the process; undefined when the address is not in the environment alone.
 */
export async function checkReadyQuickly(environment: Environment): Promise<number | undefined> {
  const url = readyUrlFromEnvironment(environment);
  return url === undefined ? undefined : checkReady(url, processTerminal, {});
}

const DEFAULT_FILE = 'config/default.json';

/** Avoids the schema, whose library takes most of the time. Undefined for everything but the usual case. */
export function readyUrlFromEnvironment(environment: Environment, fileExists = existsSync): string | undefined {
  const host = environment['PROMPTHOLD_HTTP_HOST'] || '127.0.0.1';
  const port = environment['PROMPTHOLD_HTTP_PORT'] || '3000';
  if (environment['PROMPTHOLD_CONFIG'] || fileExists(DEFAULT_FILE)) return undefined;
  return /^[\w.:-]+$/.test(host) && /^[1-9]\d{0,4}$/.test(port) ? readyUrl({ host, port: Number(port) }) : undefined;
}
