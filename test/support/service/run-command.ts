import { join } from 'node:path';
import { run } from '../../../src/adapters/composition/commands/run.ts';
import { RecordingTerminal } from '../recording-terminal.ts';
import type { CliRun } from './run-cli.ts';

/** Runs `prompthold …` inside this process, which takes a fraction of the time that a process of its own takes. */
export async function runCommand(
  args: readonly string[],
  settings: Readonly<Record<string, string>>,
  input = '',
): Promise<CliRun> {
  const terminal = new RecordingTerminal(input);
  const code = await run(args, settings, terminal);
  return { code, stdout: toLines(terminal.printed), stderr: toLines(terminal.reported) };
}

/** The default files of an installation in that folder, for commands that do not run inside it. */
export const settingsIn = (folder: string) => ({
  PROMPTHOLD_STORAGE_URL: `sqlite:${join(folder, 'data/prompthold.db')}`,
  PROMPTHOLD_KEYRING_FILE: join(folder, 'data/keyring.json'),
});

const toLines = (text: string): string => (text === '' ? '' : `${text}\n`);
