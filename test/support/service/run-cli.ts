import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { PROGRAM } from './service-process.ts';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** What is piped into it; nothing when left out. */
  readonly input?: string | Uint8Array;
  /** Another `prompthold` than that of this repository. */
  readonly command?: string;
}

/** Runs `prompthold …` as a process of its own and waits for its end. */
export async function runCli(
  words: readonly string[],
  { folder, settings = {}, input = '', command = PROGRAM }: CliOptions,
): Promise<CliRun> {
  const env = { PATH: process.env['PATH'], ...settings };
  const child = spawn(process.execPath, [command, ...words], { cwd: folder, env });
  // One that reads nothing may have ended before any of it is there.
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}
