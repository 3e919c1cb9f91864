import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { PROGRAM, PROGRAM_ENVIRONMENT } from './service-process.ts';

export interface CliRun {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface CliOptions {
  readonly folder: string;
  readonly settings?: Readonly<Record<string, string>>;
  /** Standard input; empty by default. */
  readonly input?: string | Uint8Array;
  /** Path of another `prompthold` program. */
  readonly command?: string;
}

/** Runs `prompthold …` in a process of its own and waits for its exit. */
export async function runCli(
  args: readonly string[],
  { folder, settings = {}, input = '', command = PROGRAM }: CliOptions,
): Promise<CliRun> {
  const env = { ...PROGRAM_ENVIRONMENT, ...settings };
  const child = spawn(process.execPath, [command, ...args], { cwd: folder, env });
  // A command that reads no input may exit before the input is written.
  child.stdin.on('error', () => {}).end(input);
  const [stdout, stderr, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')]);
  return { code, stdout, stderr };
}
